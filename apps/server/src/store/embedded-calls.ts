/** The messages between a thread that calls the embedded store and the thread that holds it. */
import type { MessagePort } from 'node:worker_threads'

/** `transaction`: the number of the one that the statement belongs to. */
export type StoreCall =
  | {
      readonly kind: 'query'
      readonly call: number
      readonly transaction: number | undefined
      readonly sql: string
      readonly params: readonly unknown[]
      /** A row as an object by column name, or as a list in the order of the columns. */
      readonly rowMode: 'object' | 'array'
      /** A commit of the journal: it waits for no other call (embedded-turns.ts). */
      readonly goesFirst: boolean
    }
  | {
      readonly kind: 'copy'
      readonly call: number
      readonly transaction: number
      readonly into: string
      readonly lines: string
    }
  | { readonly kind: 'begin' | 'commit' | 'rollback'; readonly call: number; readonly transaction: number }
  /** A further thread: its calls come by this port. */
  | { readonly kind: 'join'; readonly call: number; readonly port: MessagePort }
  /** The store is closed, for every thread. */
  | { readonly kind: 'close'; readonly call: number }

/** `call` 0 answers the opening. */
export type StoreReply =
  | { readonly call: number; readonly ok: true; readonly rows: readonly unknown[] }
  | { readonly call: number; readonly ok: false; readonly error: StoreError }

/**
 * The part of an error that crosses threads: its message and the fields by which PostgreSQL names the cause (`code`
 * first).
 */
export type StoreError = { readonly message: string; readonly fields: Readonly<Record<string, string>> }
