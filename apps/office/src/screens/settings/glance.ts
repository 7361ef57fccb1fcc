/** A setting in a few words, for the list of settings. */
import { moneyOf } from '@veritick/contract'
import type { SettingKey } from '@veritick/contract/office'
import {
  canPriceAge,
  confirmsDepositPrice,
  confirmsPrice,
  must,
  type PricedCurrency,
  type PricedDeposit,
} from '@veritick/domain'
import { amountText } from '../../format/money.ts'
import { ageText } from '../../format/time.ts'
import { recordsOf } from './draft.ts'
import { FORMS, type Form } from './forms.ts'

const WORDS_SHOWN = 6

export function glance(key: SettingKey, value: unknown): string {
  const form = FORMS[key]
  switch (form.kind) {
    case 'rows':
      return rowsGlance(value)
    case 'words':
      return wordsSummary(value)
    case 'record':
      return recordGlance(value)
    default:
      break
  }
  const { field } = form
  if (field.kind === 'choice') return field.choices.find(([each]) => each === value)?.[1] ?? ''
  if (field.kind === 'whole' && field.unit === 'hours' && value === 0) return 'none'
  if (field.kind === 'whole') return `${String(value)} ${field.unit ?? ''}`.trim()
  if (field.kind === 'decimal') return `${amountText(String(value))} USD`
  return value === '' ? 'empty' : String(value)
}

function rowsGlance(value: unknown): string {
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  if (rows.length === 0) return 'none'
  const off = rows.filter(
    (row) => typeof row === 'object' && row !== null && 'enabled' in row && row.enabled === false,
  ).length
  const trial = rows.filter(
    (row) => typeof row === 'object' && row !== null && 'trial' in row && row.trial === true,
  ).length
  const counted = (count: number) => (count === rows.length ? 'all' : String(count))
  const states = [
    { word: 'off', count: off },
    { word: 'for trying out', count: trial },
  ].filter(({ count }) => count > 0)
  if (rows.length === 1) return `1 ${states.map(({ word }) => word).join(', ')}`.trim()
  return [rows.length, ...states.map(({ word, count }) => `${counted(count)} ${word}`)].join(', ')
}

function recordGlance(value: unknown): string {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : ''
  return typeof name === 'string' && name !== '' ? name : 'not stated'
}

function wordsSummary(value: unknown): string {
  const words: readonly unknown[] = Array.isArray(value) ? value : []
  if (words.length === 0) return 'none'
  const more = words.length - WORDS_SHOWN
  return words.slice(0, WORDS_SHOWN).join(' ') + (more > 0 ? ` and ${more} more` : '')
}

type Priced = {
  readonly key: SettingKey
  readonly value: unknown
  readonly set_at: number | null
  readonly next: { readonly value: unknown; readonly set_at: number } | null
}

const PRICED: readonly SettingKey[] = ['charge_networks', 'charge_symbols', 'draw_currencies']

/** True for lists of prices. False for the default, which is empty. */
export const hasPriceAge = ({ key, set_at }: Pick<Priced, 'key' | 'set_at'>): boolean =>
  PRICED.includes(key) && set_at !== null

/**
 * The age of the oldest price in force, as the server counts it: when it exceeds the limit, withdrawals stop and
 * deposits need two approvers. `undefined`: there is none.
 */
export function priceAgeText(setting: Priced, now: number): string | undefined {
  const { key, value, set_at, next } = setting
  if (!hasPriceAge(setting) || set_at === null) return undefined
  const isConfirmed =
    key === 'draw_currencies'
      ? areConfirmed(currenciesOf(value), currenciesOf(next?.value), confirmsPrice)
      : areConfirmed(depositsOf(value), depositsOf(next?.value), confirmsDepositPrice)
  return `Prices set or confirmed ${ageText(now - (isConfirmed ? (next?.set_at ?? set_at) : set_at))} ago`
}

function areConfirmed<Entry extends Pick<PricedDeposit, 'enabled' | 'usd_price'>>(
  now: readonly Entry[],
  waiting: readonly Entry[],
  confirms: (waiting: readonly Entry[], entry: Entry) => boolean,
): boolean {
  const aging = now.filter((entry) => entry.enabled && canPriceAge(entry))
  return aging.length > 0 && aging.every((entry) => confirms(waiting, entry))
}

/** As a list that was saved holds them. An entry of a settings file may leave `enabled` out. */
const currenciesOf = (value: unknown): readonly PricedCurrency[] =>
  recordsOf(value).map((row) => ({
    id: Number(row.id),
    type: Number(row.type),
    code: String(row.code),
    protocol: String(row.protocol).trim(),
    enabled: row.enabled !== false,
    usd_price: must(moneyOf(String(row.usd_price)), 'a list with another price is not saved'),
  }))

const depositsOf = (value: unknown): readonly PricedDeposit[] =>
  recordsOf(value).map((row) => ({
    id: Number(row.id),
    currency: String(row.currency_code ?? row.name),
    enabled: row.enabled !== false,
    usd_price: must(moneyOf(String(row.usd_price)), 'a list with another price is not saved'),
  }))

/**
 * The sentence that says which people can see the setting. A payment channel is no public setting, but customers see
 * each offered entry.
 */
export function readersText(setting: { readonly is_public: boolean; readonly group: string }): string {
  if (setting.is_public || setting.group === 'company') return 'The customers’ app reads it.'
  return setting.group === 'channels' ? 'Customers see each entry that is offered to them.' : 'Only staff see it.'
}

type Fault = { readonly path: readonly (string | number)[]; readonly message: string }

/**
 * A fault that the server found, with its path under the labels of the form: `network 2, Address: the checksum is
 * wrong.`
 */
export function faultText(form: Form, value: unknown, fault: Fault): string {
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  const place = fault.path
    .map((step) => (typeof step === 'number' ? entryName(form, rows[step], step) : fieldName(form, step)))
    .join(', ')
  return place === '' ? fault.message : `${place}: ${fault.message}`
}

function entryName(form: Form, row: unknown, step: number): string {
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : step + 1
  return form.kind === 'rows' ? `${form.of} ${id}` : `entry ${step + 1}`
}

function fieldName(form: Form, step: string): string {
  return (
    (form.kind === 'rows' || form.kind === 'record'
      ? form.fields.find(({ name }) => name === step)?.label
      : undefined) ?? step
  )
}
