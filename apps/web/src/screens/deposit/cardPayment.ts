/**
 * Leaving for the page of a card provider. The tab remembers the payment, so that the screen shows its result once
 * after the return.
 */
import { sessionStore } from '../../data/sessionStorage.ts'
import { paymentAddress } from './deposit.ts'

const PLACE = 'veritick.card'

/** Opens the page of the provider. False: the URL is not safe for entering a card. */
export function leaveForCardPayment({ id, url }: { readonly id: number; readonly url: string }): boolean {
  const address = paymentAddress(url, location.href)
  if (address === undefined) return false
  // Without session storage the return shows the form; the payment is in the list.
  sessionStore().setItem(PLACE, String(id))
  location.assign(address)
  return true
}

/** The result has been shown. */
export const forgetCardPayment = (): void => sessionStore().removeItem(PLACE)

/** The payment that the customer returns from. */
export function cardPaymentLeftFor(): number | undefined {
  const deposit = Number(sessionStore().getItem(PLACE) ?? '')
  return Number.isSafeInteger(deposit) && deposit > 0 ? deposit : undefined
}
