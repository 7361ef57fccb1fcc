/**
 * One line of a list of facts: name at the start, figure at the end. A long name wraps; an amount keeps its width and
 * so stays in its column.
 */
import type { ReactNode } from 'react'

export function Line({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-x-4 big:flex-wrap border-b border-line py-1.5 last:border-0">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="ms-auto text-end font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
