/**
 * Reading rows before their commands are decided changes nothing: a frame of many commands ends in the state and the
 * bytes of the same commands one at a time, also where they name accounts and orders that there are not.
 */
import { accountId, lotUnits, micros, millis, points } from '@veritick/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteWriter } from '../bytes.ts'
import { commandCodec, encodeCommand } from '../command-bytes.ts'
import type { Command } from '../commands.ts'
import { EventBuffer } from '../event-buffer.ts'
import { RunReader } from '../run-reader.ts'
import { termsOf } from '../scenarios/terms.ts'
import { createEngine, type FastEngine } from './fast-engine.ts'

const at = millis(1_772_611_200_000)
const INSTRUMENT = termsOf('EURUSD').id
const requestOf = (number: number) => number.toString(16).padStart(32, '0')

function staged(): FastEngine {
  const engine = createEngine()
  engine.apply({ kind: 'set_instrument', at, terms: termsOf('EURUSD') })
  engine.apply({ kind: 'market', at, instrument: INSTRUMENT, status: 'open' })
  engine.apply({ kind: 'quote', at, instrument: INSTRUMENT, seq: 1, bid: points(108_500), ask: points(108_510) })
  for (let number = 1; number <= 3; number += 1) {
    const account = accountId(number)
    engine.apply({ kind: 'open_account', at, account, accountKind: 'real' })
    const amount = micros(10_000_000_000)
    engine.apply({ kind: 'credit', at, account, category: 'deposit', amount, reference: requestOf(number) })
  }
  return engine
}

/** One choice as a command; numbers of accounts and orders may be of none. */
type Choice = { readonly kind: number; readonly account: number; readonly order: number; readonly move: number }

function commandOf({ kind, account, order, move }: Choice, index: number): Command {
  const base = { at, account: accountId(account), request: requestOf(index + 100) }
  if (kind === 0) {
    const bid = points(108_500 + move)
    return { kind: 'quote', at, instrument: INSTRUMENT, seq: index + 2, bid, ask: points(bid + 10), time: at }
  }
  if (kind === 1) return { kind: 'close', ...base, order, seenPrice: points(108_500) }
  if (kind === 2) return { kind: 'cancel', ...base, order }
  if (kind === 3) return { kind: 'reset_demo', ...base }
  const target = kind === 4 ? undefined : points(108_400 - move)
  const stops = { stopLoss: points(108_000), takeProfit: kind === 5 ? undefined : points(109_000) }
  const size = { side: 'buy', lots: lotUnits(1_000), leverage: 100 } as const
  return { kind: 'place', ...base, instrument: INSTRUMENT, ...size, target, ...stops, seenPrice: undefined }
}

const choices = fc.array(
  fc.record({
    kind: fc.nat(6),
    account: fc.constantFrom(1, 2, 3, 3, 4, -1),
    order: fc.integer({ min: -1, max: 60 }),
    move: fc.nat(40),
  }),
  { maxLength: 120 },
)

test('a frame of many commands means what its commands mean one at a time', () => {
  fc.assert(
    fc.property(choices, (chosen) => {
      const commands = chosen.map(commandOf)
      const [together, apart] = [staged(), staged()]
      const [written, single] = [new EventBuffer(), new EventBuffer()]
      const frame = new ByteWriter()
      for (const command of commands) commandCodec.write(frame, command)
      const run = new RunReader(frame.bytes())
      for (const command of commands) {
        const one = apart.decideNext(new RunReader(encodeCommand(command)), single)
        expect(together.decideNext(run, written)).toBe(one)
      }
      expect(run.ended()).toBe(true)
      expect(written.run()).toEqual(single.run())
      expect(together.stateBytes()).toEqual(apart.stateBytes())
    }),
    { numRuns: 150 },
  )
})
