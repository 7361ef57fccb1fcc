/**
 * Secrets of authenticator apps that a customer was shown and that no code has confirmed: one of a session at a time,
 * for half an hour. They are only in memory: an attacker who can write to the store could bring back a secret that a
 * thief was shown earlier, and confirm it. A restart forgets those that wait, and the customer begins again.
 */
import type { Session } from '../../calls/index.ts'
import { MINUTE_MS, type Runtime } from '../../services/clock/index.ts'
import { newTotpSecret } from '../../services/secrets/index.ts'

export const BEGUN_MILLIS = 30 * MINUTE_MS
/** Beyond these the oldest ones are void. Each takes a code that was mailed for it. */
const BEGUN_MAX = 10_000

export type Begun = { readonly secret: string; readonly at: number }

type Of = Pick<Session, 'tokenHash'>

export class BegunSecrets {
  readonly #runtime: Pick<Runtime, 'now' | 'random'>
  /** By the hash of the session's token, oldest first. */
  readonly #begun = new Map<string, Begun>()

  constructor(runtime: Pick<Runtime, 'now' | 'random'>) {
    this.#runtime = runtime
  }

  /** A fresh secret. The one that the session began before is void. */
  begin({ tokenHash }: Of): string {
    this.#begun.delete(tokenHash)
    for (const [oldest, begun] of this.#begun) {
      if (!this.#isOver(begun) && this.#begun.size < BEGUN_MAX) break
      this.#begun.delete(oldest)
    }
    const secret = newTotpSecret(this.#runtime)
    this.#begun.set(tokenHash, { secret, at: this.#runtime.now() })
    return secret
  }

  /** `undefined`: the session began none, or too long ago, or it was confirmed. */
  of({ tokenHash }: Of): Begun | undefined {
    const begun = this.#begun.get(tokenHash)
    return begun === undefined || this.#isOver(begun) ? undefined : begun
  }

  end({ tokenHash }: Of): void {
    this.#begun.delete(tokenHash)
  }

  #isOver({ at }: Begun): boolean {
    return at <= this.#runtime.now() - BEGUN_MILLIS
  }
}
