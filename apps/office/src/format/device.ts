/** A user agent as text: `Chrome on Linux`. Unknown ones are shown as they are, cut short. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const UNKNOWN_MAX = 60

export function deviceText(agent: string): string {
  if (agent === '') return 'unknown'
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1]
  if (browser === undefined) return agent.length > UNKNOWN_MAX ? `${agent.slice(0, UNKNOWN_MAX)}…` : agent
  return system === undefined ? browser : `${browser} on ${system}`
}
