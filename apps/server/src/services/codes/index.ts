/** One-time codes by mail and short message. */
export { CODE_PAUSE_SECONDS } from './code-limits.ts'
export { type Asker, type CodeRequest, type CodeSpent, type Codes, type CodeTarget, codesOf } from './codes.ts'
