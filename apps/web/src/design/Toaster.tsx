/**
 * Renders the notices of `toasts.ts` at the given edge, away from confirm buttons. They are announced politely, and
 * disappear after a time or at a tap.
 */
import { useEffect } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { classes } from './classes.ts'
import * as Icon from './icons.tsx'
import { dismissToast, type Toast, useToasts } from './toasts.ts'

const STAY_MILLIS = 4000
/** Time to read a sentence. */
const STAY_MILLIS_A_LETTER = 40

/**
 * `over`: above the title of a sheet, which leaves space for it. `top`: below the header. `bottom`: above the tab bar.
 */
export type ToastEdge = 'over' | 'top' | 'bottom'
const PLACE: { readonly [E in ToastEdge]: string } = {
  over: 'top-[calc(var(--safe-top)+0.5rem)]',
  top: 'top-[calc(var(--safe-top)+4rem)]',
  bottom: 'bottom-[calc(var(--safe-bottom)+var(--height-tabs)+0.75rem)]',
}

export function Toaster({ edge }: { readonly edge: ToastEdge }) {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div
      role="status"
      aria-live="polite"
      className={classes(
        'pointer-events-none fixed inset-x-0 z-50 mx-auto grid max-w-(--width-app) justify-items-center gap-2 px-4',
        PLACE[edge],
      )}
    >
      {toasts.map((toast) => (
        <Line key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

const EDGE: { readonly [T in Toast['tone']]: string } = {
  plain: 'text-surface',
  good: 'text-surface',
  bad: 'text-surface',
}

function Line({ toast }: { readonly toast: Toast }) {
  const t = useTranslate()
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(toast.id), STAY_MILLIS + toast.text.length * STAY_MILLIS_A_LETTER)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div
      className={classes(
        'pointer-events-auto flex w-full max-w-100 items-center gap-2.5 rounded-card bg-ink py-1 ps-4 pe-1 transition-[opacity,translate] duration-(--quick) ease-app starting:-translate-y-2 starting:opacity-0',
        EDGE[toast.tone],
      )}
    >
      {toast.tone !== 'plain' &&
        (toast.tone === 'good' ? (
          <Icon.Check size={18} className="shrink-0" />
        ) : (
          <Icon.Warning size={18} className="shrink-0" />
        ))}
      <span className="min-w-0 flex-1 py-2">
        {toast.title !== undefined && <strong className="block">{toast.title}</strong>}
        {toast.text}
      </span>
      <button
        type="button"
        aria-label={t('common.close')}
        onClick={() => dismissToast(toast.id)}
        className="inline-flex touch items-center justify-center"
      >
        <Icon.Close size={18} />
      </button>
    </div>
  )
}
