/**
 * Answers against the schemas of their calls. In production a sample is checked: the first answer of each call after a
 * start, then each hundredth. A difference is a fault of ours: it is counted and logged by the place in the schema,
 * without any value, and the answer is still sent. Tests check every answer.
 */
import type { CallRecord } from '@veritick/contract'
import type { Refusal, Stored, Success } from '../calls/index.ts'
import type { Context } from './context.ts'

/** Of the answers of one call, one of this many is checked. */
export const ANSWERS_CHECKED_EVERY = 100
/** Faults that one log line names. */
const FAULTS_NAMED_MAX = 5
export const MISMATCH_LOGGED = 'an answer differs from its schema'

export type AnswerCheck = {
  look(
    route: { readonly name: string; readonly call: Pick<CallRecord<unknown>, 'answer'> },
    answer: Success<unknown> | Refusal | Stored,
  ): void
}

export function answerCheckOf(context: Pick<Context, 'log' | 'counts' | 'answersCheckedEvery'>): AnswerCheck {
  const { counts, answersCheckedEvery: every } = context
  const log = context.log.child({ part: 'answers' })
  const answered = new Map<string, number>()
  return {
    look: ({ name, call }, reply) => {
      if (!reply.ok) return
      const before = answered.get(name) ?? 0
      answered.set(name, before + 1)
      if (before % every !== 0) return
      const read = call.answer.safeParse(dataOf(reply))
      if (read.success) return
      counts.answerMismatch(name)
      const faults = read.error.issues
        .slice(0, FAULTS_NAMED_MAX)
        .map(({ code, path }) => ({ code, path: placeOf(path) }))
      log.error({ call: name, faults }, MISMATCH_LOGGED)
    },
  }
}

/** A stored answer is the text of its envelope. */
function dataOf(reply: Success<unknown> | Stored): unknown {
  return reply.ok === true ? asSent(reply.data) : (JSON.parse(reply.text) as { readonly data: unknown }).data
}

/** As the client reads it: a value that JSON cannot carry is a difference. */
const asSent = (data: unknown): unknown => (data === undefined ? undefined : JSON.parse(JSON.stringify(data)))

/** Positions in a list say nothing about the schema and could be many. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? '*' : String(part))).join('.')
