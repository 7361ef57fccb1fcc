/** The state of a request about an order: refused with the reason, slow, or without an answer. */
import { useTranslate } from '../i18n/i18n.ts'
import type { Attempt } from './attempt.ts'

export function AttemptLine({ attempt, slow }: { readonly attempt: Attempt<unknown>; readonly slow: boolean }) {
  const t = useTranslate()
  const words = textOf()
  return (
    <p
      role="status"
      className={words === undefined ? 'sr-only' : 'rounded-control bg-warn-soft px-3 py-2 text-13 text-warn'}
    >
      {words ?? (attempt.state === 'sending' ? t('orders.working') : '')}
    </p>
  )

  function textOf(): string | undefined {
    if (attempt.state === 'refused') return attempt.message
    if (attempt.state === 'unanswered') return t('orders.unanswered')
    return slow ? t('ticket.sending_slow') : undefined
  }
}
