/** Ceilings of a connection and of an address: over them a snapshot is late and in turn, never lost. */
import { expect, test } from 'vitest'
import { Allowance } from './allowance.ts'
import type { Connection } from './connection.ts'
import { SNAPSHOTS_PER_LOOK, SNAPSHOTS_PER_SOCKET, SnapshotTurns } from './snapshot-turns.ts'

const SECOND = 1000

/** The part of a connection that SnapshotTurns uses, with a ceiling of its own. */
function connectionOf(address: string, perSecond: number) {
  const own = new Allowance(perSecond)
  const topics = new Set<string>()
  const mayBegin = (_topic: string, now: number) => {
    if (!own.has(now)) return false
    own.spend()
    return true
  }
  const connection = { address, mayBegin, listens: (topic: string) => topics.has(topic) } as unknown as Connection
  return { connection, topics }
}

function world(socketsPerAddress: number) {
  const clock = { now: 0 }
  const begun: [Connection, string][] = []
  const turns = new SnapshotTurns({
    begin: (connection, topic) => begun.push([connection, topic]),
    now: () => clock.now,
    socketsPerAddress,
  })
  const ask = ({ connection, topics }: ReturnType<typeof connectionOf>, topic: string) => {
    topics.add(topic)
    turns.request(connection, topic)
  }
  return { clock, begun, turns, ask }
}

test('one address gets its ceiling, another is served at once, and what waits comes in turns', () => {
  const { clock, begun, turns, ask } = world(2)
  const [greedy, modest] = [connectionOf('a', 1000), connectionOf('a', 1000)]
  for (let topic = 0; topic < 50; topic += 1) ask(greedy, `t${topic}`)
  ask(modest, 'mine')
  expect(begun).toHaveLength(2 * SNAPSHOTS_PER_SOCKET)
  ask(connectionOf('b', 1000), 'other')
  expect(begun).toHaveLength(2 * SNAPSHOTS_PER_SOCKET + 1)
  clock.now += SECOND / 2
  turns.look()
  // Two of the address came: one of each connection.
  expect(begun.slice(-2).map(([connection]) => connection)).toEqual([greedy.connection, modest.connection])
  for (let look = 0; look < 40; look += 1) {
    clock.now += SECOND / 2
    turns.look()
  }
  expect(new Set(begun.map(([, topic]) => topic)).size).toBe(52)
  expect(begun).toHaveLength(52)
})

test('one look begins so many and no more; a topic that was left and a connection that closed begin nothing', () => {
  const { clock, begun, turns, ask } = world(10_000)
  const waiting = Array.from({ length: SNAPSHOTS_PER_LOOK + 50 }, () => connectionOf('a', 1))
  for (const each of waiting) for (const topic of ['first', 'second']) ask(each, topic)
  begun.length = 0
  const [left, closed] = waiting
  left?.topics.delete('second')
  if (closed !== undefined) turns.forget(closed.connection)
  clock.now += SECOND
  turns.look()
  expect(begun).toHaveLength(SNAPSHOTS_PER_LOOK)
  turns.look()
  expect(begun).toHaveLength(SNAPSHOTS_PER_LOOK + 48)
  expect(begun.every(([, topic]) => topic === 'second')).toBe(true)
})
