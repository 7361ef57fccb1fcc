/** In the header of every tab: the link to the account. A dot marks an open action, a number the unread messages. */
import { Link } from 'react-router'
import { unreadBesideSupport } from '../data/noticeList.ts'
import { useNotices } from '../data/notices.ts'
import { useIsDemo, useSession } from '../data/session.ts'
import { useSupportUnread } from '../data/support.ts'
import { classes, FirstIcon as Icon } from '../design/index.ts'
import { useTranslate } from '../i18n/i18n.ts'

/** A larger number would not fit beside the icon. */
const SHOWN_MAX = 99

export function AccountButton({ className }: { readonly className?: string }) {
  const t = useTranslate()
  const user = useSession((session) => session.user)
  const isDemo = useIsDemo()
  const notices = useNotices().data
  const unread = (notices === undefined ? 0 : unreadBesideSupport(notices)) + useSupportUnread()
  const owed = user !== undefined && !isDemo && (user.frozen === 1 || (user.email !== '' && user.email_confirmed === 0))
  const waits = unread > 0 || owed
  const label = unread > 0 ? t('account.open_unread', { unread }) : t(waits ? 'account.open_waiting' : 'account.open')
  return (
    <Link
      to="/mine"
      aria-label={label}
      title={label}
      className={classes(
        'relative inline-flex touch shrink-0 items-center justify-center rounded-control active:bg-fill',
        className,
      )}
    >
      <Icon.Person size={isDemo ? 18 : 24} className={isDemo ? '-translate-y-2.5' : ''} />
      {isDemo && (
        <span
          aria-hidden="true"
          className={classes(
            'absolute bottom-0.5 rounded-full bg-accent px-1 whitespace-nowrap max-[379px]:px-0.5',
            // Lines of 1.5: the letters of Arabic reach below the line.
            'text-badge leading-normal! font-semibold text-on-accent',
          )}
        >
          {t('account.demo_short')}
        </span>
      )}
      {unread > 0 ? (
        <span
          aria-hidden="true"
          className={classes(
            'absolute end-0.5 top-1 min-w-4.5 rounded-full border-2 border-surface bg-danger px-0.5',
            'text-center text-fit-label font-semibold text-on-data',
          )}
        >
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
        </span>
      ) : (
        waits && (
          <span
            aria-hidden="true"
            className="absolute end-2 top-2 size-2.5 rounded-full border-2 border-surface bg-danger"
          />
        )
      )}
    </Link>
  )
}
