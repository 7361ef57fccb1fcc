/** The reasons that block withdrawals now, each with its end. */
import { REVIEW_STATUS } from '@veritick/contract'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { FrozenNotice } from '../frozen/FrozenNotice.tsx'
import { Notice } from '../money/Notice.tsx'
import type { Hold } from './withdraw.ts'

export function Holds({ holds }: { readonly holds: readonly Hold[] }) {
  if (holds.length === 0) return null
  return (
    <div className="grid gap-3">
      {holds.map((hold) => (
        <HoldNotice key={hold.kind} hold={hold} />
      ))}
    </div>
  )
}

function HoldNotice({ hold }: { readonly hold: Hold }) {
  const t = useTranslate()
  const tag = useTag()
  switch (hold.kind) {
    case 'frozen':
      return <FrozenNotice />
    case 'identity':
      return hold.status === REVIEW_STATUS.waiting ? (
        <Notice title={t('withdraw.hold_identity_waiting')}>{t('withdraw.hold_identity_waiting_text')}</Notice>
      ) : (
        <Notice
          tone="warn"
          title={t('withdraw.hold_identity')}
          link={{ to: '/mine/auth', label: t('deposit.verify_link') }}
        >
          {t('withdraw.hold_identity_text')}
        </Notice>
      )
    case 'password':
      return (
        <Notice tone="warn" title={t('withdraw.hold_password')}>
          {t('withdraw.hold_password_text', { until: formatMoment(hold.until, { tag }) })}
        </Notice>
      )
  }
}
