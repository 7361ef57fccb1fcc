/**
 * Leaving for the page of a card provider, and which payment this tab left for: on its way back from there the screen
 * shows what became of it, once.
 */
import { sessionStore } from '../../data/sessionStorage.ts'
import { paymentAddress } from './deposit.ts'

const PLACE = 'veritick.card'

/** To where the card is typed; false: the address is none that a card may be typed at. */
export function leaveForCardPayment({ id, url }: { readonly id: number; readonly url: string }): boolean {
  const address = paymentAddress(url, location.href)
  if (address === undefined) return false
  // Where nothing can be kept the way back leads to the form; the payment stands in the list.
  sessionStore().setItem(PLACE, String(id))
  location.assign(address)
  return true
}

/** It has been shown. */
export const forgetCardPayment = (): void => sessionStore().removeItem(PLACE)

/** The payment this tab comes back from. */
export function cardPaymentLeftFor(): number | undefined {
  const deposit = Number(sessionStore().getItem(PLACE) ?? '')
  return Number.isSafeInteger(deposit) && deposit > 0 ? deposit : undefined
}
