/** One-time codes by mail and text message. */
export {
  type Asker,
  type CodeRequest,
  type CodeSent,
  type CodeSpent,
  type Codes,
  type CodeTarget,
  codesOf,
} from './codes.ts'
