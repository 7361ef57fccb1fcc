/** Identity verification as pure functions: the form, its faults, the request, and the timeline. */
import {
  CARD_ID_LENGTH_MAX,
  CARD_ID_LENGTH_MIN,
  type CallData,
  type CallInput,
  latestAdultBirth,
  NAME_LENGTH_MIN,
  REVIEW_STATUS,
} from '@veritick/contract'
import type { Key } from '@veritick/locales'
import { signOf } from '../../format/price.ts'

export type Center = CallData<'identityCenter'>

/**
 * `front` and `reverse`: URLs of the uploaded pictures; empty without an upload. `after`: the last submission at the
 * choice of the pictures.
 */
export type IdentityDraft = {
  readonly name: string
  readonly card: string
  readonly country: string
  readonly birth: string
  readonly front: string
  readonly reverse: string
  readonly after: string
}

/** Kept until the verification succeeds, so that a rejected form need not be typed again. */
export const IDENTITY_DRAFT = 'identity'
export const IDENTITY_BLANK: IdentityDraft = {
  name: '',
  card: '',
  country: '',
  birth: '',
  front: '',
  reverse: '',
  after: '',
}

/** The country of the registration is the default. */
export const countryOf = (draft: IdentityDraft, center: Pick<Center, 'country'>): string =>
  draft.country || center.country

export type Pictures = Pick<IdentityDraft, 'front' | 'reverse'>
type Submitted = Pick<Center, 'submitted_at'>
const NO_PICTURES: Pictures = { front: '', reverse: '' }

const areOld = (draft: Pick<IdentityDraft, 'after'>, center: Submitted): boolean =>
  draft.after !== (center.submitted_at ?? '')

/** A picture can be submitted once. Afterwards the form asks for new pictures and keeps the text. */
export const picturesOf = (draft: IdentityDraft, center: Submitted): Pictures =>
  areOld(draft, center) ? NO_PICTURES : { front: draft.front, reverse: draft.reverse }

/** A newly chosen picture replaces submitted ones. */
export const withPictures = (
  draft: IdentityDraft,
  chosen: Partial<Pictures>,
  center: Submitted,
): Partial<IdentityDraft> => ({
  ...(areOld(draft, center) && NO_PICTURES),
  ...chosen,
  after: center.submitted_at ?? '',
})

type Rules = { readonly restricted: readonly string[]; readonly today: string }

export function identityFaults(draft: Omit<IdentityDraft, 'after'>, { restricted, today }: Rules) {
  return {
    name: nameFault(draft.name),
    card: cardFault(draft.card),
    country: countryFault(draft.country, restricted),
    birth: birthFault(draft.birth, today),
    front: draft.front === '' ? 'identity.front_missing' : undefined,
    reverse: draft.reverse === '' ? 'identity.reverse_missing' : undefined,
  } satisfies { readonly [F in Exclude<keyof IdentityDraft, 'after'>]: Key | undefined }
}

function nameFault(name: string): Key | undefined {
  if (name.trim() === '') return 'identity.name_missing'
  return [...name.trim()].length < NAME_LENGTH_MIN ? 'refusals.name_malformed' : undefined
}

/** Letters and digits of any script; other characters do not count. */
function cardFault(card: string): Key | undefined {
  if (card.trim() === '') return 'identity.card_missing'
  const length = card.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return length < CARD_ID_LENGTH_MIN || length > CARD_ID_LENGTH_MAX ? 'refusals.card_id_malformed' : undefined
}

function countryFault(country: string, restricted: readonly string[]): Key | undefined {
  if (country === '') return 'register.country_missing'
  return restricted.includes(country) ? 'refusals.country_restricted' : undefined
}

/**
 * `birth` and `today` as YYYY-MM-DD, which compare as text. The server takes a submission without a birth date, unless
 * the operator wants it; the app always asks, because no customer is verified without one.
 */
function birthFault(birth: string, today: string): Key | undefined {
  if (birth === '') return 'refusals.birth_date_missing'
  return birth > latestAdultBirth(today) ? 'refusals.under_age' : undefined
}

export function identityInput(draft: Omit<IdentityDraft, 'after'>): CallInput<'identitySubmit'> {
  return {
    name: draft.name.trim(),
    card_id: draft.card.trim(),
    front_pic: draft.front,
    reverse_pic: draft.reverse,
    country: draft.country,
    birth_date: draft.birth,
  }
}

/** The server's field names and the fields of the form. */
export const IDENTITY_WIRE = {
  name: 'name',
  card_id: 'card',
  country: 'country',
  birth_date: 'birth',
  front_pic: 'front',
  reverse_pic: 'reverse',
} as const

export type WayStep = {
  readonly name: 'submitted' | 'checking' | 'verified' | 'rejected'
  readonly state: 'done' | 'now' | 'next' | 'ended'
  /** Unix milliseconds. */
  readonly at?: number
  readonly note?: string
}

/** Past, current and next steps; empty before the first submission. */
export function wayOf(center: Pick<Center, 'review_status' | 'timeline'>): readonly WayStep[] {
  const recorded = center.timeline.map(
    ({ step, at, note }): WayStep => ({
      name: step,
      state: step === 'rejected' ? 'ended' : 'done',
      at: Date.parse(at),
      ...(note !== '' && { note }),
    }),
  )
  if (center.review_status !== REVIEW_STATUS.waiting) return recorded
  return [...recorded, { name: 'checking', state: 'now' }, { name: 'verified', state: 'next' }]
}

/** The next step of a verified customer: without a balance there is nothing to withdraw. */
export function stepVerified(balance: string | undefined) {
  return balance !== undefined && signOf(balance) === 1
    ? ({ to: '/mine/withdraw', label: 'account.row_withdraw' } as const)
    : ({ to: '/mine/charge', label: 'account.row_deposit' } as const)
}
