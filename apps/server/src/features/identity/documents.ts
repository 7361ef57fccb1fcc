/**
 * Reads the data that a customer states: a name, a document number in its one spelling for comparisons, a birth date
 * and the age it means. Masks the parts that are shown back. Pure.
 */
import {
  CARD_ID_LENGTH_MAX,
  CARD_ID_LENGTH_MIN,
  latestAdultBirth,
  NAME_LENGTH_MAX,
  NAME_LENGTH_MIN,
  type Reason,
} from '@veritick/contract'
import type { Millis } from '@veritick/domain'

type Read = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly reason: Reason }

const good = (value: string): Read => ({ ok: true, value })
const bad = (reason: Reason): Read => ({ ok: false, reason })

/** Spaces made single. A name has a letter and nothing that is not written: no digits, no signs of control. */
export function readName(text: string): Read {
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ')
  const { length } = [...name]
  if (length < NAME_LENGTH_MIN || length > NAME_LENGTH_MAX) return bad('name_malformed')
  return /^[\p{L}\p{M}\p{Pd} .,'’·ー]+$/u.test(name) && /\p{L}/u.test(name) ? good(name) : bad('name_malformed')
}

/**
 * The words of a name for comparisons: in capital letters, without accents, sorted. `Müller, Ana-Maria` -> `ANA`,
 * `MARIA`, `MULLER`.
 */
export function namePartsOf(name: string): readonly string[] {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()
  return letters
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .sort()
}

/** The number as typed, without spaces around it. Refusal: `card_id_malformed`. */
export function readCardId(text: string): Read {
  return cardIdCanonical(text) === undefined ? bad('card_id_malformed') : good(text.trim())
}

/** Capital letters and digits only, so that "A 123-456(7)" and "a1234567" are the same document. */
export function cardIdCanonical(text: string): string | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .toUpperCase()
    .replace(/[\s.\-–/()]/g, '')
  const fits = plain.length >= CARD_ID_LENGTH_MIN && plain.length <= CARD_ID_LENGTH_MAX
  return fits && /^[A-Z0-9]+$/.test(plain) && /[0-9]/.test(plain) ? plain : undefined
}

const EARLIEST_YEAR = 1900

/** A past day of the calendar that makes the customer old enough. Refusals: `birth_date_malformed`, `under_age`. */
export function readBirthDate(text: string, now: Millis): Read {
  const date = text.trim()
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return bad('birth_date_malformed')
  const moment = Date.parse(`${date}T00:00:00Z`)
  // The 31st of February rolls over instead of failing.
  if (Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== date) return bad('birth_date_malformed')
  if (Number(date.slice(0, 4)) < EARLIEST_YEAR || moment > now) return bad('birth_date_malformed')
  return date <= latestAdultBirth(new Date(now).toISOString().slice(0, 10)) ? good(date) : bad('under_age')
}

/** `Chan Tai Man` -> `C*** T*** M***`. */
export function maskedName(name: string): string {
  return name
    .split(' ')
    .map((word) => `${[...word][0] ?? ''}***`)
    .join(' ')
}

/** `A1234567` -> `A***67`: one character in front, two behind. */
export const maskedCardId = (cardId: string): string => `${cardId.slice(0, 1)}***${cardId.slice(-2)}`

/** `1990-02-28` -> `1990-**-**`. */
export const maskedBirthDate = (birthDate: string): string => (birthDate === '' ? '' : `${birthDate.slice(0, 4)}-**-**`)
