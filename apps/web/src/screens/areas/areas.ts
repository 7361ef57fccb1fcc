/** Countries and their calling codes, named and sorted in the customer's language. */
import type { CallData } from '@veritick/contract'

export type Area = CallData<'areaList'>[number]
export type Choice = { readonly value: string; readonly label: string; readonly disabled?: boolean }

/** The country's name in the customer's language, or its two letters if the device has no name. */
export function countryName(code: string, tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** `Hong Kong +852`, by name; the value is the area's id. */
export function areaChoices(areas: readonly Area[], tag: string): Choice[] {
  return byName(
    areas.map((area) => ({
      value: String(area.area_id),
      label: `${countryName(area.code, tag)} (\u200e+${area.global_code})`,
    })),
    tag,
  )
}

/**
 * Countries of residence: served countries, and restricted ones, which cannot be chosen, so that each customer finds
 * the own country. `blocked` writes the label of a restricted country.
 */
export function countryChoices(
  countries: { readonly areas: readonly Area[]; readonly restricted: readonly string[] },
  tag: string,
  blocked: (country: string) => string,
): Choice[] {
  const codes = new Set([...countries.areas.map((area) => area.code), ...countries.restricted])
  return byName(
    [...codes].map((code) => {
      const label = countryName(code, tag)
      return countries.restricted.includes(code)
        ? { value: code, label: blocked(label), disabled: true }
        : { value: code, label }
    }),
    tag,
  )
}

/** The area of the calling code that a customer of this country most likely has. */
export const areaOfCountry = (areas: readonly Area[], country: string): string =>
  String(areas.find((area) => area.code === country)?.area_id ?? '')

function byName(choices: Choice[], tag: string): Choice[] {
  const { compare } = new Intl.Collator(tag)
  return choices.sort((one, other) => compare(one.label, other.label))
}
