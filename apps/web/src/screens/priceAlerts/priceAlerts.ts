/**
 * The form of a price alert as pure functions. The side follows from the typed price and the current bid: a price above
 * the bid waits for a rise, a price below it for a fall.
 */
import { type CallInput, PRICE_ALERTS, type PriceAlert, type PriceAlertSide } from '@veritick/contract'
import { formatDecimal, PRICE_MAX, parseDecimal, points } from '@veritick/domain'
import type { Translate } from '../../i18n/i18n.ts'
import { farFrom } from '../ticket/farFrom.ts'
import { typedPriceNear } from '../ticket/typed.ts'

export type AlertForm = { readonly price: string; readonly repeat: boolean; readonly note: string }

/** The reason words of the server for the same faults. */
export type AlertFault =
  | 'number_malformed'
  | 'price_off_step'
  | 'number_out_of_range'
  | 'price_not_positive'
  | 'price_alert_reached'

/** `far`: the distance from the market in percent, as text, if the price is far from it. */
export type AlertReading =
  | { readonly side: PriceAlertSide; readonly far?: string; readonly fault?: never }
  | { readonly side?: never; readonly far?: never; readonly fault: AlertFault }

/** A new alert starts at the current price. */
export function formOf(alert: PriceAlert | undefined, bid: string | undefined): AlertForm {
  return alert === undefined
    ? { price: bid ?? '', repeat: false, note: '' }
    : { price: alert.price, repeat: alert.repeat, note: alert.note }
}

const FAULTS = {
  not_a_number: 'number_malformed',
  too_precise: 'price_off_step',
  out_of_range: 'number_out_of_range',
} as const

/** `undefined`: there is no price yet, so no alert can be set. `kept`: the price of the alert that is changed. */
export function readForm(
  { price }: Pick<AlertForm, 'price'>,
  market: { readonly bid: string | undefined; readonly decimals: number },
  kept?: string,
): AlertReading | undefined {
  const bid = market.bid === undefined ? undefined : parseDecimal(market.bid, market.decimals)
  if (typeof bid !== 'number') return undefined
  const value = parseDecimal(price, market.decimals)
  if (typeof value !== 'number') return { fault: FAULTS[value] }
  if (value <= 0) return { fault: 'price_not_positive' }
  if (value > PRICE_MAX) return { fault: 'number_out_of_range' }
  if (value === bid) return { fault: 'price_alert_reached' }
  const near = price === kept || bid <= 0 ? undefined : points(bid)
  if (typedPriceNear(price, market.decimals, near) === 'not_a_number') return { fault: 'number_malformed' }
  const far = bid > 0 ? farFrom(points(value), points(bid)) : undefined
  return { side: value > bid ? 'above' : 'below', ...(far !== undefined && { far }) }
}

/** Text that is no price is answered with the price of the market in the writing of the language. */
export function faultText(t: Translate, fault: AlertFault, bid: string | undefined): string {
  if (fault === 'number_malformed' && bid !== undefined) return t('ticket.digits', { example: bid })
  return t(`refusals.${fault}`)
}

/** One tap moves the price by a power of ten near 0.01 % of it. */
export function alertSteps(bid: string | undefined, decimals: number) {
  const value = bid === undefined ? undefined : parseDecimal(bid, decimals)
  let step = 1
  if (typeof value === 'number') while (step * 100_000 <= value) step *= 10
  const text = formatDecimal(step, decimals)
  return { decimals, step: text, min: text }
}

/** Whether the server would refuse the note for its length. */
export const isNoteTooLong = ({ note }: Pick<AlertForm, 'note'>): boolean => note.length > PRICE_ALERTS.noteMax

type Terms = Omit<CallInput<'priceAlertAdd'>, 'forex_id'>

export function termsOf({ price, repeat, note }: AlertForm, side: PriceAlertSide): Terms {
  return { side, price, repeat, note }
}

/** Identifies the content of a form: sending it again before the answer repeats the same request. */
export const intentOf = (alert: number | undefined, { side, price, repeat, note }: Terms): string =>
  JSON.stringify([alert ?? 'new', side, price, repeat, note])

/** The alerts of one instrument; alerts that can still fire come first. */
export function alertsOfInstrument(list: readonly PriceAlert[], instrument: number): readonly PriceAlert[] {
  const own = list.filter(({ forex_id }) => forex_id === instrument)
  const isDone = ({ state }: PriceAlert) => state === 'done'
  return [...own.filter((each) => !isDone(each)), ...own.filter(isDone)]
}

/** Alerts that can still fire, for the mark on the bell. */
export const waitingCount = (list: readonly PriceAlert[], instrument: number): number =>
  list.filter(({ forex_id, state }) => forex_id === instrument && state !== 'done').length
