/** The frame of the app: no wider than a phone, or the whole of a wide window. What stands in `#root`. */
import type { ReactNode } from 'react'

export function FrameBox({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mx-auto flex h-dvh max-w-(--width-app) flex-col bg-surface not-wide:min-[561px]:border-x min-[561px]:border-line wide:max-w-none wide:bg-canvas">
      {children}
    </div>
  )
}
