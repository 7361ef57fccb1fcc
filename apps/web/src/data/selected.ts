/** The instrument of the trade screen, by its code, kept on the device. */
import { create } from 'zustand'
import { noteRecent } from './lists.ts'
import { readLocal, writeLocal } from './localStorage.ts'

const KEY = 'veritick.instrument'

const useSelectedStore = create<{ readonly code: string | undefined }>(() => ({ code: readLocal(KEY) }))

export const useSelected = (): string | undefined => useSelectedStore((state) => state.code)

export function select(code: string): void {
  writeLocal(KEY, code)
  useSelectedStore.setState({ code })
  noteRecent(code)
}
