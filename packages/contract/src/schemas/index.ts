/** The schemas of the server, by call name and topic. Not for browsers: they load zod. */

export { STATEMENT_REQUEST } from '../calls/money.ts'
export { ENTRY_KINDS } from './accounts.ts'
export { clientMessage, serverMessages } from './socket.ts'
