/**
 * The interface of a provider of card payments: a page of its own on which the card is entered, and signed notices of
 * the outcome. No card number, name or expiry date reaches this server.
 */
import type { Micros } from '@veritick/domain'
import type { Language } from '@veritick/locales'

export type PaymentNotice = {
  /** The provider's own number of this notice: the same one again is the same notice. */
  readonly notice: string
  /** Our name for the payment, as `begin` was given it. */
  readonly reference: string
  readonly outcome: 'paid' | 'failed'
  /** The received amount. */
  readonly amount: Micros
}

export type PaymentProvider = {
  readonly name: string
  /** For trying out: no money stands behind what it says. */
  readonly trial: boolean
  /** Where the customer pays. Asking again for the same reference begins no second payment. */
  begin(payment: {
    readonly reference: string
    readonly amount: Micros
    /** The language in which the customer reads the app. */
    readonly language: Language
  }): Promise<{ readonly url: string }>
  /** `undefined`: not written by this provider, changed on its way, or too old. */
  read(sent: { readonly body: string; readonly signature: string }): PaymentNotice | undefined
}
