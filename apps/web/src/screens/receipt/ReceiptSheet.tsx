/**
 * The proof of an order in a sheet: its events in plain words, their places in the journal, the page that checks it in
 * the browser, and the file for a check elsewhere.
 */

import { useQuery } from '@tanstack/react-query'
import type { WireReceipt } from '@veritick/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../data/api.ts'
import type { Order } from '../../data/order.ts'
import { Button, ErrorState, Sheet, SkeletonRows } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { handOver } from '../verify/handOver.ts'
import { ReceiptProof } from './ReceiptProof.tsx'
import { receiptFile } from './receipt.ts'

export function ReceiptSheet({ order, onClose }: { readonly order: Order | undefined; readonly onClose: () => void }) {
  const t = useTranslate()
  const [last, setLast] = useState<Order | undefined>(undefined)
  if (order !== undefined && order !== last) setLast(order)
  const shown = order ?? last
  const { data, error, isFetching, refetch } = useReceipt(order?.id)
  if (shown === undefined) return null
  return (
    <Sheet
      inAddress
      open={order !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('receipt.title', { id: shown.id })}
      footer={data && <Download receipt={data} />}
    >
      {data === undefined && error !== null && (
        <ErrorState text={error.message} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <SkeletonRows count={5} />}
      {data !== undefined && <ReceiptProof receipt={data} precision={shown.precision} showCode={shown.showCode} />}
    </Sheet>
  )
}

/** The query key is personal: signing out removes the receipt, a change of an order reads it again. */
function useReceipt(id: number | undefined) {
  return useQuery({
    queryKey: ['personal', 'receipt', id],
    queryFn: ({ signal }) => call('receipt', { id: id ?? 0 }, { signal, quiet: true }),
    enabled: id !== undefined,
  })
}

function Download({ receipt }: { readonly receipt: WireReceipt }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { name, text } = receiptFile(receipt)
  function check() {
    handOver(text)
    void navigate('/verify')
  }
  function save() {
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    const link = Object.assign(document.createElement('a'), { href: address, download: name })
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), REVOKE_MILLIS)
  }
  return (
    <div className="grid gap-2">
      <Button large onClick={check}>
        {t('verify.check_this')}
      </Button>
      <Button tone="plain" onClick={save}>
        {t('receipt.download')}
      </Button>
      <p className="text-center text-12 text-ink-muted">{t('receipt.check')}</p>
    </div>
  )
}
/** After this time the download has started. */
const REVOKE_MILLIS = 10_000
