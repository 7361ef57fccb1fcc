/** The protocol's ping: every socket once a cycle, never all at once, and a client that does not answer is let go. */
import { expect, test } from 'vitest'
import { BEATS_PER_CYCLE, Pulse } from './pulse.ts'

class Wire {
  readonly OPEN = 1
  readyState: 0 | 1 | 2 | 3 = 1
  pings = 0
  ended = 0
  ping(): void {
    this.pings += 1
  }
  terminate(): void {
    this.ended += 1
  }
}

const cycles = (pulse: Pulse<Wire>, count: number) => {
  for (let beat = 0; beat < count * BEATS_PER_CYCLE; beat += 1) pulse.beat()
}

test('a beat pings its share, and a cycle pings every socket once', () => {
  const wires = Array.from({ length: 3000 }, () => new Wire())
  const pulse = new Pulse(new Set(wires))
  pulse.beat()
  expect(wires.filter(({ pings }) => pings === 1)).toHaveLength(3000 / BEATS_PER_CYCLE)
  for (let beat = 1; beat < BEATS_PER_CYCLE; beat += 1) pulse.beat()
  expect(wires.every(({ pings }) => pings === 1)).toBe(true)
})

test('a client that answers stays, one that does not is let go in the next cycle', () => {
  const [good, bad] = [new Wire(), new Wire()]
  const pulse = new Pulse(new Set([good, bad]))
  for (let cycle = 0; cycle < 3; cycle += 1) {
    cycles(pulse, 1)
    pulse.answered(good)
  }
  expect([good.ended, good.pings > 1]).toEqual([0, true])
  expect([bad.ended > 0, bad.pings]).toEqual([true, 1])
})

test('a client has the time of a whole cycle for its answer, also when those before it leave', () => {
  const early = Array.from({ length: 29 }, () => new Wire())
  const late = new Wire()
  const wires = new Set([...early, late])
  const pulse = new Pulse(wires)
  cycles(pulse, 1)
  expect(late.pings).toBe(1)
  for (const wire of early) wires.delete(wire)
  cycles(pulse, 1)
  expect(late.ended).toBe(0)
  cycles(pulse, 1)
  expect(late.ended).toBe(1)
})

test('a socket that is closing is neither pinged nor waited for', () => {
  const closing = new Wire()
  closing.readyState = 2
  const pulse = new Pulse(new Set([closing]))
  cycles(pulse, 3)
  expect([closing.pings, closing.ended]).toEqual([0, 0])
})
