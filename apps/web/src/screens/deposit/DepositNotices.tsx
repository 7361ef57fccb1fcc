/** Above every payment method: required steps, current limits, usual time. */
import { REVIEW_STATUS } from '@veritick/contract'
import { useSession } from '../../data/session.ts'
import { Amount, MailAddress } from '../../design/index.ts'
import { formatMoney } from '../../format/money.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { FrozenNotice } from '../frozen/FrozenNotice.tsx'
import { TermsNotice } from '../legal/TermsNotice.tsx'
import { decimalsShown } from '../money/amounts.ts'
import { Notice } from '../money/Notice.tsx'
import { useUsual } from '../money/Timeline.tsx'
import { allowanceOf, type DepositTerms, restBelowMinimum } from './deposit.ts'

export function DepositNotices({ terms }: { readonly terms: DepositTerms }) {
  const t = useTranslate()
  const tag = useTag()
  const usual = useUsual()
  const room = allowanceOf(terms)
  const rest = restBelowMinimum(terms)
  const usd = (text: string) => `${formatMoney(text, { tag, decimals: decimalsShown(text) })}\u00a0${t('common.usd')}`
  return (
    <div className="grid gap-3">
      <FrozenNotice text={t('frozen.deposit')} />
      <TermsNotice />
      {!terms.email_confirmed && <EmailFirst />}
      {room !== undefined && (
        <Notice
          tone={room.none ? 'warn' : 'plain'}
          title={room.none ? t('deposit.verify_first') : t('deposit.verify_for_more')}
          {...(terms.identity_status === REVIEW_STATUS.none && {
            link: { to: '/mine/auth', label: t('deposit.verify_link') },
          })}
        >
          {rest !== undefined ? (
            <p>{t('deposit.exactly_rest', { amount: usd(rest) })}</p>
          ) : (
            !room.none && (
              <p>
                {t('deposit.left_unverified')}{' '}
                <Amount value={room.left} currency down className="font-semibold text-ink" />
              </p>
            )
          )}
          {terms.identity_status === REVIEW_STATUS.waiting && <p>{t('deposit.verify_waiting')}</p>}
        </Notice>
      )}
      <p className="px-1 text-13 text-ink-muted">
        {/* The rest may be deposited below the minimum. */}
        {rest === undefined && (
          <>
            {t('deposit.smallest')} <Amount value={terms.minimum} currency className="font-semibold text-ink" /> ·{' '}
          </>
        )}
        {t('deposit.usual', { usual: usual(terms.usual_minutes) })}
      </p>
    </div>
  )
}

function EmailFirst() {
  const t = useTranslate()
  const email = useSession((session) => session.user?.email) ?? ''
  const link = { to: '/mine/confirm-email?from=/mine/charge', label: t('deposit.email_confirm') }
  return (
    <Notice tone="warn" title={t('deposit.email_first')} link={link}>
      {t('deposit.email_first_text')} <MailAddress address={email} />
    </Notice>
  )
}
