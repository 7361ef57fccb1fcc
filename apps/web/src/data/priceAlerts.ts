/** The price alerts of the customer, as the server has them. The notice of a fired alert reads the list again. */
import { useQuery } from '@tanstack/react-query'
import type { CallData, PriceAlert } from '@veritick/contract'
import { call } from './api.ts'
import { queryClient } from './queries.ts'
import { useSignedIn } from './session.ts'

const PRICE_ALERTS = ['personal', 'price-alerts'] as const
type List = CallData<'priceAlertList'>

/** Newest first, of all instruments. */
export function usePriceAlerts() {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: PRICE_ALERTS,
    queryFn: ({ signal }) => call('priceAlertList', {}, { signal, quiet: true }),
    enabled: signedIn,
  })
}

/** Puts a new or changed alert into the known list, then reads the list again. */
export function priceAlertSaved(alert: PriceAlert): void {
  change(({ list, max }) => ({ list: [alert, ...list.filter(({ id }) => id !== alert.id)].sort(newestFirst), max }))
}

export function priceAlertDeleted(id: number): void {
  change(({ list, max }) => ({ list: list.filter((each) => each.id !== id), max }))
}

const newestFirst = (one: PriceAlert, other: PriceAlert): number => other.id - one.id

function change(next: (known: List) => List): void {
  queryClient.setQueryData<List>(PRICE_ALERTS, (known) => known && next(known))
  void queryClient.invalidateQueries({ queryKey: PRICE_ALERTS })
}
