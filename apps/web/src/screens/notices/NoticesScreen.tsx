/**
 * /mine/notices: notices of the account, newest first. A tap marks a notice as read; the server stores the mark, so it
 * applies on every device. A tap on the notice of a price alert also opens its chart.
 */
import type { WireNotice } from '@veritick/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { chartOf, noticeTone } from '../../data/noticeList.ts'
import { markRead, useNotices } from '../../data/notices.ts'
import { useTradeList } from '../../data/queries.ts'
import { Button, classes, Empty, ErrorState, Icon, LinkButton, Skeleton, toast } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { BackHeader, Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { ZoneNote } from '../orders/ZoneNote.tsx'
import { PushSettings } from './PushSettings.tsx'

export function NoticesScreen() {
  const t = useTranslate()
  const query = useNotices()
  return (
    <Screen title={t('notices.title')} header={<BackHeader title={t('notices.title')} />} onRefresh={query.refetch}>
      <PushSettings />
      {query.data === undefined ? (
        <Missing query={query} />
      ) : (
        <List notices={query.data.list} unread={query.data.unread} />
      )}
    </Screen>
  )
}

function Missing({ query }: { readonly query: ReturnType<typeof useNotices> }) {
  const t = useTranslate()
  const offline = useOffline() !== undefined
  if (offline) return <OfflineState onRetry={() => void query.refetch()} />
  if (query.isError)
    return <ErrorState text={query.error.message} busy={query.isFetching} onRetry={() => void query.refetch()} />
  return (
    <div role="status" aria-label={t('common.loading')} className="p-4">
      <Skeleton className="h-44 w-full" />
    </div>
  )
}

function List({ notices, unread }: { readonly notices: readonly WireNotice[]; readonly unread: number }) {
  const t = useTranslate()
  const offline = useOffline() !== undefined
  const [newest] = notices
  const [marking, setMarking] = useState(false)
  if (newest === undefined)
    return (
      <Empty
        icon={<Icon.Bell />}
        title={t('notices.empty')}
        text={t('notices.empty_text')}
        action={<LinkButton to="/mine/price-alerts">{t('price_alerts.title')}</LinkButton>}
      />
    )
  const mark = (which: Parameters<typeof markRead>[0]) =>
    markRead(which).catch((error: unknown) =>
      toast({ text: error instanceof Error ? error.message : String(error), tone: 'bad' }),
    )
  const markAll = () => {
    setMarking(true)
    void mark({ until: newest.id }).finally(() => setMarking(false))
  }
  return (
    <div className={classes(offline && 'last-known')}>
      {unread > 0 && (
        <div className="flex items-center justify-between gap-3 px-4 py-2">
          <p className="text-13 text-ink-soft">{t('notices.unread', { count: unread })}</p>
          <Button tone="quiet" busy={marking} onClick={markAll}>
            {t('notices.read_all')}
          </Button>
        </div>
      )}
      <ZoneNote />
      <ul aria-label={t('notices.title')}>
        {notices.map((notice) => (
          <li key={notice.id} className="border-b border-line">
            <Row notice={notice} onRead={() => void mark({ id: notice.id })} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const COLOUR = { plain: 'text-ink-soft', good: 'text-calm', bad: 'text-danger' } as const

function Row({ notice, onRead }: { readonly notice: WireNotice; readonly onRead: () => void }) {
  const t = useTranslate()
  const tag = useTag()
  const navigate = useNavigate()
  const { read } = notice
  const chart = chartOf(notice, useTradeList().data ?? [])
  const open = () => {
    if (!read) onRead()
    if (chart !== undefined) void navigate(chart)
  }
  return (
    <button
      type="button"
      disabled={read && chart === undefined}
      onClick={open}
      className={classes(
        'flex w-full items-start gap-3 px-4 py-3 text-start -outline-offset-2',
        !read && 'bg-surface active:bg-fill',
      )}
    >
      <Icon.Bell size={20} className={classes('mt-0.5 shrink-0', COLOUR[noticeTone(notice.kind)])} />
      <span className="min-w-0 flex-1">
        <span
          className={classes(
            'block whitespace-pre-line [overflow-wrap:anywhere]',
            read ? 'text-ink-soft' : 'font-semibold',
          )}
        >
          {notice.words}
        </span>
        <span className="block text-13 text-ink-muted">
          <bdi>{formatMoment(notice.time, { tag })}</bdi>
          {notice.account !== null && <> · {t('notices.account', { account: notice.account })}</>}
        </span>
        {(chart !== undefined || !read) && (
          <span className="block text-13 text-accent">{t(chart === undefined ? 'notices.tap' : 'wide.key_chart')}</span>
        )}
      </span>
    </button>
  )
}
