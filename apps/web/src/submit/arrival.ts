/**
 * Finds out whether the server has decided a request about an order that has no answer. It only asks: a request that
 * has not arrived is sent again by the customer alone, because its price may be an old one. A request that was decided
 * is repeated for its first answer, which carries nothing out.
 */

/** Pauses before each question. Together they outlast a request that a network delivers late. */
export const ASK_PAUSES_MILLIS: readonly number[] = [0, 2_000, 5_000, 15_000, 30_000]

type Parts = {
  /** Pauses that remain for this request. */
  readonly pauses: readonly number[]
  /** Asks the server; rejects when it does not answer. */
  readonly ask: () => Promise<boolean>
  /** Called before each question. */
  readonly asking: () => void
  /** The request was decided. No question follows. */
  readonly decided: () => void
  /** The server has decided nothing so far. */
  readonly undecided: () => void
  readonly later: (work: () => void, millis: number) => () => void
}

/** Asks until the request is decided or no pause remains; returns the function that ends it. */
export function askAboutArrival({ pauses, ask, asking, decided, undecided, later }: Parts): () => void {
  let isEnded = false
  let cancel = () => {}
  const next = (index: number) => {
    const pause = pauses[index]
    if (pause === undefined || isEnded) return
    cancel = later(() => {
      asking()
      ask().then(
        (isDecided) => {
          if (isEnded) return
          if (isDecided) return decided()
          undecided()
          next(index + 1)
        },
        () => next(index + 1),
      )
    }, pause)
  }
  next(0)
  return () => {
    isEnded = true
    cancel()
  }
}

/**
 * Gives a request up once the connection, which was lost meanwhile, is back: its answer will not come any more.
 * `onConnection` calls its listener at each change and returns the function that removes it.
 */
export async function untilReconnected<Data>(
  send: (signal: AbortSignal) => Promise<Data>,
  parts: {
    readonly signal: AbortSignal
    readonly isLost: boolean
    readonly onConnection: (listener: (connection: string) => void) => () => void
  },
): Promise<Data> {
  const { signal } = parts
  const giving = new AbortController()
  const giveUp = () => giving.abort()
  let wasLost = parts.isLost
  signal.addEventListener('abort', giveUp)
  const off = parts.onConnection((connection) => {
    if (connection === 'live' && wasLost) giveUp()
    wasLost ||= connection === 'lost'
  })
  try {
    return await send(giving.signal)
  } finally {
    off()
    signal.removeEventListener('abort', giveUp)
  }
}
