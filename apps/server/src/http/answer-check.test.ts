/** Answers that differ from their schemas are counted and logged without a value, and are still sent. */
import { CALLS } from '@veritick/contract/calls'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { ANSWERS_CHECKED_EVERY, answerCheckOf, MISMATCH_LOGGED } from './answer-check.ts'

const route = { name: 'getBalance', call: CALLS.getBalance }
const right = { ok: true, data: { balance: '12.000000' } } as const
const wrong = { ok: true, data: { balance: 'ana@example.com' } } as const

function opened(every: number) {
  const counted: string[] = []
  const lines: string[] = []
  const counts = { watchCalls: () => {}, answerMismatch: (call: string) => void counted.push(call) }
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  return { check: answerCheckOf({ log, counts, answersCheckedEvery: every }), counted, lines }
}

describe('the check of answers', () => {
  test('names the call and the place, never the value', () => {
    const { check, counted, lines } = opened(1)
    check.look(route, right)
    expect(counted).toEqual([])
    check.look(route, wrong)
    expect(counted).toEqual(['getBalance'])
    expect(lines.join()).toContain(MISMATCH_LOGGED)
    expect(lines.join()).toContain('"path":"balance"')
    expect(lines.join()).not.toContain('ana@example.com')
  })

  test('reads a stored answer as its envelope, and lets refusals pass', () => {
    const { check, counted } = opened(1)
    const stored = (data: unknown) =>
      ({ ok: 'stored', text: JSON.stringify({ code: 1, msg: '', data }), repeated: true }) as const
    check.look(route, stored(right.data))
    check.look(route, { ok: false, reason: 'busy' })
    expect(counted).toEqual([])
    check.look(route, stored(wrong.data))
    expect(counted).toEqual(['getBalance'])
  })

  test('looks at the first answer of each call after a start, then at each hundredth', () => {
    const { check, counted } = opened(ANSWERS_CHECKED_EVERY)
    for (let answers = 0; answers < 2 * ANSWERS_CHECKED_EVERY + 1; answers += 1) check.look(route, wrong)
    expect(counted).toHaveLength(3)
    check.look({ name: 'forexDetail', call: CALLS.forexDetail }, wrong)
    expect(counted.at(-1)).toBe('forexDetail')
  })
})
