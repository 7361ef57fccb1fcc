/** An order without an answer: the app asks whether it was decided, and sends nothing that was not. */
import { expect, it, vi } from 'vitest'
import { ASK_PAUSES_MILLIS, askAboutArrival, untilReconnected } from './arrival.ts'

/** Asks a server that gives these answers; a pause passes at once. The words are what happened, in order. */
async function asking(answers: readonly (boolean | 'lost')[], pauses = ASK_PAUSES_MILLIS) {
  const happened: string[] = []
  const left = [...answers]
  askAboutArrival({
    pauses,
    ask: async () => {
      const answer = left.shift() ?? false
      if (answer === 'lost') throw new Error('the network is lost')
      return answer
    },
    asking: () => happened.push('asks'),
    decided: () => happened.push('repeats'),
    undecided: () => happened.push('tells'),
    later: (work) => {
      queueMicrotask(work)
      return () => {}
    },
  })
  await new Promise((resolve) => setTimeout(resolve))
  return happened
}

it('that was decided is repeated once for its answer', async () => {
  expect(await asking([true])).toEqual(['asks', 'repeats'])
})
it('that arrives late is found by a later question', async () => {
  expect(await asking([false, 'lost', true])).toEqual(['asks', 'tells', 'asks', 'asks', 'repeats'])
})
it('that never arrived is asked about a few times, and never repeated', async () => {
  const happened = await asking([])
  expect(happened).not.toContain('repeats')
  expect(happened.filter((each) => each === 'asks')).toHaveLength(ASK_PAUSES_MILLIS.length)
  expect(await asking([], [])).toEqual([])
})
it('is not repeated after the customer has given it up', async () => {
  const decided = vi.fn()
  let answer = (_: boolean) => {}
  const end = askAboutArrival({
    pauses: [0],
    ask: () => new Promise<boolean>((resolve) => (answer = resolve)),
    asking: () => {},
    decided,
    undecided: () => {},
    later: (work) => {
      work()
      return () => {}
    },
  })
  end()
  answer(true)
  await new Promise((resolve) => setTimeout(resolve))
  expect(decided).not.toHaveBeenCalled()
})

/** A request that waits for its answer until it is given up, while the connection changes. */
function waiting(isLost: boolean) {
  let tell = (_: string) => {}
  const sent = untilReconnected(
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    {
      signal: new AbortController().signal,
      isLost,
      onConnection: (listener) => {
        tell = listener
        return () => {}
      },
    },
  )
  const state = async () =>
    Promise.race([
      sent.then(
        () => 'answered',
        () => 'given up',
      ),
      new Promise((resolve) => setTimeout(resolve, 0, 'waits')),
    ])
  return { tell: (connection: string) => tell(connection), state }
}

it('whose connection was lost and is back is given up, so that it can be asked about', async () => {
  const { tell, state } = waiting(false)
  tell('lost')
  expect(await state()).toBe('waits')
  tell('live')
  expect(await state()).toBe('given up')
})
it('is not given up by the first connection of a page', async () => {
  const { tell, state } = waiting(false)
  tell('live')
  expect(await state()).toBe('waits')
})
