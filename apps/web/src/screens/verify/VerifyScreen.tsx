/** /verify: checks a receipt in the browser, without an account and the server. The file never leaves the device. */
import type { CallData, WireReceipt } from '@veritick/contract'
import { useId, useState } from 'react'
import { KEY, queryClient } from '../../data/queries.ts'
import { Field, Icon, Line } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'
import { ReceiptProof } from '../receipt/ReceiptProof.tsx'
import { tradedOf } from '../receipt/receipt.ts'
import { takeHanded } from './handOver.ts'
import { type Checked, check, precisionOf } from './verify.ts'

export function VerifyScreen() {
  const t = useTranslate()
  const [file, setFile] = useState(takeHanded)
  const [head, setHead] = useState('')
  const checked = check(file, head)
  return (
    <Screen title={t('verify.title')}>
      <div className="grid grid-cols-1 gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]">
        <p className="text-ink-soft">{t('verify.lead')}</p>
        <FileChoice onChoose={setFile} chosen={file !== undefined} />
        <Field
          label={t('verify.head')}
          hint={t('verify.head_hint')}
          value={head}
          onValueChange={setHead}
          autoComplete="off"
          latin
          exact
        />
        <Result checked={checked} headNoted={head.trim() !== ''} />
      </div>
    </Screen>
  )
}

function FileChoice({ onChoose, chosen }: { readonly onChoose: (file: Uint8Array) => void; readonly chosen: boolean }) {
  const t = useTranslate()
  const id = useId()
  const read = async (file: File | undefined) => {
    if (file !== undefined) onChoose(new Uint8Array(await file.arrayBuffer()))
  }
  return (
    <div className="grid gap-2">
      <input
        id={id}
        type="file"
        accept="application/json,.json"
        className="peer sr-only"
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <label
        htmlFor={id}
        className="flex touch cursor-pointer items-center justify-center gap-2 rounded-control border border-dashed border-line-strong bg-surface px-4 py-3 text-center font-semibold peer-focus-visible:outline-2"
      >
        <Icon.Orders size={20} />
        {t(chosen ? 'verify.choose_another' : 'verify.choose')}
      </label>
    </div>
  )
}

function Result({ checked, headNoted }: { readonly checked: Checked; readonly headNoted: boolean }) {
  const t = useTranslate()
  if (checked.kind === 'none') return <div role="status" />
  if (checked.kind === 'too_large') return <Bad title={t('verify.too_large')} findings={[]} />
  if (checked.kind !== 'holds') return <Bad title={t(`verify.${checked.kind}`)} findings={checked.findings} />
  return (
    <div className="grid gap-4">
      <div role="status" className="grid gap-1 rounded-card bg-up-soft px-4 py-3">
        <h2 className="flex items-center gap-2 font-bold text-up">
          <Icon.Check size={20} />
          {t('verify.holds')}
        </h2>
        <p>{t(headNoted ? 'verify.head_is_yours' : 'verify.compare_head')}</p>
        <p className="text-13 text-ink-soft">{t('verify.proven')}</p>
      </div>
      <dl>
        <Line label={t('verify.order')}>
          <bdi>{checked.receipt.order}</bdi>
        </Line>
      </dl>
      <Proof receipt={checked.receipt} />
    </div>
  )
}

/**
 * The proof with the display code, where the list of instruments was read before and knows the code. The list is not
 * read for it, because the check needs no server.
 */
function Proof({ receipt }: { readonly receipt: WireReceipt }) {
  const items = queryClient.getQueryData<CallData<'tradeList'>>(KEY.trades)
  const code = tradedOf(receipt)?.code
  const showCode = items?.find((item) => item.Code === code)?.ShowCode
  return (
    <ReceiptProof receipt={receipt} precision={precisionOf(receipt)} {...(showCode !== undefined && { showCode })} />
  )
}

/** The findings of the verifier, as English sentences for an investigation. */
function Bad({ title, findings }: { readonly title: string; readonly findings: readonly string[] }) {
  const t = useTranslate()
  return (
    <div role="alert" className="grid gap-2 rounded-card bg-danger-soft px-4 py-3">
      <h2 className="flex items-center gap-2 font-bold text-danger">
        <Icon.Warning size={20} />
        {title}
      </h2>
      {findings.length > 0 && <p className="text-13 text-ink-soft">{t('verify.details')}</p>}
      {findings.length > 0 && (
        <ul lang="en" dir="ltr" className="grid list-disc gap-1 ps-5 text-13 wrap-anywhere">
          {findings.slice(0, FINDINGS_MAX).map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
/** Maximum of shown findings; a file that is no receipt may have thousands. */
const FINDINGS_MAX = 20
