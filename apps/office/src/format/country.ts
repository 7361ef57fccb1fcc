/** Countries as staff read them. */
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** `DE` -> `Germany`; `undefined` for other text. */
export function regionName(code: unknown): string | undefined {
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined
}

/** `DE` -> `Germany (DE)`; other text stays as it is. */
export function countryText(code: string): string {
  const name = regionName(code)
  return name === undefined ? code : `${name} (${code})`
}
