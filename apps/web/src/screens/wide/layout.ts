/** The chosen sizes of the panels, kept on this device, and the sizes that fit into the window now. */
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { readLocal, writeLocal } from '../../data/localStorage.ts'
import {
  firstSizes,
  fitted,
  type PanelName,
  type PanelSizes,
  sizesIn,
  sizesText,
  type WindowSize,
  withSize,
} from './panels.ts'

const KEY = 'veritick.panels'

/** `undefined`: the first sizes, which depend on the window. */
const useChosen = create<{ readonly sizes: PanelSizes | undefined }>(() => ({ sizes: sizesIn(readLocal(KEY)) }))

export function usePanelSizes(): { readonly sizes: PanelSizes; readonly room: WindowSize } {
  const chosen = useChosen(({ sizes }) => sizes)
  const room = useSyncExternalStore(onResize, roomNow, roomNow)
  return { sizes: fitted(chosen ?? firstSizes(room), room), room }
}

export function resizePanel(panel: PanelName, size: number): void {
  const room = roomNow()
  const sizes = withSize(fitted(useChosen.getState().sizes ?? firstSizes(room), room), panel, size, room)
  useChosen.setState({ sizes })
  writeLocal(KEY, sizesText(sizes))
}

export const resetPanel = (panel: PanelName): void => resizePanel(panel, firstSizes(roomNow())[panel])

export function resetPanels(): void {
  useChosen.setState({ sizes: undefined })
  writeLocal(KEY, undefined)
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** The same object for the same size, as React requires for a snapshot. */
let last: WindowSize = { width: 0, height: 0 }
function roomNow(): WindowSize {
  const { innerWidth: width, innerHeight: height } = window
  if (last.width !== width || last.height !== height) last = { width, height }
  return last
}
