/** The instrument that the trade screen shows, by its code; remembered on the device. */
import { create } from 'zustand'
import { keep, kept } from './kept.ts'

const KEY = 'veritick.instrument'

const useSelectedStore = create<{ readonly code: string | undefined }>(() => ({ code: kept(KEY) }))

export const useSelected = (): string | undefined => useSelectedStore((state) => state.code)

export function select(code: string): void {
  keep(KEY, code)
  useSelectedStore.setState({ code })
}
