/**
 * A change of the fees affects waiting orders: their owners are told the old and the new fee. The fees at the
 * checkpoint are stored with it, so a crash between the change and the notice loses none.
 */

import {
  type AccountId,
  type FeeType,
  feeIfFits,
  type InstrumentTerms,
  type Micros,
  type Millis,
  marginIfFits,
  micros,
  type Ppm,
  ppm,
} from '@veritick/domain'
import { type Event, type MarketView, ORDERS_PER_ANSWER_MAX, type OrderView } from '@veritick/engine'
import { z } from 'zod'
import type { Core } from '../../core/index.ts'
import type { Ids } from '../../services/encryption/index.ts'
import { centsText } from '../money/index.ts'
import type { AccountNotice, InstrumentNames } from './facts.ts'

type Rates = { readonly feePerLot: Micros; readonly feeOfMargin: Ppm }
/** The kind of fee and each instrument's rates. */
export type Fees = { readonly feeType: FeeType; readonly rates: ReadonlyMap<number, Rates> }

/** Before the first event: the engine begins with fee type 1 and knows no instrument. */
export const NO_FEES: Fees = { feeType: 1, rates: new Map() }
/** Orders that one notice names. */
const NAMED_MAX = 20

export const isFeeEvent = (event: Event): boolean => event.kind === 'fee_type_set' || event.kind === 'instrument_set'

export function feesAfter(fees: Fees, events: readonly Event[]): Fees {
  let { feeType } = fees
  const rates = new Map(fees.rates)
  for (const event of events) {
    if (event.kind === 'fee_type_set') feeType = event.feeType
    if (event.kind !== 'instrument_set') continue
    const { id, feePerLot, feeOfMargin } = event.terms
    rates.set(id, { feePerLot, feeOfMargin })
  }
  return { feeType, rates }
}

const KEPT = z.object({ feeType: z.literal([1, 2]), rates: z.array(z.tuple([z.int(), z.int(), z.int()])) })

export function feesFrom(text: string): Fees {
  const { feeType, rates } = KEPT.parse(JSON.parse(text))
  return {
    feeType,
    rates: new Map(
      rates.map(([id, perLot, ofMargin]) => [id, { feePerLot: micros(perLot), feeOfMargin: ppm(ofMargin) }]),
    ),
  }
}

export const feesText = ({ feeType, rates }: Fees): string =>
  JSON.stringify({ feeType, rates: [...rates].map(([id, { feePerLot, feeOfMargin }]) => [id, feePerLot, feeOfMargin]) })

type Changed = { readonly view: OrderView; readonly code: string; readonly before: Micros; readonly after: Micros }

/**
 * One notice for each account whose pending orders cost more or less than before, by account number. The owners of
 * orders placed after `at` were told the new fee.
 */
export async function feeNotices(
  core: Pick<Core, 'query'>,
  change: {
    readonly before: Fees
    readonly after: Fees
    readonly at: Millis
    readonly ids: Pick<Ids, 'order'>
    readonly names: InstrumentNames
  },
): Promise<AccountNotice[]> {
  const changed = new Map<AccountId, Changed[]>()
  for (let after = 0; ; ) {
    const question = { placedUntil: change.at, after, limit: ORDERS_PER_ANSWER_MAX }
    const { orders, last } = await core.query({ kind: 'pendings', ...question })
    const markets = await marketsOf(core, orders)
    for (const view of orders) {
      const each = changedFee(markets.get(view.instrument), view, change)
      if (each === undefined) continue
      const { code } = await change.names(view.instrument)
      changed.set(view.account, [...(changed.get(view.account) ?? []), { ...each, code }])
    }
    if (last === undefined) break
    after = last
  }
  const accounts = [...changed].sort(([one], [two]) => one - two)
  return accounts.map(([account, orders]) => ({ account, at: change.at, facts: factsOf(orders, change.ids) }))
}

async function marketsOf(
  core: Pick<Core, 'query'>,
  orders: readonly OrderView[],
): Promise<ReadonlyMap<number, MarketView | undefined>> {
  const instruments = [...new Set(orders.map(({ instrument }) => instrument))]
  const markets = await core.query({ kind: 'markets', instruments })
  return new Map(instruments.map((instrument, at) => [instrument, markets[at]]))
}

function changedFee(
  market: MarketView | undefined,
  view: OrderView,
  { before, after }: { readonly before: Fees; readonly after: Fees },
): Omit<Changed, 'code'> | undefined {
  const [old, now] = [before.rates.get(view.instrument), after.rates.get(view.instrument)]
  if (old === undefined || now === undefined || market === undefined) return undefined
  const { terms, conversion } = market
  const margin = marginAt(terms, view, conversion)
  const fee = (feeType: FeeType, rates: Rates): Micros | undefined =>
    feeType === 1 || margin !== undefined
      ? feeIfFits({ feeType, terms: rates, lots: view.lots, margin: margin ?? micros(0) })
      : undefined
  const [first, then] = [fee(before.feeType, old), fee(after.feeType, now)]
  return first === undefined || then === undefined || first === then ? undefined : { view, before: first, after: then }
}

/** At the target, as the engine will charge it; `undefined` while there is no rate to USD. */
function marginAt(
  terms: InstrumentTerms,
  { lots, price, leverage }: OrderView,
  conversion: Parameters<typeof marginIfFits>[0]['conversion'] | undefined,
) {
  return conversion === undefined ? undefined : marginIfFits({ terms, lots, price, leverage, conversion })
}

function factsOf(changed: readonly Changed[], ids: Pick<Ids, 'order'>): AccountNotice['facts'] {
  const sum = (of: (each: Changed) => number) => changed.reduce((total, each) => total + of(each), 0)
  const [first] = changed
  const lines = changed
    .slice(0, NAMED_MAX)
    .map(
      ({ view, code, before, after }) =>
        `#${ids.order(view.order)} ${code}: ${centsText(before)} → ${centsText(after)} USD`,
    )
  const more = changed.length - lines.length
  const facts = {
    kind: 'fee_changed',
    feeBefore: sum((each) => each.before),
    feeAfter: sum((each) => each.after),
  } as const
  if (first !== undefined && changed.length === 1) return { ...facts, order: first.view.order, code: first.code }
  return { ...facts, list: [...lines, ...(more > 0 ? [`… +${more}`] : [])].join('\n') }
}
