/** The chosen sizes of the panels, kept on this device, and the sizes that fit into the window now. */
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { readLocal, writeLocal } from '../../data/localStorage.ts'
import {
  FIRST_SIZES,
  fitted,
  type PanelName,
  type PanelSizes,
  sizesIn,
  sizesText,
  type WindowSize,
  withSize,
} from './panels.ts'

const KEY = 'veritick.panels'

const useChosen = create<PanelSizes>(() => sizesIn(readLocal(KEY)))

export function usePanelSizes(): { readonly sizes: PanelSizes; readonly room: WindowSize } {
  const chosen = useChosen()
  const room = useSyncExternalStore(onResize, roomNow, roomNow)
  return { sizes: fitted(chosen, room), room }
}

export function resizePanel(panel: PanelName, size: number): void {
  const next = withSize(fitted(useChosen.getState(), roomNow()), panel, size, roomNow())
  useChosen.setState(next)
  writeLocal(KEY, sizesText(next))
}

export const resetPanel = (panel: PanelName): void => resizePanel(panel, FIRST_SIZES[panel])

export function resetPanels(): void {
  useChosen.setState(FIRST_SIZES)
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
