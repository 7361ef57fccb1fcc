/** Changes an open or pending order: its stops, and the price of a pending order. */
import type { TradeItem } from '@veritick/contract'
import type { Order } from '../../data/order.ts'
import { AmendSheet } from './AmendSheet.tsx'
import { StopsSheet } from './StopsSheet.tsx'

type Props = {
  readonly order: Order
  readonly item: TradeItem
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function EditSheet(props: Props) {
  return props.order.status === 'pending' ? <AmendSheet {...props} /> : <StopsSheet {...props} />
}

/** The words of the button that opens the sheet. */
export const editWords = ({ status }: Pick<Order, 'status'>) => (status === 'pending' ? 'orders.amend' : 'orders.edit')
