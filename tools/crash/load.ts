/**
 * The requests of the crash test's traders. Every order follows from its key alone, so a request can be repeated from
 * its key.
 */
import { createHash } from 'node:crypto'
import type { Submission, Submitted } from '../../apps/server/src/core/submission.ts'
import { NOON, place, requestKey } from './world.ts'

export const TRADERS = 20

/** `key` is `<round>-<trader>-<number>`. */
export function submissionOf(key: string): Submission {
  const chance = createHash('sha256').update(key).digest()
  const account = Number(key.split('-')[1])
  const instrument = chance.readUInt8(0) % 2 === 0 ? 1 : 2
  const middle = instrument === 1 ? 139_300 : 101_700
  const waits = chance.readUInt8(1) % 4 === 0
  const command = place({
    account,
    key,
    instrument,
    at: NOON,
    side: chance.readUInt8(2) % 2 === 0 ? 'buy' : 'sell',
    lots: 100 * (1 + (chance.readUInt8(3) % 9)),
    leverage: 100,
    ...(waits ? { target: middle - 40 + (chance.readUInt8(4) % 80) } : {}),
  })
  return { command, request: { key: requestKey(key), content: JSON.stringify(command) } }
}

/** The order's id, or why not. */
export function answerOf({ outcome }: Submitted): string {
  if (!outcome.ok) return outcome.reason
  const event = outcome.events[0]
  return event !== undefined && 'order' in event ? String(event.order) : 'nothing'
}
