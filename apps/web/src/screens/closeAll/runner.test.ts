/** The loop: at most one request at a time, a pause before a retry, and no request for another customer. */
import { lotUnits } from '@veritick/domain'
import { expect, it } from 'vitest'
import { countsOf, type RunAnswer } from './run.ts'
import { RETRY_MILLIS, Runner, type RunnerParts } from './runner.ts'

const subjects = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => ({ id: at + 1, instrument: 1, showCode: 'X', side: 'buy', lots: lotUnits(1) }) as const,
  )
const closed: RunAnswer = { kind: 'done', price: '1.0', profit: '1.000000' }

/** A runner with scripted answers; after them every order is closed. */
function world(script: readonly RunAnswer[] = [], parts: Partial<RunnerParts> = {}) {
  const sent: string[] = []
  const pauses: number[] = []
  let keys = 0
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const runner = new Runner({
    send: async ({ id, key }) => {
      sent.push(`${id} ${key}`)
      return script[sent.length - 1] ?? closed
    },
    freshKey: () => `key-${++keys}`,
    pause: async (millis) => void pauses.push(millis),
    changed: () => {},
    ended: () => end(),
    ...parts,
  })
  return { runner, sent, pauses, ended }
}

it('retries with growing pauses under one key, then continues', async () => {
  const lost: RunAnswer = { kind: 'lost' }
  const { runner, sent, pauses, ended } = world([lost, { kind: 'later' }, lost, lost, lost])
  runner.start('close', subjects(2))
  await ended
  expect(sent).toEqual([...Array.from({ length: 6 }, () => '1 key-1'), '2 key-7'])
  expect(pauses).toEqual([...RETRY_MILLIS, RETRY_MILLIS.at(-1)])
  expect(runner.run && countsOf(runner.run).done).toBe(2)
})

it('starts once after several taps', async () => {
  const { runner, sent, ended } = world()
  runner.start('close', subjects(3))
  runner.start('close', subjects(3))
  runner.continue()
  await ended
  expect(sent.map((each) => each.split(' ')[0])).toEqual(['1', '2', '3'])
})

it('a stop ends the pause before a retry', async () => {
  const { runner, sent, ended } = world([{ kind: 'lost' }], {
    pause: () => {
      queueMicrotask(() => runner.stop())
      return new Promise(() => {})
    },
  })
  runner.start('close', subjects(2))
  await ended
  expect([sent.length, runner.run?.phase, runner.run && countsOf(runner.run).unknown]).toEqual([1, 'stopped', 1])
})

it('sends nothing after the customer has signed out', async () => {
  const { runner, sent, ended } = world([], {
    send: async ({ id, key }) => {
      sent.push(`${id} ${key}`)
      runner.forget()
      return closed
    },
  })
  runner.start('close', subjects(3))
  await ended
  expect([sent.length, runner.run]).toEqual([1, undefined])
})

it('continues a run after a reload with the same key', async () => {
  const { runner, sent, ended } = world()
  const [one, two] = subjects(2)
  if (one === undefined || two === undefined) throw new Error('two orders')
  runner.restore({
    verb: 'close',
    sending: 1,
    phase: 'running',
    items: [
      { ...one, key: 'kept', state: { kind: 'waiting' } },
      { ...two, key: undefined, state: { kind: 'waiting' } },
    ],
  })
  expect(runner.run?.phase).toBe('stopped')
  runner.continue()
  await ended
  expect(sent).toEqual(['1 kept', '2 key-2'])
})
