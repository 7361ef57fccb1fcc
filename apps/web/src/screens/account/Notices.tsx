/** Notices above the account: it is frozen, an address must be confirmed, withdrawals are paused. */
import type { User } from '@veritick/contract'
import type { ReactNode } from 'react'
import { Icon, LinkButton } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { FrozenNotice } from '../frozen/FrozenNotice.tsx'
import { needsTerms } from '../legal/asking.ts'
import { TermsNotice } from '../legal/TermsNotice.tsx'
import { type Notice, noticesOf } from './account.ts'

export function Notices({ user }: { readonly user: User }) {
  const notices = noticesOf(user, Date.now())
  if (notices.length === 0 && !needsTerms(user)) return null
  return (
    <div className="grid grid-cols-1 gap-3">
      <TermsNotice />
      {notices.map((notice) =>
        notice === 'frozen' ? <FrozenNotice key={notice} /> : <Card key={notice} notice={notice} user={user} />,
      )}
    </div>
  )
}

/** Icons of all notices except the freeze, which has a separate component. */
type Other = Exclude<Notice, 'frozen'>
const ICON: { readonly [N in Other]: ReactNode } = {
  confirm_email: <Icon.Mail />,
  give_email: <Icon.Mail />,
  held: <Icon.Clock />,
}

function Card({ notice, user }: { readonly notice: Other; readonly user: User }) {
  const t = useTranslate()
  const tag = useTag()
  const until = user.withdraw_held_until === null ? '' : formatMoment(user.withdraw_held_until, { tag })
  const text = notice === 'held' ? t('account.held_text', { until }) : t(`account.${notice}_text`)
  return (
    <section aria-label={t(`account.${notice}`)} className="flex gap-3 rounded-card bg-warn-soft p-4 text-warn">
      <span className="shrink-0">{ICON[notice]}</span>
      <div className="grid min-w-0 gap-1">
        <h2 className="font-bold">{t(`account.${notice}`)}</h2>
        <p>{text}</p>
        {(notice === 'confirm_email' || notice === 'give_email') && (
          <LinkButton to="/mine/confirm-email" className="mt-2 justify-self-start">
            {t('confirm_email.action')}
          </LinkButton>
        )}
      </div>
    </section>
  )
}
