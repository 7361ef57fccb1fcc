/** The frame of the app: no wider than a phone, or the whole of a wide window. The content of `#root`. */
import type { ReactNode } from 'react'
import { classes } from '../design/index.ts'

export function FrameBox({ children }: { readonly children: ReactNode }) {
  return <div className={FRAME}>{children}</div>
}

const FRAME = classes(
  'mx-auto flex h-dvh max-w-(--width-app) flex-col bg-surface wide:max-w-none wide:bg-canvas',
  'not-wide:min-[561px]:border-x min-[561px]:border-line',
)
