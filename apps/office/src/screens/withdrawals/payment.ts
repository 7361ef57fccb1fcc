/**
 * What a withdrawal's record says of its money: to be paid, paid, or never. Whoever reads "pay exactly" pays, so it
 * stands there once.
 */
import type { OfficeData } from '@veritick/contract/office'
import { unreachable } from '@veritick/domain'

type Withdrawal = Pick<OfficeData<'withdrawalFind'>, 'state' | 'moving'> & {
  readonly person: Pick<OfficeData<'withdrawalFind'>['person'], 'frozen'>
}

export type Payment = {
  /** Over all of it. */
  readonly title: string
  /** Before the amount in the currency that it is paid in. */
  readonly amount: string
  /** Whether somebody has to send it now. */
  readonly due: boolean
}

export function paymentOf({ state, moving, person }: Withdrawal): Payment {
  switch (state) {
    case 'waiting':
      return { title: 'To be paid once it is approved', amount: 'Would be paid', due: false }
    case 'approved':
      // What is on its way is decided; what is frozen is not sent.
      if (moving || person.frozen) return { title: 'Approved', amount: 'Would be paid', due: false }
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
