/**
 * Messages between threads lose nothing: every command of any history, the engine's decisions, and its answers to every
 * question.
 */
import { accountId, millis } from '@veritick/domain'
import {
  answerCodec,
  answerOf,
  createEngine,
  decide,
  decode,
  decodeCommand,
  decodeDecision,
  type Engine,
  encode,
  encodeCommand,
  encodeDecision,
  type Question,
  type QuestionKind,
} from '@veritick/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommand } from './steps.ts'
import { Workload } from './workload.ts'

/** Of accounts and instruments that small worlds have, and of some that none has. */
const QUESTIONS: { readonly [Kind in QuestionKind]: Question<Kind> } = {
  account: { kind: 'account', account: accountId(7) },
  accounts: { kind: 'accounts', after: 0, limit: 10 },
  order: { kind: 'order', order: 1 },
  orders: { kind: 'orders', account: accountId(7), status: 'holding', offset: 0, limit: 20 },
  live: { kind: 'live', accounts: [accountId(7), accountId(1_000_003), accountId(12), accountId(-4)], limit: 3 },
  markets: { kind: 'markets', instruments: [1, 2, 999] },
  exposures: { kind: 'exposures', accountKind: 'real' },
  pendings: { kind: 'pendings', placedUntil: millis(Date.UTC(2026, 2, 5)), after: 0, limit: 100 },
  orders_on: { kind: 'orders_on', instrument: 1 },
  orders_elsewhere: { kind: 'orders_elsewhere', listed: [1] },
  state: { kind: 'state' },
  trading: { kind: 'trading' },
  transfers: { kind: 'transfers', references: ['0'.repeat(32)] },
  newest_event: { kind: 'newest_event', order: 1 },
}

test('every command, decision and answer of any history is read as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
      const workload = new Workload(seed)
      const engine = createEngine()
      for (let left = 100; left > 0; left--) {
        const command = workload.next(engine)
        if (!isCommand(command)) continue
        const timed = command.kind === 'quote' ? { ...command, time: command.time ?? command.at } : command
        expect(decodeCommand(encodeCommand(command))).toEqual(timed)
        const decision = decide(engine, command)
        expect(decodeDecision(encodeDecision(decision))).toEqual(decision)
      }
      for (const question of Object.values(QUESTIONS)) checkAnswer(engine, question)
    }),
    { numRuns: 15 },
  )
})

function checkAnswer<Kind extends QuestionKind>(engine: Engine, question: Question<Kind>): void {
  const codec = answerCodec(question.kind)
  const answer = answerOf(engine, question)
  expect(decode(codec, encode(codec, answer))).toEqual(answer)
}
