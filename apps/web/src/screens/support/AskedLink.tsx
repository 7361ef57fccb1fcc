/** A link out of the app. A tap opens a question that names the target host; the page opens without a referrer. */
import { type ReactNode, useState } from 'react'
import { Button, Confirm } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

type Props = {
  readonly address: string
  readonly host: string
  /** A button with the host as its label, instead of a link in a text. */
  readonly large?: boolean
  readonly children?: ReactNode
}

export function AskedLink({ address, host, large = false, children }: Props) {
  const t = useTranslate()
  const [asking, setAsking] = useState(false)
  const open = () => {
    setAsking(false)
    window.open(address, '_blank', 'noopener,noreferrer')
  }
  const name = <bdi dir="ltr">{host}</bdi>
  return (
    <>
      {large ? (
        <Button onClick={() => setAsking(true)}>{t('support.link_open', { host })}</Button>
      ) : (
        <button
          type="button"
          onClick={() => setAsking(true)}
          className="text-start underline underline-offset-2 [overflow-wrap:anywhere]"
        >
          <bdi dir="ltr">{children}</bdi>
        </button>
      )}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('support.link_title')}
        text={
          <>
            <p>{t('support.link_text', { host })}</p>
            <p className="mt-2 font-semibold text-ink [overflow-wrap:anywhere]">{name}</p>
          </>
        }
        confirmLabel={t('support.open')}
        onConfirm={open}
      />
    </>
  )
}
