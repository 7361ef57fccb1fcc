/**
 * Checks a receipt without the server, in a browser as on a command line. It shares no code with the server, the engine
 * or their packages: it was written from docs/domain/journal-format.md.
 */
export { decodeEvent, type Field, type Fields, Reader, readEvent, readFields } from './decode.ts'
export { type EventPart, type Header, readReceipt } from './file.ts'
export { headerBytes, headHash, leafHash, rootFrom, sha256 } from './hashes.ts'
export { type Verdict, verify } from './verify.ts'
