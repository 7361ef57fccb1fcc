/** The notice of a frozen account: reason, remaining actions, and support. Renders nothing for other accounts. */
import type { User } from '@veritick/contract'
import { Link } from 'react-router'
import { useMe } from '../../data/queries.ts'
import { standingOf, useSession } from '../../data/session.ts'
import { Icon } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Notice } from '../money/Notice.tsx'
import { SupportContact } from '../support/SupportContact.tsx'

/** `text`: the effect of the freeze on this screen, if it differs from the general text. */
type Props = { readonly text?: string }

export function FrozenNotice(props: Props) {
  const user = useSession((session) => session.user)
  return user?.frozen === 1 ? <Frozen {...props} user={user} /> : null
}

function Frozen({ text, user }: Props & { readonly user: User }) {
  const t = useTranslate()
  useMe()
  return (
    <section aria-label={t('frozen.title')}>
      <Notice tone="bad" icon={<Icon.Lock size={20} />} title={t('frozen.title')} action={<SupportContact />}>
        <p>{text ?? t('frozen.text')}</p>
        {user.frozen_reason !== '' && (
          <p className="mt-2 rounded-control bg-fill px-3 py-2 text-ink">
            <span className="font-semibold">{t('frozen.reason')}</span>{' '}
            <bdi className="[overflow-wrap:anywhere]">{user.frozen_reason}</bdi>
          </p>
        )}
      </Notice>
    </section>
  )
}

export const useIsFrozen = (): boolean => useSession(standingOf) === 'frozen'

/** The short form, linked to the whole notice. Use it for a frozen account only. */
export function FrozenLine() {
  const t = useTranslate()
  useMe()
  return (
    <Link
      to="/mine"
      className="flex min-h-11 items-center justify-center gap-2 bg-danger-soft px-4 py-1.5 text-13 text-danger -outline-offset-2 active:opacity-80"
    >
      <Icon.Lock size={18} className="shrink-0" />
      <span>
        {t('frozen.line')} <span className="font-semibold underline">{t('frozen.why')}</span>
      </span>
    </Link>
  )
}
