/** Terms of an instrument as typed, and as the server takes them. */

import type { OfficeData } from '@veritick/contract/office'
import { type DecimalFault, formatDecimal, LOT_DECIMALS, parseDecimal } from '@veritick/domain'
import type { Typed } from '../../actions/CheckAndSave.tsx'
import { differences } from '../../actions/difference.ts'
import { typedText } from '../../format/money.ts'

export type Instrument = OfficeData<'instrumentList'>['data'][number]
export type Terms = Instrument['terms']

/** The effects of a change (decision 27), shown before it is saved. */
export const NEW_TERMS_LEAD =
  'Sizes, leverages and fees apply to orders opened from then on, pending ones included; open orders keep theirs. ' +
  'Owners of pending orders are told of another fee. A pending order ends at ' +
  'its target where its size or leverage is no longer offered. An overnight rate applies from the next night on, ' +
  'also to open orders. No price and no fill changes.'

export type TermsDraft = { readonly [Name in keyof Terms]: Terms[Name] extends boolean ? boolean : string }

export type TermField = {
  readonly name: Exclude<keyof Terms, 'enabled' | 'leverages'>
  readonly label: string
  readonly help?: string
}

const FEE_MAX = 'At most three times the fee of the catalogue. Other staff are told by mail.'

export const TERM_FIELDS: readonly TermField[] = [
  { name: 'lot_min', label: 'Smallest size, lots' },
  { name: 'lot_max', label: 'Largest size, lots' },
  { name: 'lot_step', label: 'Step, lots', help: 'May only become finer.' },
  { name: 'fee_per_lot', label: 'Fee per lot, USD', help: `When the fee of an order is lots times rate. ${FEE_MAX}` },
  {
    name: 'fee_of_margin',
    label: 'Fee of the margin, share',
    help: `When the fee of an order is margin times rate: 0.01 is 1 %. ${FEE_MAX}`,
  },
  { name: 'financing_long', label: 'Overnight rate long, per year', help: 'Share; negative: the customer pays.' },
  { name: 'financing_short', label: 'Overnight rate short, per year', help: 'Share; negative: the customer pays.' },
]

type TermTexts = Omit<TermsDraft, 'enabled' | 'leverages'>

const RATE_DECIMALS = 6

export function termsDraft(terms: Terms): TermsDraft {
  const texts = Object.fromEntries(TERM_FIELDS.map(({ name }) => [name, typedText(terms[name])]))
  return { ...terms, ...texts, leverages: terms.leverages.join(' ') }
}

/** The typed terms in the server's form, or their first fault. */
export function termsOf(draft: TermsDraft, fixed: Pick<Instrument['fixed'], 'margin_mode'>): Typed<Terms> {
  const texts: Record<string, string> = {}
  for (const { name, label } of TERM_FIELDS) {
    const value = parseDecimal(draft[name].trim(), decimalsOf(name))
    if (typeof value !== 'number') return { ok: false, fault: `${label}: ${FAULTS[value]}.` }
    texts[name] = name.startsWith('lot_') ? draft[name].trim() : formatDecimal(value, RATE_DECIMALS)
  }
  const leverages = draft.leverages.split(/[\s,;]+/).filter((word) => word !== '')
  if (!leverages.every((word) => /^[1-9]\d{0,4}$/.test(word)))
    return { ok: false, fault: 'Leverages: whole numbers, such as 10 20 50.' }
  if (fixed.margin_mode === 'leveraged' && leverages.length === 0)
    return { ok: false, fault: 'Leverages: enter at least one.' }
  if (fixed.margin_mode === 'fixed' && leverages.length > 0)
    return { ok: false, fault: 'Leverages: leave empty for a fixed margin.' }
  return { ok: true, value: { ...(texts as TermTexts), enabled: draft.enabled, leverages: leverages.map(Number) } }
}

const FAULTS: Readonly<Record<DecimalFault, string>> = {
  not_a_number: 'write a number such as 0.50',
  too_precise: 'it has too many decimals',
  out_of_range: 'it is too large',
}

const decimalsOf = (name: TermField['name']): number => (name.startsWith('lot_') ? LOT_DECIMALS : RATE_DECIMALS)

/** Only changed terms are sent; the others stay as they are on the server. */
export function changedTerms(before: Terms, after: Terms): Partial<Terms> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => differences(before[name as keyof Terms], value).length > 0),
  )
}

export const hasNewerTerms = (
  shown: Pick<Instrument, 'changed_version'>,
  base: Pick<Instrument, 'changed_version'>,
): boolean => shown.changed_version > base.changed_version

/** The label of a term. */
export function labelOf(name: string): string {
  if (name === 'enabled') return 'Open for new orders'
  if (name === 'leverages') return 'Leverages'
  return TERM_FIELDS.find((field) => field.name === name)?.label ?? name
}

/** Terms under their labels. */
export function labelled(terms: Partial<Terms>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(terms).map(([name, value]) => [labelOf(name), value]))
}
