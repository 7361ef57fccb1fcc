/** The frame of the app: no wider than a phone, or the whole of a wide window. The content of `#root`. */
import type { ReactNode, Ref } from 'react'
import { classes } from '../design/index.ts'

type Props = { readonly children: ReactNode; readonly ref?: Ref<HTMLDivElement> }

export function FrameBox({ children, ref }: Props) {
  return (
    <div ref={ref} className={FRAME}>
      {children}
    </div>
  )
}

const FRAME = classes(
  'mx-auto flex h-dvh max-w-(--width-app) flex-col bg-surface wide:max-w-none wide:bg-canvas',
  'not-wide:min-[561px]:border-x min-[561px]:border-line enlarged:overflow-x-hidden enlarged:overflow-y-auto',
)
