/** A socket may always send a little; beyond that all sockets of its network share what there is. */
import { expect, test } from 'vitest'
import { LIMITS } from '../services/rate-limits/index.ts'
import { MessageBytes } from './message-bytes.ts'

const { own, network, leastOfMessage } = LIMITS.socketBytes
const BYTES = 1_200
const HOME = '203.0.113.9'

test('sockets that send far more than an app share what their network has, and a quiet one goes on', () => {
  let now = 0
  const messages = new MessageBytes(() => now)
  const many = Array.from({ length: 200 }, () => ({}))
  const sends = (socket: object) => messages.take(socket, HOME, BYTES)
  let read = 0
  // Ten messages a second of each, for ten seconds.
  for (let round = 0; round < 100; round += 1, now += 100) read += many.filter(sends).length
  const allowed = many.length * (own.atOnce + 10 * own.perSecond) + network.atOnce + 10 * network.perSecond
  // The message that reaches a limit is still read.
  expect(read * BYTES).toBeLessThan(allowed + (many.length + 1) * BYTES)
  expect(many.filter(sends).length).toBeLessThan(20)
  const quiet = {}
  for (let count = 0; count * BYTES < own.atOnce; count += 1) expect(sends(quiet)).toBe(true)
})

test('after a quiet minute a socket has its whole share again', () => {
  let now = 0
  const messages = new MessageBytes(() => now)
  const socket = {}
  while (messages.take(socket, HOME, BYTES)) {
    // Until the network has nothing left either.
  }
  now = 60_000
  for (let count = 0; count * BYTES < own.atOnce; count += 1) expect(messages.take(socket, HOME, BYTES)).toBe(true)
})

test('a message of a few bytes counts as much as a short one of an app', () => {
  const messages = new MessageBytes(() => 0)
  const many = Array.from({ length: 10 }, () => ({}))
  let read = 0
  while (many.filter((socket) => messages.take(socket, HOME, 1)).length > 0) read += 1
  const allowed = many.length * own.atOnce + network.atOnce
  expect(read * many.length * leastOfMessage).toBeLessThan(allowed + 2 * many.length * leastOfMessage)
})
