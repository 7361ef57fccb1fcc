/**
 * Idempotency: a state-changing request with an idempotency key takes effect once a day, and a repeat gets the first
 * answer. docs/domain/idempotency.md says which call uses what:
 *
 * - `recordOnce`: calls of customers and staff that make a record; key and record are one transaction
 * - `markedIfRepeated`: the answer to such a call, marked when it is a repeat
 * - `storedAnswersOf`: calls of staff; the answer is stored encrypted
 * - `visitorAnswersOf`: calls without a session whose success says only that it happened
 * - orders: the key is part of the command, and the core stores the decision with its events (`core.submit`)
 */
export { forgetKey, recordOfKey, recordOnce } from './keyed-records.ts'
export { markedIfRepeated } from './repeated-answer.ts'
export { type StoredAnswers, storedAnswersOf } from './stored-answers.ts'
export { UsedKeys } from './used-keys.ts'
export { visitorAnswersOf } from './visitor-answers.ts'
