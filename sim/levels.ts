/**
 * Checks the state after a quote of an open market by brute force, over everything that the engine shows. It finds a
 * stop-loss, take-profit or target that the quote reached, an account past a level without its notice, a stop-out that
 * was not carried out, and a debt of an account without a position.
 */
import { accountId, compareLevel, pendingFills, protectionHit, STOP_OUT_LEVEL } from '@veritick/domain'
import type { AccountView, Command, Engine, Event } from '@veritick/engine'

type Scene = {
  readonly engine: Engine
  readonly quote: Extract<Command, { kind: 'quote' }>
  /** The effects of the quote. */
  readonly events: readonly Event[]
  /** Whether a notice is armed, by account and level. */
  readonly armed: ReadonlyMap<string, boolean>
  /** Instruments that the feed has quoted since the last restart. */
  readonly published: ReadonlyMap<number, unknown>
}

/** The sentence about a step that the engine left out, or undefined. */
export function leftUndone(scene: Scene): string | undefined {
  // Notices are checked before the stop-out, so what the stop-out repairs is noticed on the next quote.
  const repaired = new Set(scene.events.flatMap((event) => (event.kind === 'stopped_out' ? [event.account] : [])))
  for (const id of scene.engine.accounts()) {
    const account = scene.engine.account(id)
    if (account === undefined) return `account ${id} is listed and unknown`
    const found =
      reached(scene, id) ??
      debtFault(account) ??
      (isPriced(scene, id) ? marginFault(scene, account, repaired.has(id)) : undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/** A target waits like the notices of its account; a stop-loss or take-profit never does. */
function reached(scene: Scene, account: number): string | undefined {
  const { engine, quote } = scene
  const { bid, ask, instrument } = quote
  for (const order of engine.orders(accountId(account), 'holding')) {
    const { side, stopLoss, takeProfit } = order
    if (order.instrument !== instrument) continue
    const hit = protectionHit({ side, stopLoss, takeProfit, bid, ask })
    if (hit !== undefined) return `the quote reached the ${hit} of order ${order.order}`
  }
  for (const { order, side, pending, price, ...rest } of engine.orders(accountId(account), 'pending')) {
    if (rest.instrument !== instrument || pending === undefined || !isPriced(scene, account)) continue
    if (pendingFills({ side, kind: pending, target: price, bid, ask }))
      return `the quote reached the target of order ${order}`
  }
  return undefined
}

function debtFault({ account, holdings, balance }: AccountView): string | undefined {
  return holdings === 0 && balance < 0 ? `account ${account} holds nothing and stands at ${balance}` : undefined
}

/** After a restart an account waits until the feed has quoted the price and the rate of each of its positions. */
function isPriced({ engine, published }: Scene, account: number): boolean {
  return engine.orders(accountId(account), 'holding').every(({ instrument }) => {
    const conversion = engine.market(instrument)?.terms.conversion
    const source = conversion?.kind === 'multiply' || conversion?.kind === 'divide' ? conversion.instrument : instrument
    return published.has(instrument) && published.has(source)
  })
}

function marginFault(scene: Scene, account: AccountView, repaired: boolean): string | undefined {
  return noticeFault(scene, account, repaired) ?? notStoppedOut(scene, account)
}

const NOTICES = [
  { level: 100, rearm: 105 },
  { level: 75, rearm: 80 },
] as const

function noticeFault(
  { armed }: Scene,
  { account, equity, marginUsed }: AccountView,
  repaired: boolean,
): string | undefined {
  for (const { level, rearm } of NOTICES) {
    const waits = armed.get(`${account} ${level}`) ?? true
    if (waits && compareLevel(equity, marginUsed, level) < 0)
      return `account ${account} is below ${level} and got no notice`
    if (waits || repaired) continue
    if (compareLevel(equity, marginUsed, rearm) >= 0) return `account ${account} has recovered past ${level} unnoticed`
  }
  return undefined
}

function notStoppedOut({ engine, published }: Scene, { account, equity, marginUsed }: AccountView): string | undefined {
  if (compareLevel(equity, marginUsed, STOP_OUT_LEVEL) > 0) return undefined
  const closable = engine
    .orders(account, 'holding')
    .find(({ instrument }) => engine.market(instrument)?.status === 'open' && published.has(instrument))
  return closable === undefined
    ? undefined
    : `account ${account} is at the stop-out and order ${closable.order} is still open`
}
