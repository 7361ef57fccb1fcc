/**
 * /mine, and /user for signed-in customers: the account at a glance, open actions, and the links to money and profile.
 * For a visitor it explains how to open an account; a demo account can be reset here. Each kind of account leads to the
 * other one.
 */
import { type CallData, REVIEW_STATUS, type User } from '@veritick/contract'
import { LANGUAGE_FACTS } from '@veritick/locales'
import { type ReactNode, useContext, useState } from 'react'
import { useLocation } from 'react-router'
import { useNotices } from '../../data/notices.ts'
import { useBasics, useMe } from '../../data/queries.ts'
import { useIdentity } from '../../data/screenQueries.ts'
import { useSignedIn } from '../../data/session.ts'
import { CHAT_PATH, useSupportUnread } from '../../data/support.ts'
import { ActionRow, Empty, ErrorState, Group, Icon, LinkButton, LinkRow, Skeleton } from '../../design/index.ts'
import { useLanguage, useTranslate } from '../../i18n/i18n.ts'
import { registerPath, signInPath } from '../../shell/guard.ts'
import { BackHeader, Screen, ScreenPlace } from '../../shell/Screen.tsx'
import { SignOutQuestion } from '../../shell/SignOutQuestion.tsx'
import { firstBeside } from '../../shell/wide.ts'
import { SupportButton } from '../support/SupportButton.tsx'
import { CompanyRows } from './CompanyRows.tsx'
import { Notices } from './Notices.tsx'
import { ResetDemo } from './ResetDemo.tsx'
import { RiskWarning } from './RiskWarning.tsx'
import { SwitchToDemo } from './SwitchToDemo.tsx'
import { UserCard } from './UserCard.tsx'

export function AccountScreen() {
  const t = useTranslate()
  const signedIn = useSignedIn()
  const { query } = useMe()
  const basics = useBasics()
  const refresh = () => Promise.all([basics.refetch(), signedIn ? query.refetch() : undefined])
  return (
    <Screen
      title={t('account.title')}
      header={
        <BackHeader title={t('account.title')}>
          <SupportButton />
        </BackHeader>
      }
      onRefresh={refresh}
    >
      <div className="grid grid-cols-1 gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]">
        {signedIn ? (
          <Own />
        ) : (
          <>
            <Visitor />
            <RealLinks />
          </>
        )}
        <HelpRows />
        <AppRows signedIn={signedIn} />
        <CompanyRows />
        <RiskWarning basics={basics.data} />
      </div>
    </Screen>
  )
}

function Visitor() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <section aria-label={t('account.visitor')} className="rounded-card border border-line bg-surface">
      <Empty
        icon={<Icon.Person />}
        title={t('account.visitor')}
        text={t('account.visitor_text')}
        action={
          <div className="grid w-64 max-w-full gap-2">
            <LinkButton to={signInPath(pathname)}>{t('login.sign_in')}</LinkButton>
            <LinkButton to={registerPath(pathname)} tone="plain">
              {t('login.register')}
            </LinkButton>
          </div>
        }
      />
    </section>
  )
}

/** The account of a signed-in customer; the last known data while it is read again. */
function Own() {
  const t = useTranslate()
  const { user, query } = useMe()
  if (user === undefined) {
    if (query.isError)
      return <ErrorState text={query.error.message} busy={query.isFetching} onRetry={() => void query.refetch()} />
    return (
      <div role="status" aria-label={t('common.loading')}>
        <Skeleton className="h-44 w-full" />
      </div>
    )
  }
  return (
    <>
      <Notices user={user} />
      <UserCard user={user} />
      <NoticesRow />
      {user.is_demo === 1 ? (
        <DemoRows />
      ) : (
        <>
          <SwitchToDemo />
          <RealRows user={user} />
        </>
      )}
    </>
  )
}

/** Link to the notices, with the number of unread ones. */
function NoticesRow() {
  const t = useTranslate()
  const unread = useNotices().data?.unread ?? 0
  return (
    <Group title={t('notices.group')}>
      <LinkRow
        to="/mine/notices"
        icon={<Icon.Inbox size={22} />}
        aside={
          unread > 0 && <span className="font-semibold text-danger">{t('notices.unread', { count: unread })}</span>
        }
      >
        {t('notices.title')}
      </LinkRow>
      <LinkRow to="/mine/price-alerts" icon={<Icon.Bell size={22} />}>
        {t('price_alerts.title')}
      </LinkRow>
    </Group>
  )
}

export function DemoRows() {
  const t = useTranslate()
  const [resetting, setResetting] = useState(false)
  return (
    <>
      <Group title={t('common.demo_account')}>
        {/* Its screen explains that money goes to a real account, and leads there and back. */}
        <LinkRow to="/mine/charge" icon={<Icon.Wallet size={22} />} note={t('account.deposit_real_note')}>
          {t('account.row_deposit')}
        </LinkRow>
        <HistoryRow note={t('account.history_note')} />
        <ActionRow onClick={() => setResetting(true)} icon={<Icon.Renew size={22} />} note={t('account.reset_note')}>
          {t('orders.reset')}
        </ActionRow>
      </Group>
      <ResetDemo open={resetting} onOpenChange={setResetting} />
    </>
  )
}

function HistoryRow({ note }: { readonly note?: string }) {
  const t = useTranslate()
  return (
    <LinkRow to="/mine/history" isHere={useIsFirst('/mine/history')} icon={<Icon.Orders size={22} />} note={note}>
      {t('account.row_history')}
    </LinkRow>
  )
}

/** Whether the screen is beside this menu although the address is that of the menu. */
function useIsFirst(path: string): boolean {
  const signedIn = useSignedIn()
  const { pathname } = useLocation()
  return useContext(ScreenPlace) === 'side' && firstBeside(pathname, signedIn) === path
}

function RealRows({ user }: { readonly user: User }) {
  const identity = useIdentity()
  return (
    <RealLinks standing={identity.data && <Standing center={identity.data} />} invite={<bdi>{user.invite_code}</bdi>} />
  )
}

/** The links of a real account; the guard asks a visitor to sign in first. */
function RealLinks({ standing, invite }: { readonly standing?: ReactNode; readonly invite?: ReactNode }) {
  const t = useTranslate()
  return (
    <>
      <Group title={t('account.money')}>
        <LinkRow to="/mine/wallet" icon={<Icon.Wallet size={22} />}>
          {t('account.row_wallet')}
        </LinkRow>
        <HistoryRow />
      </Group>
      <Group title={t('account.person')}>
        <LinkRow to="/mine/auth" icon={<Icon.Shield size={22} />} aside={standing}>
          {t('account.row_auth')}
        </LinkRow>
        <LinkRow to="/mine/invite" icon={<Icon.Invite size={22} />} aside={invite}>
          {t('account.row_invite')}
        </LinkRow>
        <LinkRow to="/mine/password" icon={<Icon.Lock size={22} />}>
          {t('account.row_password')}
        </LinkRow>
      </Group>
    </>
  )
}

/** The state of the verification; a rejection stands out, because the customer must act. */
function Standing({ center }: { readonly center: CallData<'identityCenter'> }) {
  const t = useTranslate()
  const how = standing(center)
  return (
    <span className={how === 'rejected' ? 'font-semibold text-danger' : undefined}>{t(`account.identity_${how}`)}</span>
  )
}

function standing({
  review_status,
  rejected,
}: CallData<'identityCenter'>): 'none' | 'waiting' | 'verified' | 'rejected' {
  if (review_status === REVIEW_STATUS.none) return rejected === null ? 'none' : 'rejected'
  return review_status === REVIEW_STATUS.waiting ? 'waiting' : 'verified'
}

function HelpRows() {
  const t = useTranslate()
  const unread = useSupportUnread()
  return (
    <Group title={t('support.group')}>
      <LinkRow
        to={CHAT_PATH}
        icon={<Icon.Chat size={22} />}
        aside={
          unread > 0 && <span className="font-semibold text-danger">{t('support.unread', { count: unread })}</span>
        }
      >
        {t('support.row_chat')}
      </LinkRow>
      <LinkRow to="/mine/email" icon={<Icon.Mail size={22} />}>
        {t('support.row_email')}
      </LinkRow>
      <LinkRow to="/feedback" icon={<Icon.Edit size={22} />}>
        {t('support.row_feedback')}
      </LinkRow>
    </Group>
  )
}

function AppRows({ signedIn }: { readonly signedIn: boolean }) {
  const t = useTranslate()
  const language = useLanguage()
  const [leaving, setLeaving] = useState(false)
  return (
    <>
      <Group title={t('account.app')}>
        <LinkRow to="/language" icon={<Icon.Globe size={22} />} aside={LANGUAGE_FACTS[language].name}>
          {t('language.language')}
        </LinkRow>
        <LinkRow to="/mine/announcement" icon={<Icon.Megaphone size={22} />}>
          {t('account.row_announcements')}
        </LinkRow>
        <LinkRow to="/mine/system" isHere={useIsFirst('/mine/system')} icon={<Icon.Settings size={22} />}>
          {t('system.title')}
        </LinkRow>
        {signedIn && (
          <ActionRow onClick={() => setLeaving(true)} icon={<Icon.SignOut size={22} />}>
            {t('shell.sign_out')}
          </ActionRow>
        )}
      </Group>
      <SignOutQuestion open={leaving} onOpenChange={setLeaving} />
    </>
  )
}
