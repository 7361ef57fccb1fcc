/** The chat of the app: the messages, unsent messages, and the composer above the keyboard. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../data/session.ts'
import { useMinute } from '../../data/useMinute.ts'
import { Button, ErrorState, Icon, IconButton, Note, Skeleton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { Composer } from './Composer.tsx'
import { rowsOf } from './chat.ts'
import { markRead, readNewest, readOlder, useChat } from './chatStore.ts'
import { ChatRowView } from './MessageRow.tsx'

/** Pixels from the end within which the screen follows new messages. */
const NEAR_END = 120

export function OwnChat() {
  const t = useTranslate()
  const reading = useChat()
  const isDemo = useSession((session) => session.user?.is_demo === 1)
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => void readNewest(), [])
  useReadMark()
  const { isAtEnd, toEnd } = useFollow(scroller)
  const closed = reading.chat.state?.closed === true
  return (
    <Screen
      title={t('support.title')}
      scroller={scroller}
      footer={
        <>
          {closed && <Note>{t('support.closed')}</Note>}
          {reading.isLoaded && !isAtEnd && (
            <div className="relative">
              <IconButton
                label={t('support.latest')}
                onClick={toEnd}
                className="absolute end-3 -top-13 border border-line bg-surface"
              >
                <Icon.Down />
              </IconButton>
            </div>
          )}
          <Composer mayAttach={!isDemo} onSent={toEnd} />
        </>
      }
    >
      {reading.isLoaded ? <Conversation /> : <NotLoaded failure={reading.failure} busy={reading.busy} />}
    </Screen>
  )
}

function NotLoaded({ failure, busy }: { readonly failure: string | undefined; readonly busy: boolean }) {
  const t = useTranslate()
  const offline = useOffline()
  if (failure !== undefined)
    return offline === undefined ? (
      <ErrorState text={failure} busy={busy} onRetry={() => void readNewest()} />
    ) : (
      <OfflineState />
    )
  return (
    <div role="status" aria-label={t('common.loading')} className="grid gap-3 p-4">
      <Skeleton className="h-14 w-3/5" />
      <Skeleton className="ms-auto h-10 w-2/5" />
      <Skeleton className="h-20 w-3/5" />
    </div>
  )
}

function Conversation() {
  const t = useTranslate()
  const { chat, olderBusy } = useChat()
  const offline = useOffline()
  // The names of the days change at midnight.
  const rows = rowsOf(chat, { now: useMinute() })
  return (
    <div className="mt-auto grid grid-cols-1 gap-2 p-4">
      {!chat.more && <Introduction hours={chat.hours} />}
      {chat.more && (
        <Button tone="quiet" busy={olderBusy} onClick={() => void readOlder()}>
          {t('support.older')}
        </Button>
      )}
      <div role="log" aria-label={t('support.list')}>
        <ol className="grid grid-cols-1 gap-2">
          {rows.map((row) => (
            <ChatRowView key={row.key} row={row} dimmed={offline !== undefined} />
          ))}
        </ol>
      </div>
      <Typing until={chat.typingUntil} />
      {offline !== undefined && <p className="text-13 text-ink-muted">{t('support.offline')}</p>}
    </div>
  )
}

function Introduction({ hours }: { readonly hours: string }) {
  const t = useTranslate()
  return (
    <div className="rounded-card border border-line bg-surface p-4 text-13 text-ink-soft">
      <p>{t('support.first')}</p>
      {hours !== '' && <p className="mt-1 [overflow-wrap:anywhere]">{t('support.hours', { hours })}</p>}
    </div>
  )
}

function Typing({ until }: { readonly until: number }) {
  const t = useTranslate()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    const left = until - Date.now()
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), left)
    return () => clearTimeout(timer)
  }, [until])
  return (
    <p role="status" className="min-h-5 text-13 text-ink-muted">
      {until > now && t('support.typing')}
    </p>
  )
}

/** Marks messages as read while the page is visible. */
function useReadMark(): void {
  const unread = useChat().chat.state?.unread ?? 0
  const last = useChat().chat.state?.last ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is marked, also when the count stays
  useEffect(() => {
    const mark = () => {
      if (!document.hidden && unread > 0) markRead()
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [unread, last])
}

/** Follows the newest message while the end is near, and keeps the place when older messages come above. */
function useFollow(scroller: RefObject<HTMLDivElement | null>) {
  const { chat, isLoaded } = useChat()
  const [isAtEnd, setAtEnd] = useState(true)
  const first = useRef<number>(undefined)
  const height = useRef(0)
  const follows = useRef(true)
  const toEnd = () => {
    follows.current = true
    const area = scroller.current
    if (area !== null) area.scrollTop = area.scrollHeight
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is there once it is loaded
  useEffect(() => {
    const area = scroller.current
    if (area === null) return
    const scrolled = () => {
      follows.current = area.scrollHeight - area.scrollTop - area.clientHeight < NEAR_END
      setAtEnd(follows.current)
    }
    // A picture that has loaded, or the keyboard, changes the height.
    const sized = new ResizeObserver(() => follows.current && toEnd())
    sized.observe(area)
    for (const child of area.children) sized.observe(child)
    area.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      sized.disconnect()
      area.removeEventListener('scroll', scrolled)
    }
  }, [isLoaded])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the messages
  useLayoutEffect(() => {
    const area = scroller.current
    if (area === null) return
    const [oldest] = chat.messages
    const isOlder = first.current !== undefined && oldest !== undefined && oldest.seq < first.current
    if (isOlder) area.scrollTop += area.scrollHeight - height.current
    else if (follows.current) toEnd()
    first.current = oldest?.seq
    height.current = area.scrollHeight
  }, [chat.messages, chat.outgoing])
  return { isAtEnd, toEnd }
}
