/** The sorting of each order table, kept on this device. Apart from layout.ts, which the first screen reads. */
import { create } from 'zustand'
import { readLocal, writeLocal } from '../../data/localStorage.ts'
import type { Tab } from '../orders/orders.ts'
import { type Sort, type Sorts, sortsIn, sortsText } from './orderSort.ts'

const KEY = 'veritick.order-sorts'
const useSorts = create<{ readonly sorts: Sorts }>(() => ({ sorts: sortsIn(readLocal(KEY)) }))

export const useSort = (tab: Tab): Sort | undefined => useSorts(({ sorts }) => sorts[tab])

/** `undefined`: the order of the server. */
export function sortTable(tab: Tab, sort: Sort | undefined): void {
  const { [tab]: _, ...others } = useSorts.getState().sorts
  const sorts: Sorts = sort === undefined ? others : { ...others, [tab]: sort }
  useSorts.setState({ sorts })
  writeLocal(KEY, sortsText(sorts) || undefined)
}
