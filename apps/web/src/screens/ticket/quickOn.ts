/** Whether one-tap trading is on for a customer of this device; its code (quick.ts) is loaded only then. */
import { create } from 'zustand'
import { readLocal, writeLocal } from '../../data/localStorage.ts'

const KEY = 'veritick.one-tap'
/** The customer who turned it on; it is off for other customers of this device. */
const useStore = create<{ readonly owner: string | undefined }>(() => ({ owner: readLocal(KEY) }))

/** `uid`: the id of the signed-in customer. */
export const useIsQuick = (uid: string | undefined): boolean =>
  useStore(({ owner }) => uid !== undefined && owner === uid)

export const quickOwnerNow = (): string | undefined => useStore.getState().owner

/** Another tab of this browser may turn it off. */
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    // `null`: the storage was cleared.
    if (key === KEY || key === null) useStore.setState({ owner: readLocal(KEY) })
  })

export function setQuick(uid: string | undefined): void {
  writeLocal(KEY, uid)
  useStore.setState({ owner: uid })
}
