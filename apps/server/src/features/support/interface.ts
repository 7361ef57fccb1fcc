/** The interface of support for the rest of the server. */
import type { SupportState } from '@veritick/contract'
import type { UserId } from '@veritick/domain'
import type { Once, Refusal } from '../../calls/index.ts'
import type { Actor } from '../../services/audit/index.ts'
import type { supportMessages } from '../../store/index.ts'

export type MessageRow = typeof supportMessages.$inferSelect
/** A message with its decrypted text. */
export type StoredMessage = Omit<MessageRow, 'encrypted'> & { readonly text: string }

export type Deleted = { readonly messages: number; readonly feedback: number }

/** A change that is stored, for the customer's connections. */
export type SupportPushed = {
  readonly user: UserId
  readonly message: StoredMessage | undefined
  readonly state: SupportState
  /** A staff member is typing. */
  readonly typing: boolean
}

export type Stored = {
  readonly ok: true
  readonly value: { readonly message: StoredMessage; readonly repeated: boolean }
}

export type Support = {
  /** Refusals: `parameter_missing` (neither text nor picture), `support_limit_reached`, and those of pictures. */
  send(request: {
    readonly user: UserId
    readonly text: string | undefined
    readonly picture: string | undefined
    readonly once: Once
  }): Promise<Stored | Refusal>
  /** `seen`: the newest message that the author had seen. Refusal: `record_unknown`. */
  reply(request: {
    readonly conversation: number
    readonly seen: number
    readonly text: string
    readonly actor: Actor
    readonly once: Once | undefined
  }): Promise<Stored | Refusal>
  /** The customer's app has the messages up to `seq`; `isRead`: they were on the screen. */
  seen(what: { readonly user: UserId; readonly seq: number; readonly isRead: boolean }): Promise<SupportState>
  /** A staff member has seen the messages up to `seq`. Refusal: `record_unknown`. */
  readByStaff(what: { readonly conversation: number; readonly seq: number }): Promise<{ readonly ok: true } | Refusal>
  customerTypes(user: UserId): void
  staffTypes(conversation: number): Promise<void>
  isTyping(user: UserId): boolean
  /** The conversation was changed by staff: its customer is told. */
  changed(conversation: number): Promise<void>
  onPushed(listener: (pushed: SupportPushed) => void): () => void
  /** Deletes what was kept long enough; also runs by itself. */
  sweep(): Promise<Deleted>
  stop(): Promise<void>
}
