/**
 * Commands and questions survive the way between threads: golden bytes, round trips, damaged bytes.
 * sim/messages.test.ts has the messages of any history, with their decisions and answers.
 */
import { readFileSync } from 'node:fs'
import { accountId, lotUnits, micros, millis, points } from '@veritick/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COMMAND_KINDS, decodeCommand, encodeCommand, FIXED_COMMAND_BYTES } from './command-bytes.ts'
import type { Command } from './commands.ts'
import type { Question, QuestionKind } from './queries.ts'
import { decodeQuestion, encodeQuestion, QUESTION_KINDS } from './query-bytes.ts'
import { termsOf } from './scenarios/terms.ts'

const golden: Record<string, string> = JSON.parse(
  readFileSync(new URL('./messages.golden.json', import.meta.url), 'utf8'),
)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const at = millis(1_772_611_200_000)
const request = '0123456789abcdef0123456789abcdef'
const order = { at, account: accountId(7), order: 1, request } as const

/** One of each kind. A command may hold what the engine refuses: negative sizes and numbers that no account has. */
const COMMANDS: { readonly [Kind in Command['kind']]: Extract<Command, { kind: Kind }> } = {
  set_instrument: { kind: 'set_instrument', at, terms: termsOf('EURUSD') },
  set_fee_type: { kind: 'set_fee_type', at, feeType: 2 },
  open_account: { kind: 'open_account', at, account: accountId(7), accountKind: 'real' },
  freeze_account: { kind: 'freeze_account', at, account: accountId(7), frozen: true },
  credit: {
    kind: 'credit',
    at,
    account: accountId(7),
    category: 'adjustment',
    amount: micros(-5_000_000),
    reference: request,
  },
  lock_withdrawal: {
    kind: 'lock_withdrawal',
    at,
    account: accountId(7),
    amount: micros(1_000_000),
    reference: request,
  },
  settle_withdrawal: { kind: 'settle_withdrawal', at, account: accountId(7), reference: request, paid: true },
  place: {
    kind: 'place',
    at,
    account: accountId(7),
    instrument: 1,
    side: 'sell',
    lots: lotUnits(-1_000),
    target: points(108_500),
    stopLoss: undefined,
    takeProfit: points(108_000),
    leverage: 30,
    seenPrice: undefined,
    request,
  },
  close: { kind: 'close', ...order, seenPrice: points(108_500) },
  cancel: { kind: 'cancel', ...order, order: -1 },
  set_stops: { kind: 'set_stops', ...order, stopLoss: points(108_000), takeProfit: undefined },
  reset_demo: { kind: 'reset_demo', at, account: accountId(7), request },
  quote: {
    kind: 'quote',
    at,
    instrument: 1,
    seq: 9,
    bid: points(108_500),
    ask: points(108_510),
    time: millis(at - 500),
  },
  market: { kind: 'market', at, instrument: 1, status: 'held', worthMax: micros(325_500_000) },
  rollover: { kind: 'rollover', at, nights: { forex: 3, metals: 1, us_stocks: 0 } },
  reverse: { kind: 'reverse', ...order, seenPrice: undefined },
  amend: { kind: 'amend', ...order, target: points(-1), stopLoss: undefined, takeProfit: points(108_900) },
  close_part: { kind: 'close_part', ...order, lots: lotUnits(3_000), seenPrice: points(108_500) },
}

const QUESTIONS: { readonly [Kind in QuestionKind]: Question<Kind> } = {
  account: { kind: 'account', account: accountId(2) },
  accounts: { kind: 'accounts', after: 0, limit: 10 },
  order: { kind: 'order', order: 1 },
  orders: { kind: 'orders', account: accountId(2), status: 'holding', offset: 0, limit: 20 },
  live: { kind: 'live', accounts: [accountId(1), accountId(2), accountId(3), accountId(-4)], limit: 1_000 },
  markets: { kind: 'markets', instruments: [1, 2, 999] },
  exposures: { kind: 'exposures', accountKind: 'real' },
  pendings: { kind: 'pendings', placedUntil: at, after: 0, limit: 100 },
  orders_on: { kind: 'orders_on', instrument: 1 },
  orders_elsewhere: { kind: 'orders_elsewhere', listed: [1] },
  state: { kind: 'state' },
  trading: { kind: 'trading' },
  transfers: { kind: 'transfers', references: [request] },
  newest_event: { kind: 'newest_event', order: 1 },
}

test('a golden line stands for every kind of message and none is left over', () => {
  const made = [...Object.values(COMMANDS).map(encodeCommand), ...Object.values(QUESTIONS).map(encodeQuestion)].map(hex)
  const names = [...Object.keys(COMMANDS), ...Object.keys(QUESTIONS)]
  expect(Object.fromEntries(names.map((name, index) => [name, made[index]]))).toEqual(golden)
  expect(Object.keys(COMMANDS)).toEqual([...COMMAND_KINDS])
  expect(Object.keys(QUESTIONS).sort()).toEqual([...QUESTION_KINDS].sort())
})

test.each(Object.entries(FIXED_COMMAND_BYTES))('%s has %i bytes', (kind, length) => {
  expect(encodeCommand(COMMANDS[kind as keyof typeof FIXED_COMMAND_BYTES])).toHaveLength(length)
})

describe('what is written is read', () => {
  test.each(Object.values(COMMANDS))('the command $kind', (command) => {
    expect(decodeCommand(encodeCommand(command))).toEqual(command)
  })

  test.each(Object.values(QUESTIONS))('the question $kind', (question) => {
    expect(decodeQuestion(encodeQuestion(question))).toEqual(question)
  })
})

describe('damaged bytes are refused, or are another message written in its one form', () => {
  const readers = { command: [decodeCommand, encodeCommand], question: [decodeQuestion, encodeQuestion] } as const
  const samples = [
    ...Object.values(COMMANDS).map((command) => ({ reader: 'command' as const, bytes: encodeCommand(command) })),
    ...Object.values(QUESTIONS).map((question) => ({ reader: 'question' as const, bytes: encodeQuestion(question) })),
  ]

  test('cut short, or with a byte too many', () => {
    for (const { reader, bytes } of samples) {
      const [read] = readers[reader]
      for (let length = 0; length < bytes.length; length += 1) expect(() => read(bytes.slice(0, length))).toThrow()
      expect(() => read(new Uint8Array([...bytes, 0]))).toThrow()
    }
  })

  test('with any byte changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        ({ reader, bytes }, place, change) => {
          const changed = bytes.slice()
          const index = place % changed.length
          changed[index] = (changed[index] ?? 0) ^ change
          expect(rewritten(reader, changed)).toBe(hex(changed))
        },
      ),
      { numRuns: 3_000 },
    )
  })

  /** The same bytes where they were read; also where reading refused them. */
  function rewritten(reader: 'command' | 'question', bytes: Uint8Array): string {
    try {
      return reader === 'command'
        ? hex(encodeCommand(decodeCommand(bytes)))
        : hex(encodeQuestion(decodeQuestion(bytes)))
    } catch {
      return hex(bytes)
    }
  }
})
