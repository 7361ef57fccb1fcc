/** The schemas of the server, by call name and topic. Not for browsers: they load zod. */
export { ENTRY_KINDS } from './accounts.ts'
export { STATEMENT_REQUEST } from './money.ts'
export { REQUESTS } from './requests.ts'
export { RESPONSES } from './responses.ts'
export { clientMessage, serverMessages } from './socket.ts'
