/** Resets a demo account after a confirmation. */
import { useState } from 'react'
import { CallFailed, call } from '../../data/api.ts'
import { RESET_SUBJECT } from '../../data/connection.ts'
import { queries } from '../../data/queries.ts'
import { newKey } from '../../data/requestKey.ts'
import { Confirm, toast } from '../../design/index.ts'
import { formatMoney } from '../../format/money.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'

export function ResetDemo({
  open,
  onOpenChange,
}: {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}) {
  const t = useTranslate()
  const tag = useTag()
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState(newKey)
  async function reset() {
    setBusy(true)
    try {
      const { balance } = await call('resetForexDemoAccount', {}, { idempotencyKey: key })
      toast({
        text: t('orders.reset_done', { balance: formatMoney(balance, { tag, down: true }) }),
        tone: 'good',
        about: RESET_SUBJECT,
      })
      setKey(newKey())
      onOpenChange(false)
      void queries.refreshOrders()
    } catch (error) {
      // `call` shows the failure. The same key makes a retry the same intent, until the key expires.
      if (error instanceof CallFailed && error.reason === 'idempotency_key_expired') setKey(newKey())
    } finally {
      setBusy(false)
    }
  }
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      tone="danger"
      title={t('orders.reset_question')}
      text={t('orders.reset_text')}
      confirmLabel={t('orders.reset_confirm')}
      busy={busy}
      onConfirm={() => void reset()}
    />
  )
}
