/**
 * How a withdrawal states its amount: to be paid, paid, or not paid. "Pay exactly" appears only while it must be paid.
 */
import type { OfficeData } from '@veritick/contract/office'
import { unreachable } from '@veritick/domain'

type Withdrawal = Pick<OfficeData<'withdrawalFind'>, 'state' | 'moving' | 'fault' | 'rejection'> & {
  readonly person: Pick<OfficeData<'withdrawalFind'>['person'], 'frozen'>
}

export type Payment = {
  /** Title of the whole block. */
  readonly title: string
  /** Label of the amount in the payout currency. */
  readonly amount: string
  /** Whether the payment must be sent now. */
  readonly due: boolean
}

export function paymentOf({ state, moving, fault, rejection, person }: Withdrawal): Payment {
  if (fault !== null) return { title: 'Changed in the store', amount: 'Not to be paid', due: false }
  switch (state) {
    case 'waiting':
      return { title: 'To be paid once it is approved', amount: 'Would be paid', due: false }
    case 'approved':
      // A booking is in progress, the account is frozen or a rejection is proposed: nothing may be sent.
      if (moving || person.frozen || rejection !== null)
        return { title: 'Approved', amount: 'Would be paid', due: false }
      return { title: 'To be paid', amount: 'Pay exactly', due: true }
    case 'paid':
      return { title: 'Paid', amount: 'Paid', due: false }
    case 'rejected':
    case 'cancelled':
      return { title: 'Not paid', amount: 'Requested', due: false }
    default:
      return unreachable(state)
  }
}
