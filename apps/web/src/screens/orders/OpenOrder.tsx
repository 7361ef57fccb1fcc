/** The order in the URL, if a list contains it: its sheet, and the sheet of its proof. */
import { useEffect } from 'react'
import { useLiveOrder } from '../../data/live.ts'
import { type Order, orderFrom } from '../../data/order.ts'
import { ordersIn, type useOrders } from '../../data/screenQueries.ts'
import { toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { ReceiptSheet } from '../receipt/ReceiptSheet.tsx'
import { OrderSheet } from './OrderSheet.tsx'
import { type Place, type Tab, withLive } from './orders.ts'
import type { Listed } from './useListed.ts'
import type { Show } from './usePlace.ts'

type Lists = { readonly [T in Tab]: ReturnType<typeof useOrders> }

export function OpenOrder({
  place,
  lists,
  listed,
  show,
}: {
  readonly place: Place
  readonly lists: Lists
  /** The shown rows; a filter may find rows beyond the read pages of the lists. */
  readonly listed: Pick<Listed, 'orders' | 'reading'>
  readonly show: Show
}) {
  const t = useTranslate()
  const order = useFound(place.order, lists, listed.orders)
  const read = Object.values(lists).every((list) => !list.isPending && !list.isFetching) && !listed.reading
  const missing = place.order !== undefined && order === undefined && read
  const close = () => show({ ...place, order: undefined, proof: false })

  // biome-ignore lint/correctness/useExhaustiveDependencies: shows the message once per missing order
  useEffect(() => {
    if (!missing) return
    toast({ text: t('orders.gone') })
    close()
  }, [missing])

  return (
    <OrderSheet order={order} onClose={close} onProof={() => show({ ...place, proof: true })}>
      <ReceiptSheet order={place.proof ? order : undefined} onClose={() => show({ ...place, proof: false })} />
    </OrderSheet>
  )
}

/** Searches all lists, because an order keeps its number when it moves to another list. */
function useFound(id: number | undefined, lists: Lists, shown: Listed['orders']): Order | undefined {
  const live = useLiveOrder(id ?? 0)
  if (id === undefined) return undefined
  for (const list of Object.values(lists)) {
    const wire = list.data && ordersIn(list.data.pages).find((each) => each.Id === id)
    if (wire !== undefined) return withLive(orderFrom(wire), live)
  }
  const order = shown?.find((each) => each.id === id)
  return order && withLive(order, live)
}
