/** One row of the conversation: the name of a day, a stored message, or an unsent message. */
import { useState } from 'react'
import { useConnection } from '../../data/live.ts'
import { Button, classes, Icon } from '../../design/index.ts'
import { formatDay, formatHour } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { AskedLink } from './AskedLink.tsx'
import { type ChatRow, type Outgoing, serverReason } from './chat.ts'
import { discard, renewLinks, retry } from './chatStore.ts'
import { partsOf } from './links.ts'

export function ChatRowView({ row, dimmed }: { readonly row: ChatRow; readonly dimmed: boolean }) {
  if (row.kind === 'day') return <Day day={row.day} />
  if (row.kind === 'outgoing') return <OnItsWay outgoing={row.outgoing} />
  const { message, standing } = row
  return (
    <Bubble own={message.from === 'customer'} dimmed={dimmed}>
      {message.picture !== null && <ChatPicture seq={message.seq} url={message.picture} own={standing !== undefined} />}
      <MessageText text={message.text} />
      <Foot at={message.time} standing={standing} />
    </Bubble>
  )
}

function Day({ day }: { readonly day: 'today' | 'yesterday' | number }) {
  const t = useTranslate()
  const tag = useTag()
  return (
    <li className="py-1 text-center text-12 font-semibold text-ink-muted">
      {typeof day === 'number' ? formatDay(day, { tag }) : t(`support.${day}`)}
    </li>
  )
}

function Bubble(props: { readonly own: boolean; readonly dimmed: boolean; readonly children: React.ReactNode }) {
  const t = useTranslate()
  const { own, dimmed, children } = props
  return (
    <li className={classes('flex min-w-0', own ? 'justify-end' : 'justify-start')}>
      <div
        className={classes(
          'max-w-[85%] min-w-0 rounded-card px-3.5 py-2',
          own ? 'bg-accent-soft text-ink' : 'border border-line bg-surface text-ink',
          dimmed && 'opacity-70',
        )}
      >
        <p className={classes('text-12 font-semibold text-ink-soft', own && 'sr-only')}>
          {t(own ? 'support.you' : 'support.team')}
        </p>
        {children}
      </div>
    </li>
  )
}

/** The text of a message, never as markup. Long words break. */
function MessageText({ text }: { readonly text: string }) {
  if (text === '') return null
  return (
    <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {partsOf(text).map((part, place) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change
          <AskedLink key={place} address={part.address} host={part.host}>
            {part.text}
          </AskedLink>
        ),
      )}
    </p>
  )
}

function ChatPicture({ seq, url, own }: { readonly seq: number; readonly url: string; readonly own: boolean }) {
  const t = useTranslate()
  const [broken, setBroken] = useState<string>()
  const name = t(own ? 'support.you' : 'support.team')
  if (broken === url)
    return (
      <div className="grid justify-items-start gap-1 py-1">
        <p className="text-13 text-ink-soft">{t('support.picture_expired')}</p>
        <Button tone="plain" onClick={() => void renewLinks(seq)}>
          {t('support.picture_again')}
        </Button>
      </div>
    )
  return (
    <img
      src={url}
      alt={t('support.picture_of', { name })}
      onError={() => setBroken(url)}
      className="my-1 max-h-72 w-auto max-w-full rounded-control bg-fill object-contain"
    />
  )
}

function Foot({ at, standing }: { readonly at: number; readonly standing: 'sent' | 'read' | undefined }) {
  const t = useTranslate()
  const tag = useTag()
  return (
    <p className="mt-0.5 text-end text-12 text-ink-muted">
      <bdi>{formatHour(at, { tag })}</bdi>
      {standing !== undefined && <> · {t(`support.${standing}`)}</>}
    </p>
  )
}

function OnItsWay({ outgoing }: { readonly outgoing: Outgoing }) {
  const t = useTranslate()
  const connection = useConnection()
  const { key, text, picture, state, why } = outgoing
  const isSending = state === 'sending'
  return (
    <Bubble own dimmed={isSending}>
      {picture !== undefined && <img src={picture} alt="" className="my-1 max-h-72 max-w-full rounded-control" />}
      <MessageText text={text} />
      <div role="status" className="mt-0.5 text-end text-12 text-ink-muted">
        {isSending && t('support.sending')}
        {state === 'waiting' && (serverReason(outgoing, connection) ?? t('support.waiting'))}
        {state === 'refused' && (
          <span className="text-danger">
            <Icon.Warning size={14} className="inline" /> {t('support.failed')} {why}
          </span>
        )}
      </div>
      {!isSending && (
        <div className="mt-1 flex flex-wrap justify-end gap-2">
          <Button tone="plain" onClick={() => discard(key)}>
            {t('support.discard')}
          </Button>
          <Button onClick={() => retry(key)}>{t('common.retry')}</Button>
        </div>
      )}
    </Bubble>
  )
}
