/**
 * The run of this tab: started from the order screen, it continues on other screens. Session storage keeps it until the
 * customer has seen its result, so that a reload loses no unknown result.
 */
import { isFateUnknown } from '@veritick/contract'
import { create } from 'zustand'
import { CallFailed, call } from '../../data/api.ts'
import { onConnection } from '../../data/live.ts'
import { queries } from '../../data/queries.ts'
import { newKey } from '../../data/requestKey.ts'
import { onSessionCleared, sessionStore } from '../../data/sessionStorage.ts'
import { STORED_MILLIS } from '../../submit/storedAttempt.ts'
import { ANSWER_MILLIS } from '../../submit/useAttempt.ts'
import { withoutEcho } from '../orders/withoutEcho.ts'
import { isActive, type Run, type RunAnswer, type Subject, type Verb } from './run.ts'
import { Runner } from './runner.ts'

const KEY = 'veritick.close-all'
/** Refusals before the server read the request. */
const LATER: readonly string[] = ['busy', 'too_many_requests']
const SESSION: readonly string[] = ['session_missing', 'session_ended']

const DOUBLE_TAP_MILLIS = 600
let startedAt = 0

type State = { readonly run: Run | undefined; readonly opened: Verb | undefined }
const useStore = create<State>(() => ({ run: undefined, opened: undefined }))
export const useRun = (): Run | undefined => useStore(({ run }) => run)
/** The open sheet: closing positions, or cancelling orders. */
export const useOpened = (): Verb | undefined => useStore(({ opened }) => opened)

const runner = new Runner({
  send: async ({ verb, id, key }) => {
    try {
      return await withoutEcho({ id }, () => send(verb, id, key))
    } catch (error) {
      return answerOf(error)
    }
  },
  freshKey: () => newKey(),
  pause: untilConnected,
  changed: (run) => {
    useStore.setState({ run })
    write(run)
  },
  ended: () => void queries.refreshOrders(),
})
onSessionCleared(() => {
  useStore.setState({ opened: undefined })
  runner.forget()
})

export const closeAll = {
  start: (verb: Verb, subjects: readonly Subject[]) => {
    startedAt = performance.now()
    runner.start(verb, subjects)
  },
  /** The second tap of a double tap on "Close", which has become "Stop", stops nothing. */
  stop: () => {
    if (performance.now() - startedAt > DOUBLE_TAP_MILLIS) runner.stop()
  },
  continue: runner.continue.bind(runner),
  open: (opened: Verb) => useStore.setState({ opened }),
  hide: () => useStore.setState({ opened: undefined }),
  /**
   * The final result is on the screen. The result stays until the customer closes it; a reload does not show it again.
   */
  noteSeen: () => {
    const { run, opened } = useStore.getState()
    if (run?.phase === 'finished' && opened !== undefined && !document.hidden) write(undefined)
  },
  /** Removes a finished run after its result was shown; an active run stays. */
  forgetEnded: () => {
    const { run } = runner
    if (run !== undefined && !isActive(run) && useStore.getState().opened === undefined) runner.forget()
  },
  /** Shows the run that this tab had before its reload. */
  restore: () => {
    const run = runner.run === undefined ? read() : undefined
    if (run === undefined) return
    runner.restore(run)
    useStore.setState({ opened: run.verb })
  },
}

async function send(verb: Verb, id: number, key: string): Promise<RunAnswer> {
  const options = { idempotencyKey: key, quiet: true, signal: AbortSignal.timeout(ANSWER_MILLIS) } as const
  if (verb === 'cancel') {
    await call('cancelTrade', { id }, options)
    return { kind: 'done', price: undefined, profit: undefined }
  }
  // Without a seen price: the customer saw the sum of all orders, not the price of each.
  const order = await call('close', { id }, options)
  return { kind: 'done', price: order.UpdatePrice, profit: order.FactProfits }
}

export function answerOf(error: unknown): RunAnswer {
  if (error instanceof CallFailed && error.kind === 'refused' && error.reason !== undefined) {
    const { reason, message } = error
    if (LATER.includes(reason)) return { kind: 'later' }
    if (!isFateUnknown(reason)) return { kind: 'refused', message, fatal: SESSION.includes(reason) }
  }
  if (error instanceof CallFailed || error instanceof DOMException) return { kind: 'lost' }
  throw error
}

function untilConnected(millis: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      off()
      resolve()
    }
    const timer = setTimeout(end, millis)
    const off = onConnection((connection) => connection === 'live' && end())
  })
}

type Stored = { readonly at: number; readonly run: Run }

function write(run: Run | undefined): void {
  const stored: Stored | undefined = run && { at: Date.now(), run }
  if (stored === undefined) sessionStore().removeItem(KEY)
  else sessionStore().setItem(KEY, JSON.stringify(stored))
}

/** Reads only a run that this module wrote and whose keys the server still stores. */
function read(): Run | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStore().getItem(KEY) ?? '')
    const ours = typeof stored === 'object' && stored !== null && 'at' in stored && 'run' in stored
    if (!ours || typeof stored.at !== 'number' || Date.now() - stored.at > STORED_MILLIS) return undefined
    return stored.run as Run
  } catch {
    return undefined
  }
}
