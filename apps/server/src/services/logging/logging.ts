/**
 * How an error is written to the log. The store's drivers put the statement and its parameters into their errors, and
 * those hold what people typed: of such an error only its kind, the store's own code and the places in our code are
 * kept.
 */
import pino from 'pino'
import { adviceFor } from '../../store/index.ts'

type Logged = { readonly type: string; readonly message: string; readonly stack: string; readonly code?: string }

/** Errors in each other; deeper ones are not looked at. */
const CAUSES_MAX = 5
/** The fields that the drivers add to the errors of a statement. */
const STATEMENT_FIELDS = ['query', 'params', 'detail', 'severity'] as const

/** For pino: `{ serializers: { err: errorForLog } }`. */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return isOfStatement(error) ? withoutStatement(error) : pino.stdSerializers.err(error)
}

/** The message alone, for what carries an error to another thread. */
export function messageForLog(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const repeatsDriver = causesOf(error).some((each) => hasStatement(each) && error.message.includes(each.message))
  return repeatsDriver ? withoutStatement(error).message : error.message
}

function isOfStatement(error: Error): boolean {
  return causesOf(error).some(hasStatement)
}

const hasStatement = (error: Error) => STATEMENT_FIELDS.some((field) => field in error)

function causesOf(error: Error): readonly Error[] {
  const causes: Error[] = [error]
  for (let next = error.cause; next instanceof Error && causes.length < CAUSES_MAX; next = next.cause) causes.push(next)
  return causes
}

function withoutStatement(error: Error): Logged {
  const code = causesOf(error)
    .map((each) => ('code' in each ? each.code : undefined))
    .find((each) => typeof each === 'string')
  const places = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return {
    type: error.constructor.name,
    message: adviceFor(error) ?? 'a statement failed in the store',
    stack: places.join('\n'),
    ...(typeof code === 'string' ? { code } : {}),
  }
}
