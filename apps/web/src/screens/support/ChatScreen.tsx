/**
 * /mine/chat: by the operator's settings a link to another provider, to copy or to open, or the chat of this app. A
 * visitor sees the other contacts of support, because a conversation belongs to an account.
 */
import { SERVICE_LINK_TYPE } from '@veritick/contract'
import { useLocation } from 'react-router'
import { useBasics } from '../../data/queries.ts'
import { useSignedIn } from '../../data/session.ts'
import { CopyLine, Empty, ErrorState, Icon, LinkButton, Skeleton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { signInPath } from '../../shell/guard.ts'
import { Screen } from '../../shell/Screen.tsx'
import { AskedLink } from './AskedLink.tsx'
import { OwnChat } from './OwnChat.tsx'

export function ChatScreen() {
  const t = useTranslate()
  const basics = useBasics()
  const signedIn = useSignedIn()
  const link = basics.data?.service_link ?? ''
  const type = basics.data?.service_link_type
  if (basics.data === undefined)
    return (
      <Screen title={t('support.title')}>
        {basics.isError ? (
          <ErrorState text={basics.error.message} busy={basics.isFetching} onRetry={() => void basics.refetch()} />
        ) : (
          <div role="status" aria-label={t('common.loading')} className="p-4">
            <Skeleton className="h-44 w-full" />
          </div>
        )}
      </Screen>
    )
  if (link !== '' && type === SERVICE_LINK_TYPE.copy) return <ToCopy link={link} />
  if (link !== '' && type === SERVICE_LINK_TYPE.redirect) return <Redirect link={link} />
  return signedIn ? <OwnChat /> : <Visitor />
}

function ToCopy({ link }: { readonly link: string }) {
  const t = useTranslate()
  return (
    <Screen title={t('support.title')}>
      <div className="grid grid-cols-1 gap-4 p-4">
        <p className="text-ink-soft">{t('support.copy_text')}</p>
        <dl className="rounded-card border border-line bg-surface px-4 py-2">
          <CopyLine label={t('support.copy_label')} value={link} />
        </dl>
      </div>
    </Screen>
  )
}

function Redirect({ link }: { readonly link: string }) {
  const t = useTranslate()
  const { host, href } = new URL(link)
  return (
    <Screen title={t('support.title')}>
      <Empty
        icon={<Icon.Chat />}
        title={t('support.title')}
        text={t('support.redirect_text', { host })}
        action={<AskedLink address={href} host={host} large />}
      />
    </Screen>
  )
}

function Visitor() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <Screen title={t('support.title')}>
      <Empty
        icon={<Icon.Chat />}
        title={t('support.visitor_title')}
        text={t('support.visitor_text')}
        action={
          <div className="grid w-64 max-w-full gap-2">
            <LinkButton to={signInPath(pathname)}>{t('login.sign_in')}</LinkButton>
            <LinkButton to="/feedback" tone="plain">
              {t('support.row_feedback')}
            </LinkButton>
            <LinkButton to="/mine/email" tone="plain">
              {t('support.row_email')}
            </LinkButton>
          </div>
        }
      />
    </Screen>
  )
}
