/**
 * The order that a customer names: living ones from the core, ended ones from the read table. Another customer's order
 * is answered as one that does not exist, after the same look-ups, so that the answer says nothing about it.
 */
import type { AccountId } from '@veritick/domain'
import type { OrderSeen } from '@veritick/engine'
import { type Refusal, refuse } from '../../calls/index.ts'
import { type OrderRow, orderOf } from '../../projections/index.ts'
import type { Context } from './context.ts'
import { instrumentOf, type ShownInstrument } from './instrument.ts'
import { type Shown, shownFromRow, shownFromSeen } from './shown.ts'

export type Found = { readonly ok: true; readonly shown: Shown; readonly entry: ShownInstrument } | Refusal

type Parts = Pick<Context, 'core' | 'store' | 'market'>
type OrderOfAccount = { readonly order: number; readonly account: AccountId }

/** Refusals: `order_unknown`, `instrument_unknown`. */
export async function findOrder(parts: Parts, request: OrderOfAccount): Promise<Found> {
  const living = await livingOrder(parts.core, request)
  if (living !== undefined) return found(parts, shownFromSeen(living))
  const row = await endedOrder(parts, request)
  return row === undefined ? refuse('order_unknown', 'id') : found(parts, shownFromRow(row))
}

/** A pending order or a holding of this account; `undefined`: the account has no such living order. */
export async function livingOrder(
  core: Pick<Context['core'], 'query'>,
  request: OrderOfAccount,
): Promise<OrderSeen | undefined> {
  const seen = await core.query({ kind: 'order', order: request.order })
  return seen?.view.account === request.account ? seen : undefined
}

/** An order of this account in the read table, which holds everything that is durable now. */
export async function endedOrder({ core, store }: Parts, request: OrderOfAccount): Promise<OrderRow | undefined> {
  await core.projected()
  const row = await orderOf(store.db, request.order)
  return row?.account === request.account ? row : undefined
}

async function found(parts: Parts, shown: Shown): Promise<Found> {
  const entry = await instrumentOf(parts, shown.instrument)
  return entry === undefined ? refuse('instrument_unknown') : { ok: true, shown, entry }
}
