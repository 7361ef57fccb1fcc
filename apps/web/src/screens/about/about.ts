/**
 * The company page as pure functions: facts in their order, documents by kind, and the source of each claim. A fact
 * that the operator has not stated has no value, and the screen names it as missing.
 */
import { type Company, DOCUMENT_KINDS, isSafeHttps } from '@veritick/contract'

const FACTS = [
  'name',
  'subject',
  'number',
  'registered_address',
  'english_address',
  'location',
  'email',
  'url',
] as const
const PARTY = ['name', 'number', 'registered_address', 'law', 'supervisor', 'email'] as const

export type FactName = (typeof FACTS)[number] | (typeof PARTY)[number]
/** `value` `undefined`: not stated. `link`: opens it. */
export type Fact = { readonly name: FactName; readonly value: string | undefined; readonly link: string | undefined }

export const factsOf = (company: Company): readonly Fact[] => FACTS.map((name) => factOf(name, company[name]))
export const partyOf = ({ operator }: Company): readonly Fact[] => PARTY.map((name) => factOf(name, operator[name]))

function factOf(name: FactName, stated: string): Fact {
  const value = stated === '' ? undefined : stated
  return { name, value, link: linkOf(name, stated) }
}

/** Only https addresses and mail addresses become links; any other text stays text. */
export function linkOf(name: FactName, stated: string): string | undefined {
  if (name === 'url' && isSafeHttps(stated)) return stated
  if (name === 'email' && /^[^\s@<>?&#%]+@[^\s@<>?&#%]+$/.test(stated)) return `mailto:${stated}`
  return undefined
}

type Document = Company['documents'][number]

/** In the order of the specification; within a kind in the order of the operator. */
export function documentsInOrder(documents: readonly Document[]): readonly Document[] {
  return DOCUMENT_KINDS.flatMap((kind) => documents.filter((document) => document.kind === kind))
}

/** A claim with its source. A measured claim has its date. */
export type ClaimSource = { readonly kind: 'operator' } | { readonly kind: 'measured'; readonly date: string }

export const sourceOf = ({ source, measured_on: date }: Company['claims'][number]): ClaimSource =>
  source === 'measured' && date !== '' ? { kind: 'measured', date } : { kind: 'operator' }

/** The stated facts, and the missing facts, which are listed together. */
export function byStatement(facts: readonly Fact[]): {
  readonly stated: readonly Fact[]
  readonly missing: readonly Fact[]
} {
  return {
    stated: facts.filter(({ value }) => value !== undefined),
    missing: facts.filter(({ value }) => value === undefined),
  }
}

/**
 * `Registernummer · Eingetragener Sitz`: names beside each other, not a sentence with commas, in which an adjective
 * would begin with a small letter.
 */
export const besideEachOther = (names: readonly string[]): string => names.join('\u00a0· ')
