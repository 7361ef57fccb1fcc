/**
 * The order that a customer names, before anything is done with it: living ones from the engine, ended ones from the read table. Another
 * customer's order is answered as one that does not exist, after the same look-ups, so that the answer says nothing about it.
 */

import { orderOf, ordersOf } from '../../core/queries.ts'
import type { House } from '../../house.ts'
import { type Refusal, refuse } from '../../http/answer.ts'
import { entryOf, type ShownEntry } from './entry.ts'
import { factsFromRow, NO_FACTS, type OpeningFacts, type Shown, shownFromRow, shownFromView } from './shown.ts'
import { fillPrice } from './wire.ts'

export type Found = { readonly ok: true; readonly shown: Shown; readonly entry: ShownEntry } | Refusal

type Parts = Pick<House, 'core' | 'store' | 'market' | 'openings'>

export async function findOrder(house: Parts, asked: { readonly order: number; readonly account: number }): Promise<Found> {
  const living = await house.core.read((engine) => {
    const view = engine.order(asked.order)
    return view?.account === asked.account ? { view, quote: engine.market(view.instrument)?.quote } : undefined
  })
  if (living !== undefined) {
    const { view, quote } = living
    const facts = view.status === 'holding' ? await factsOf(house, [view.order]) : undefined
    return found(house, shownFromView(view, facts?.get(view.order) ?? NO_FACTS, fillPrice(view.side, quote)))
  }
  await house.core.projected()
  const row = await orderOf(house.store.db, asked.order)
  return row?.account === asked.account ? found(house, shownFromRow(row)) : refuse('order_unknown', 'id')
}

/** Opening facts of living orders: from memory, else from the read tables, for which it waits only when they lack one. */
export async function factsOf(house: Parts, ids: readonly number[]): Promise<ReadonlyMap<number, OpeningFacts>> {
  const missing = ids.filter((id) => house.openings.get(id) === undefined)
  const known = ids.flatMap((id) => {
    const facts = house.openings.get(id)
    return facts === undefined ? [] : [[id, facts] as const]
  })
  if (missing.length === 0) return new Map(known)
  const read = await openedAmong(house, missing)
  if (read.size === missing.length) return new Map([...known, ...read])
  await house.core.projected()
  return new Map([...known, ...(await openedAmong(house, missing))])
}

async function openedAmong(house: Parts, ids: readonly number[]): Promise<ReadonlyMap<number, OpeningFacts>> {
  const rows = await ordersOf(house.store.db, ids)
  return new Map(rows.filter((row) => row.openedAt !== null).map((row) => [row.order, factsFromRow(row)]))
}

async function found(house: Parts, shown: Shown): Promise<Found> {
  const entry = await entryOf(house, shown.instrument)
  return entry === undefined ? refuse('instrument_unknown') : { ok: true, shown, entry }
}
