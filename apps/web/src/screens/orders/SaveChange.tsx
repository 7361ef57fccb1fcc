/** The footer of a sheet that changes an order: one request, its attempt, and the button that sends it. */
import type { WireOrder } from '@veritick/contract'
import type { ReactNode } from 'react'
import type { CallOptions } from '../../data/api.ts'
import { queries } from '../../data/queries.ts'
import { Button, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { useAttempt } from '../../submit/useAttempt.ts'

type Saving<Body> = ReturnType<typeof useSaving<Body>>

/** After the change it shows `saved` and closes the sheet. */
export function useSaving<Body>(
  send: (body: Body, options: CallOptions) => Promise<WireOrder>,
  { saved, close }: { readonly saved: string; readonly close: () => void },
) {
  return useAttempt<Body, WireOrder>(send, () => {
    void queries.refreshOrders()
    toast({ text: saved, tone: 'good' })
    close()
  })
}

type Props<Body> = {
  readonly saving: Saving<Body>
  readonly disabled: boolean
  /** Builds the body from the form at the tap. */
  readonly body: () => Body
  /** Content above the button. */
  readonly children?: ReactNode
}

export function SaveChange<Body>({ saving, disabled, body, children }: Props<Body>) {
  const t = useTranslate()
  const { attempt, slow, send } = saving
  function save() {
    const sent = body()
    void send({ intent: JSON.stringify(sent), body: sent })
  }
  return (
    <div className="grid gap-2 pt-4">
      {children}
      <AttemptLine attempt={attempt} slow={slow} />
      <Button large busy={attempt.state === 'sending'} disabled={disabled} onClick={save}>
        {t('orders.edit_save')}
      </Button>
    </div>
  )
}
