/** The frame of the app, no wider than a phone: what stands in `#root`. */
import type { ReactNode } from 'react'

export function FrameBox({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mx-auto flex h-dvh max-w-(--width-app) flex-col bg-surface min-[561px]:border-x min-[561px]:border-line">
      {children}
    </div>
  )
}
