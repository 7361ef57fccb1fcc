/** The state of a request about an order or about money: refused with the reason, slow, or without an answer. */
import { Button, WARNING } from '../design/index.ts'
import { useTranslate } from '../i18n/i18n.ts'
import type { OfflineReason } from '../shell/useOffline.ts'
import type { Attempt } from './attempt.ts'

/** The actions of a request without an answer while the form contains another request. */
export type Previous = { readonly resend: () => void; readonly giveUp: () => void }

type Props = {
  readonly attempt: Attempt<unknown>
  readonly slow: boolean
  /** `undefined`: the form contains the request that was sent. */
  readonly previous?: Previous | undefined
  /** The server has not carried out the request without an answer so far. */
  readonly undecided?: boolean
  /** Why the button is disabled or the shown prices are paused. */
  readonly offline?: OfflineReason
}

export function AttemptLine({ attempt, slow, previous, undecided = false, offline }: Props) {
  const t = useTranslate()
  const words = textOf()
  return (
    <>
      <p role="status" className={words === undefined ? 'sr-only' : WARNING}>
        {words ?? (attempt.state === 'sending' ? t('orders.working') : '')}
      </p>
      {attempt.state === 'unanswered' && previous !== undefined && (
        <div className="flex flex-wrap gap-2">
          <Button tone="plain" className="grow" onClick={previous.resend}>
            {t('orders.send_previous')}
          </Button>
          <Button tone="quiet" className="grow" onClick={previous.giveUp}>
            {t('orders.give_up')}
          </Button>
        </div>
      )}
    </>
  )

  function textOf(): string | undefined {
    if (attempt.state === 'refused') return attempt.message
    if (attempt.state === 'unanswered') {
      const state = undecided ? 'undecided' : 'unanswered'
      return t(previous === undefined ? `orders.${state}` : `orders.${state}_edited`)
    }
    if (slow) return t('orders.sending_slow')
    return offline && attempt.state !== 'sending' ? t(`shell.${offline}`) : undefined
  }
}
