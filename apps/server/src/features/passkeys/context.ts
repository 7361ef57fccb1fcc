/** What passkeys needs of the rest of the server: signing in with one begins a session as accounts does. */
export type { AccountsContext as Context } from '../accounts/index.ts'
