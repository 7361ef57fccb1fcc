/**
 * Closing or cancelling many orders, one after the other, as a pure state. Each order has one idempotency key, given at
 * the first request and kept for every retry, so that the order is executed once. An order without an answer is sent
 * again before the next one; its state is unknown until the answer.
 */
import { moneyOf, moneyText } from '@veritick/contract'
import { micros, must } from '@veritick/domain'
import type { Order } from '../../data/order.ts'

export type Verb = 'close' | 'cancel'

/** The fields of an order in the list. Plain data, because it is stored over a reload. */
export type Subject = Pick<Order, 'id' | 'instrument' | 'showCode' | 'side' | 'lots'>

export type ItemState =
  | { readonly kind: 'waiting' }
  /** Sent without an answer: the server may have executed it. */
  | { readonly kind: 'unknown' }
  /** Price of the close and result, wire decimals. A cancelled order has no price and no result. */
  | { readonly kind: 'done'; readonly price: string | undefined; readonly profit: string | undefined }
  /** The refusal of the server as a sentence: nothing happened. */
  | { readonly kind: 'refused'; readonly message: string }

export type Item = Subject & { readonly key: string | undefined; readonly state: ItemState }

export type Run = {
  readonly verb: Verb
  readonly items: readonly Item[]
  /** The order that awaits its answer. */
  readonly sending: number | undefined
  /** `stopping`: the order in `sending` is the last. */
  readonly phase: 'running' | 'stopping' | 'stopped' | 'finished'
}

export type RunAnswer =
  | { readonly kind: 'done'; readonly price: string | undefined; readonly profit: string | undefined }
  | { readonly kind: 'refused'; readonly message: string; readonly fatal: boolean }
  /** No answer. */
  | { readonly kind: 'lost' }
  /** The server did not read the request (busy): the state stays. */
  | { readonly kind: 'later' }

export type RunEvent =
  | { readonly kind: 'sent'; readonly id: number; readonly freshKey: string }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: RunAnswer }
  | { readonly kind: 'stop' }
  | { readonly kind: 'continue' }

export const runOf = (verb: Verb, subjects: readonly Subject[]): Run => ({
  verb,
  items: subjects.map(({ id, instrument, showCode, side, lots }) => ({
    id,
    instrument,
    showCode,
    side,
    lots,
    key: undefined,
    state: { kind: 'waiting' },
  })),
  sending: undefined,
  phase: subjects.length === 0 ? 'finished' : 'running',
})

/** The order to send now; `undefined` while an order awaits its answer, and after the end. */
export function nextOf(run: Run): Item | undefined {
  return run.phase === 'running' && run.sending === undefined ? openItem(run) : undefined
}

/** An order without an answer comes first: no other order is sent before its answer. */
const openItem = ({ items }: Run): Item | undefined =>
  items.find(({ state }) => state.kind === 'unknown') ?? items.find(({ state }) => state.kind === 'waiting')

export function runNext(run: Run, event: RunEvent): Run {
  switch (event.kind) {
    case 'sent':
      if (nextOf(run)?.id !== event.id) return run
      return { ...withItem(run, event.id, (item) => ({ ...item, key: item.key ?? event.freshKey })), sending: event.id }
    case 'answered':
      return run.sending === event.id ? answered(run, event.answer) : run
    case 'stop':
      if (run.phase !== 'running') return run
      return { ...run, phase: run.sending === undefined ? 'stopped' : 'stopping' }
    case 'continue':
      return run.phase === 'stopped' || run.phase === 'stopping' ? { ...run, phase: 'running' } : run
  }
}

function answered(run: Run, answer: RunAnswer): Run {
  const id = run.sending
  const known = id === undefined ? run : withItem(run, id, (item) => ({ ...item, state: stateAfter(item, answer) }))
  const next = { ...known, sending: undefined }
  if (openItem(next) === undefined) return { ...next, phase: 'finished' }
  const ends = run.phase === 'stopping' || (answer.kind === 'refused' && answer.fatal)
  return ends ? { ...next, phase: 'stopped' } : next
}

function stateAfter(item: Item, answer: RunAnswer): ItemState {
  switch (answer.kind) {
    case 'done':
      return { kind: 'done', price: answer.price, profit: answer.profit }
    case 'refused':
      // The end of the session gives no answer to an earlier request.
      return answer.fatal ? item.state : { kind: 'refused', message: answer.message }
    case 'lost':
      return { kind: 'unknown' }
    case 'later':
      return item.state
  }
}

const withItem = (run: Run, id: number, change: (item: Item) => Item): Run => ({
  ...run,
  items: run.items.map((item) => (item.id === id ? change(item) : item)),
})

/**
 * The run after a reload of the page: the current order has no answer, and the customer decides whether to continue.
 */
export function afterReload(run: Run): Run {
  const { sending } = run
  const unsent =
    sending === undefined ? run : withItem(run, sending, (item) => ({ ...item, state: { kind: 'unknown' } }))
  return { ...unsent, sending: undefined, phase: run.phase === 'finished' ? 'finished' : 'stopped' }
}

export const isActive = ({ phase }: Run): boolean => phase === 'running' || phase === 'stopping'

/** The number of orders in each state. `answered`: done or refused. */
export function countsOf({ items }: Run) {
  const count = (kind: ItemState['kind']) => items.filter(({ state }) => state.kind === kind).length
  const [done, refused, unknown, waiting] = [count('done'), count('refused'), count('unknown'), count('waiting')]
  return { total: items.length, done, refused, unknown, waiting, answered: done + refused }
}

/**
 * Sum of the results of the closed positions, a wire decimal; `undefined` before the first result, and for cancelled
 * orders.
 */
export function resultOf({ verb, items }: Run): string | undefined {
  const profits = items.flatMap(({ state }) =>
    state.kind === 'done' && state.profit !== undefined ? [state.profit] : [],
  )
  if (verb === 'cancel' || profits.length === 0) return undefined
  return moneyText(micros(profits.reduce((sum, each) => sum + must(moneyOf(each), 'a result is money'), 0)))
}
