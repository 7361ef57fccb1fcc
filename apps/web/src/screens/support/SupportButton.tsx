/** In the header of the account: the link to the chat, with the number of unread messages. */
import { Link } from 'react-router'
import { CHAT_PATH, useSupportUnread } from '../../data/support.ts'
import { classes, Icon } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export function SupportButton() {
  const t = useTranslate()
  const unread = useSupportUnread()
  const title = t('support.row_chat')
  return (
    <Link
      to={CHAT_PATH}
      aria-label={unread > 0 ? `${title}, ${t('support.unread', { count: unread })}` : title}
      title={title}
      className="relative inline-flex touch shrink-0 items-center justify-center rounded-control active:bg-fill"
    >
      <Icon.Chat />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className={classes(
            'absolute end-1 top-1 grid min-w-4.5 place-items-center rounded-full bg-danger px-1',
            'text-fit-label font-semibold text-on-data',
          )}
        >
          {unread}
        </span>
      )}
    </Link>
  )
}
