/**
 * How people are named and reached: mail addresses in small letters, numbers in international form with the country
 * they belong to. Whether a country is served is answered here too.
 */
import type { Reason } from '@veritick/contract'
import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { z } from 'zod'
import { type Refusal, refuse } from '../../calls/index.ts'
import type { CodeTarget } from '../../services/codes/index.ts'
import type { Area, Settings } from '../settings/index.ts'

/** `number`: `+` and digits. `countries`: where it may belong, as far as its digits tell. */
export type Phone = { readonly number: string; readonly areaCode: string; readonly countries: readonly string[] }

export type Read<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: Reason }

const EMAIL = z.email()

export function readEmail(text: string): Read<string> {
  const email = text.trim().toLowerCase()
  return EMAIL.safeParse(email).success ? { ok: true, value: email } : { ok: false, reason: 'email_malformed' }
}

/** A number of an area, or, without one, a whole number with or without its +. */
export function readPhone(text: string, area: Area | undefined): Read<Phone> {
  const number = parsed(text.trim().replace(/^00/, '+'), area)
  if (number?.isPossible() !== true) return { ok: false, reason: 'phone_malformed' }
  const areaCode = String(number.countryCallingCode)
  if (area !== undefined && area.global_code !== areaCode) return { ok: false, reason: 'phone_malformed' }
  const countries = number.country === undefined ? number.getPossibleCountries() : [number.country]
  return { ok: true, value: { number: number.number, areaCode, countries } }
}

function parsed(text: string, area: Area | undefined): PhoneNumber | undefined {
  if (text.startsWith('+')) return parsePhoneNumberFromString(text)
  if (area === undefined) return parsePhoneNumberFromString(`+${text}`)
  if (isSupportedCountry(area.code)) return parsePhoneNumberFromString(text, area.code)
  return parsePhoneNumberFromString(`+${area.global_code}${text}`)
}

/** The area of the list that was chosen; `undefined` when none was. */
export function readArea(settings: Settings, id: number | undefined): Read<Area | undefined> {
  if (id === undefined) return { ok: true, value: undefined }
  const area = settings.get('areas').find((each) => each.id === id)
  return area === undefined ? { ok: false, reason: 'area_unknown' } : { ok: true, value: area }
}

/** Reads the target of a call: an address, or a number in an area. */
export function readTarget(
  settings: Settings,
  named: { readonly type: 'email' | 'mobile' | undefined; readonly account: string; readonly area: number | undefined },
): { readonly ok: true; readonly target: CodeTarget } | Refusal {
  if (named.type !== 'mobile') {
    const email = readEmail(named.account)
    return email.ok ? { ok: true, target: { channel: 'mail', to: email.value } } : refuse(email.reason, 'account')
  }
  const area = readArea(settings, named.area)
  if (!area.ok) return refuse(area.reason, 'area_id')
  const phone = readPhone(named.account, area.value)
  return phone.ok ? { ok: true, target: { channel: 'sms', to: phone.value.number } } : refuse(phone.reason, 'account')
}

export function isRestricted(settings: Settings, country: string): boolean {
  return settings.get('restricted_countries').includes(country)
}

/** True when every country that the number may belong to is restricted. */
export function isPhoneRestricted(settings: Settings, phone: Phone): boolean {
  return phone.countries.length > 0 && phone.countries.every((country) => isRestricted(settings, country))
}

/** `a***@example.com`, `+852***78`: enough to recognise, too little to learn. */
export function masked({ channel, to }: CodeTarget): string {
  if (channel === 'sms') return `${to.slice(0, 4)}***${to.slice(-2)}`
  return `${to.slice(0, 1)}***${to.slice(to.lastIndexOf('@'))}`
}
