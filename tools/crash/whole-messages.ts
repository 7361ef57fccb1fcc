/** The messages between the process of whole-server.ts and its parent, one line of JSON each. */
import type { AccountId, UserId } from '@veritick/domain'

export type WholeTask = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Origin of the push service that the parent runs. */
  readonly pushService: string
}

/** `threadFile`: the program of the server's threads. */
export type WholeStart = WholeTask & { readonly threadFile: string }

export type WholeAsked =
  /** New demo customers. */
  | { readonly do: 'people'; readonly count: number }
  /** Each account gets new demo money and this many positions, which the next price of `drop` stops out. */
  | { readonly do: 'arm'; readonly accounts: readonly AccountId[]; readonly each: number; readonly round: number }
  | { readonly do: 'drop' }
  /** Notices are stored and pushes sent, as far as something waits. */
  | { readonly do: 'settle' }
  /** How much processor time the process has used so far, all its threads together. */
  | { readonly do: 'tell_cpu' }
  | { readonly do: 'stop' }

export type Person = { readonly token: string; readonly account: AccountId; readonly user: UserId }
export type WholeReport =
  | { readonly said: 'open'; readonly url: string }
  | { readonly said: 'people'; readonly people: readonly Person[] }
  | { readonly said: 'cpu'; readonly millis: number }
  | { readonly said: 'done' }

/** Begins each report; other lines are those of the log. */
export const REPORT = 'report '
