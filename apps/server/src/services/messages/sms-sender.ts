/** The sender of text messages: a provider, the outbox, or none. */

/**
 * The provider's answer: its HTTP status and text; status 0: nothing was asked. The text may repeat the number and is
 * never logged.
 */
export type SmsAnswer = { readonly status: number; readonly text: string }

/**
 * Rejects when the message was not taken over, with an error that does not name the number (SendFailed says if it is
 * final).
 */
export type SmsSender = {
  /** `none`: no message can be sent. `outbox`: messages are written to files. */
  readonly kind: 'http' | 'outbox' | 'none'
  send(sms: Sms): Promise<SmsAnswer>
}

export type Sms = {
  readonly id: string
  readonly number: number
  /** International form: `+` and digits. */
  readonly to: string
  readonly text: string
}
