/**
 * /mine/email: the operator's support address, to copy or to write to; without an address the other contacts of
 * support.
 */
import { useSupportEmail } from '../../data/supportEmail.ts'
import { CopyLine, classes, Empty, ErrorState, Icon, LinkButton, Skeleton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'

export function EmailScreen() {
  const t = useTranslate()
  const query = useSupportEmail()
  return (
    <Screen title={t('support.email_title')}>
      {query.data !== undefined ? (
        <Address email={query.data.email} />
      ) : query.isError ? (
        <ErrorState text={query.error.message} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <div role="status" aria-label={t('common.loading')} className="p-4">
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </Screen>
  )
}

function Address({ email }: { readonly email: string }) {
  const t = useTranslate()
  if (email === '')
    return (
      <Empty
        icon={<Icon.Mail />}
        title={t('support.email_none')}
        text={t('support.email_none_text')}
        action={
          <div className="grid w-64 max-w-full gap-2">
            <LinkButton to="/mine/chat">{t('support.open_chat')}</LinkButton>
            <LinkButton to="/feedback" tone="plain">
              {t('support.row_feedback')}
            </LinkButton>
          </div>
        }
      />
    )
  return (
    <div className="grid grid-cols-1 gap-4 p-4">
      <p className="text-ink-soft">{t('support.email_text')}</p>
      <dl className="rounded-card border border-line bg-surface px-4 py-2">
        <CopyLine label={t('support.email_label')} value={email} />
      </dl>
      <a
        href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
        className={classes(
          'inline-flex touch items-center justify-center gap-2 rounded-control bg-accent px-4 py-2',
          'font-semibold text-on-accent active:opacity-80',
        )}
      >
        <Icon.Mail size={20} />
        {t('support.email_write')}
      </a>
    </div>
  )
}
