/** The context of passkeys is that of accounts: a sign-in with a passkey begins a session in the same way. */
export type { AccountsContext as Context } from '../accounts/index.ts'
