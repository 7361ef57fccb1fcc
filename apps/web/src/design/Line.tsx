/** One line of a list of facts: name at the start, figure at the end. */
import type { ReactNode } from 'react'

export function Line({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-x-4 big:flex-wrap border-b border-line py-1.5 last:border-0">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="ms-auto min-w-0 text-end font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
