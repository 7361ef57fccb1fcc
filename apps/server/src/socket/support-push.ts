/**
 * The conversation with support, on the connections of its customer: messages after they are stored, what was read, and
 * that a staff member is typing. Each connection gets picture links of its own session.
 */
import { type SupportPushed, wirePush } from '../features/support/index.ts'
import type { Audience } from './audience.ts'
import type { Context } from './context.ts'

type Parts = Pick<Context, 'support' | 'files'>

export class SupportTopic {
  readonly #parts: Parts
  readonly #audience: Audience
  readonly #end: () => void

  constructor(parts: Parts, audience: Audience) {
    this.#parts = parts
    this.#audience = audience
    this.#end = parts.support.onPushed((pushed) => this.#tell(pushed))
  }

  stop(): void {
    this.#end()
  }

  #tell(pushed: SupportPushed): void {
    for (const connection of this.#audience.ofUser(pushed.user)) {
      const { session } = connection
      if (session === undefined || !connection.listens('SUPPORT')) continue
      connection.tell('SUPPORT', JSON.stringify(wirePush(this.#parts, pushed, session)))
    }
  }
}
