/** Error and hint below a field. The field refers to both with `describedBy`. */
import type { ReactNode } from 'react'
import * as Icon from './icons.tsx'

export function describedBy(
  id: string,
  { error, hint }: { readonly error: string | undefined; readonly hint?: ReactNode },
): string | undefined {
  const ids = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean)
  return ids.length === 0 ? undefined : ids.join(' ')
}

export function FieldNotes({
  id,
  error,
  hint,
}: {
  readonly id: string
  readonly error: string | undefined
  readonly hint?: ReactNode
}) {
  return (
    <>
      {error !== undefined && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-13 text-danger">
          <Icon.Warning size={16} className="mt-px shrink-0" />
          <span>{error}</span>
        </p>
      )}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-13 text-ink-muted">
          {hint}
        </div>
      )}
    </>
  )
}
