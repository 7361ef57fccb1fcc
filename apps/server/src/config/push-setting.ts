/**
 * Which push services the server may send to. A browser names its own endpoint, so without this list a customer could
 * make the server send requests to any address, also inside the operator's network.
 */

/** The services of Chrome, Firefox, Safari and Edge. */
const PUSH_SERVICES = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
].join(',')

export const PUSH_SERVICES_DEFAULT = PUSH_SERVICES
const OFF = 'off'
const PATTERN = /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/
/** On this machine only: for trying out. */
const LOCAL = /^http:\/\/(?:127\.0\.0\.1|localhost):\d{1,5}$/

/** Origins; none: `off`. `undefined`: the text is no such list. */
export function pushServicesOf(text: string): readonly string[] | undefined {
  if (text === OFF) return []
  const origins = text.split(',').map((each) => each.trim().toLowerCase())
  return origins.every((each) => PATTERN.test(each) || LOCAL.test(each)) ? origins : undefined
}

/** `*.` stands for one or more names before the rest. */
export function isPushService(services: readonly string[], endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { origin, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  return services.some((each) => {
    const [scheme = '', rest] = each.split('*.')
    return rest === undefined ? origin === each : origin.startsWith(scheme) && origin.endsWith(`.${rest}`)
  })
}

/** How a push service reaches the operator, RFC 8292: a mailto: or https: address. */
export function isPushContact(text: string): boolean {
  if (/^mailto:[^\s@<>]+@[^\s@<>]+$/.test(text)) return true
  return text.startsWith('https://') && URL.canParse(text)
}
