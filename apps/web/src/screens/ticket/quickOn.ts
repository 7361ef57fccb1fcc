/** Whether one-tap trading is on for a customer of this device; what a tap sends is loaded only then (quick.ts). */
import { create } from 'zustand'
import { readLocal, writeLocal } from '../../data/localStorage.ts'

const KEY = 'veritick.one-tap'
/** Who turned it on: it holds for no other customer of this device. */
const useStore = create<{ readonly owner: string | undefined }>(() => ({ owner: readLocal(KEY) }))

/** `uid`: of the signed-in customer. */
export const useIsQuick = (uid: string | undefined): boolean =>
  useStore(({ owner }) => uid !== undefined && owner === uid)

export function setQuick(uid: string | undefined): void {
  writeLocal(KEY, uid)
  useStore.setState({ owner: uid })
}
