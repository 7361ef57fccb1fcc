/**
 * /mine/invite: code, link and QR code of the customer, the conditions of the programme with their numbers, the rewards
 * so far, and the progress of each friend. Where the operator has no programme, the screen says so. A customer without
 * a verified identity reads that it is needed for rewards.
 */
import { type InviteInfo, REVIEW_STATUS } from '@veritick/contract'
import { QRCodeSVG } from 'qrcode.react'
import { refreshInvites, useInviteInfo } from '../../data/invites.ts'
import { useMe } from '../../data/queries.ts'
import { useIdentity } from '../../data/screenQueries.ts'
import { Amount, Button, CopyButton, classes, ErrorState, Icon, Line, Skeleton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { Notice } from '../money/Notice.tsx'
import { shareLink } from '../news/shareLink.ts'
import { Conditions } from './Conditions.tsx'
import { Friends } from './Friends.tsx'
import { closedTexts, inviteLink } from './invite.ts'

const QR_PX = 160
const QUIET_MODULES = 4

export function InviteScreen() {
  const t = useTranslate()
  const offline = useOffline()
  const code = useMe().user?.invite_code ?? ''
  const info = useInviteInfo()
  const { data, error, isFetching, refetch } = info
  return (
    <Screen title={t('account.row_invite')} onRefresh={refreshInvites}>
      <div className={classes('grid grid-cols-1 gap-4 p-4', offline !== undefined && data && 'last-known')}>
        <p className="text-ink-soft">{t('invite.lead')}</p>
        {data !== undefined && <Closed info={data} />}
        <CodeCard code={code} />
        {data !== undefined && <Programme info={data} />}
        {data === undefined && info.isPending && (offline === undefined ? <Waiting /> : <OfflineState />)}
        {data === undefined && !info.isPending && (
          <ErrorState text={error?.message} busy={isFetching} onRetry={() => void refetch()} />
        )}
      </div>
    </Screen>
  )
}

/** With no programme, its rules would be misleading; friends and rewards of an earlier time are still shown. */
function Programme({ info }: { readonly info: InviteInfo }) {
  const isOpen = closedTexts(info) === undefined
  if (!isOpen && info.friends === 0) return null
  return (
    <>
      {isOpen && <VerifyFirst />}
      <Sums info={info} />
      {isOpen && <Conditions info={info} />}
      <Friends info={info} />
    </>
  )
}

function Closed({ info }: { readonly info: InviteInfo }) {
  const t = useTranslate()
  const texts = closedTexts(info)
  if (texts === undefined) return null
  return (
    <section className="rounded-card bg-warn-soft px-4 py-3 text-warn">
      <h2 className="font-semibold">{t(texts.title)}</h2>
      <p>{t(texts.text)}</p>
    </section>
  )
}

function VerifyFirst() {
  const t = useTranslate()
  const status = useIdentity().data?.review_status
  if (status === undefined || status === REVIEW_STATUS.verified) return null
  const isWaiting = status === REVIEW_STATUS.waiting
  return (
    <Notice
      tone={isWaiting ? 'plain' : 'warn'}
      title={t(isWaiting ? 'deposit.verify_waiting' : 'invite.verify_title')}
      {...(!isWaiting && { link: { to: '/mine/auth', label: t('deposit.verify_link') } })}
    >
      <p>{t('invite.verify_text')}</p>
    </Notice>
  )
}

function CodeCard({ code }: { readonly code: string }) {
  const t = useTranslate()
  const link = inviteLink(location.origin, code)
  return (
    <div className="grid justify-items-center rounded-card border border-line bg-surface p-4">
      <QRCodeSVG
        value={link}
        size={QR_PX}
        level="H"
        marginSize={QUIET_MODULES}
        title={t('invite.qr')}
        className="rounded-control"
      />
      <Fact label={t('invite.code')} value={code} />
      <Fact label={t('invite.link')} value={link} />
      <Button
        className="mt-3 w-full"
        onClick={() => void shareLink({ title: t('invite.share_text', { code }), url: link })}
      >
        <Icon.Share size={20} />
        {t('invite.share')}
      </Button>
    </div>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="mt-3 flex w-full items-center gap-2 border-t border-line pt-2">
      <div className="min-w-0 flex-1">
        <p className="text-13 text-ink-muted">{label}</p>
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi dir="ltr">{value}</bdi>
        </p>
      </div>
      <CopyButton text={value} label={label} />
    </div>
  )
}

function Sums({ info }: { readonly info: InviteInfo }) {
  const t = useTranslate()
  return (
    <dl className="rounded-card border border-line bg-surface px-4 py-1.5">
      <Line label={t('invite.friends')}>
        <bdi className="tabular-nums">{info.friends}</bdi>
      </Line>
      <Line label={t('invite.held')}>
        <Amount value={info.held} currency />
      </Line>
      <Line label={t('invite.paid')}>
        <Amount value={info.paid} currency />
      </Line>
    </dl>
  )
}

function Waiting() {
  const t = useTranslate()
  return (
    <div role="status" aria-label={t('common.loading')} className="grid gap-3">
      <Skeleton className="h-32" />
      <Skeleton className="h-64" />
    </div>
  )
}
