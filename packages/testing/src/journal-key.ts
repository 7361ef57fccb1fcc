/** The key of the journal, for tests that open a core without a server. */
export const JOURNAL_KEY: Uint8Array = new Uint8Array(32).fill(7)
