/**
 * The prices of a customer's command as the customer wrote them. How many decimals they may have depends on the
 * instrument, and a change of an order does not name its instrument. The engine knows it at once, also of an order that
 * is not durable yet, so the core reads the prices in the turn in which it decides the command.
 */
import { assert, type Points, type PriceFault, parsePrice } from '@veritick/domain'
import type { Command, Engine } from '@veritick/engine'

export const PRICE_NAMES = ['target', 'stopLoss', 'takeProfit', 'seenPrice'] as const
export type PriceName = (typeof PRICE_NAMES)[number]

/** Decimal text; `undefined`: the command keeps its own. */
export type WrittenPrices = { readonly [Name in PriceName]: string | undefined }

export type PriceRefusal = {
  readonly ok: false
  readonly reason: PriceFault | 'target_missing'
  readonly price: PriceName
}

type Read = { readonly ok: true; readonly command: Command } | PriceRefusal

/**
 * The command with its prices, or the first that is wrong. A target of 0 is `target_missing`: without its target a
 * pending order would fill at once. Prices at an unknown instrument, or of an order that is not a living one of the
 * account, are not read: the engine refuses such a command, and the refusal says nothing about the order.
 */
export function readPrices(engine: Engine, command: Command, prices: WrittenPrices | undefined): Read {
  const written = PRICE_NAMES.filter((name) => prices?.[name] !== undefined)
  if (prices === undefined || written.length === 0) return { ok: true, command }
  const precision = precisionOf(engine, command)
  if (precision === undefined) return { ok: true, command }
  const values: { [Name in PriceName]?: Points | undefined } = {}
  for (const name of written) {
    const price = parsePrice(prices[name] ?? '', precision)
    if (!price.ok) return { ok: false, reason: price.reason, price: name }
    if (name === 'target' && price.value === undefined) return { ok: false, reason: 'target_missing', price: name }
    values[name] = price.value
  }
  // The caller writes only prices that a command of this kind has.
  return { ok: true, command: { ...command, ...values } as Command }
}

function precisionOf(engine: Engine, command: Command): number | undefined {
  const instrument = instrumentOf(engine, command)
  return instrument === undefined ? undefined : engine.market(instrument)?.terms.pricePrecision
}

function instrumentOf(engine: Engine, command: Command): number | undefined {
  if ('instrument' in command) return command.instrument
  assert('order' in command, `a command with written prices is about an order: ${command.kind}`)
  const view = engine.order(command.order)
  return view?.account === command.account ? view.instrument : undefined
}
