/** The friends who registered with the code: conditions met and rewards, without personal data. */
import type { InviteFriend, InviteInfo } from '@veritick/contract'
import { useFriends } from '../../data/invites.ts'
import { rowsIn } from '../../data/paging.ts'
import { Empty, ErrorState, Icon, InfiniteList, SkeletonRows } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { type Condition, notCounted, progressOf, rewardsOf } from './invite.ts'
import { useFormats } from './useFormats.ts'

export function Friends({ info }: { readonly info: InviteInfo }) {
  const t = useTranslate()
  return (
    <section aria-labelledby="invite-friends" className="overflow-hidden rounded-card border border-line bg-surface">
      <h2 id="invite-friends" className="px-4 pt-3 pb-1 font-semibold">
        {t('invite.list')}
      </h2>
      <Rows info={info} />
    </section>
  )
}

function Rows({ info }: { readonly info: InviteInfo }) {
  const t = useTranslate()
  const offline = useOffline()
  const list = useFriends()
  const { data, error, isFetching, refetch } = list
  if (list.isPending) return offline === undefined ? <SkeletonRows count={3} /> : <OfflineState />
  if (data === undefined) return <ErrorState text={error?.message} busy={isFetching} onRetry={() => void refetch()} />
  const friends = rowsIn(data.pages, ({ number }) => number)
  if (friends.length === 0)
    return <Empty icon={<Icon.Invite />} title={t('invite.empty_title')} text={t('invite.empty_text')} />
  return (
    <InfiniteList
      label={t('invite.list')}
      items={friends}
      keyOf={({ number }) => String(number)}
      hasMore={list.hasNextPage}
      reading={list.isFetching}
      failed={list.isFetchNextPageError}
      onMore={() => void list.fetchNextPage()}
    >
      {(friend) => <Friend friend={friend} info={info} />}
    </InfiniteList>
  )
}

function Friend({ friend, info }: { readonly friend: InviteFriend; readonly info: InviteInfo }) {
  const t = useTranslate()
  const formats = useFormats()
  const { number, name } = friend
  const reason = notCounted(friend, info, formats)
  return (
    <div className="border-b border-line px-4 py-3">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-semibold">{t('invite.friend', { number, name })}</span>
        <span className="text-13 text-ink-muted">{t('invite.joined', { time: formats.moment(friend.joined_at) })}</span>
      </p>
      {reason !== undefined && <p className="text-ink-soft">{t(reason.key, reason.values)}</p>}
      <ul className="mt-1 grid gap-1">
        {progressOf(friend, info).map((condition) => (
          <Mark key={condition.key} condition={condition} />
        ))}
      </ul>
      {rewardsOf(friend, formats).map(({ key, values }) => (
        <p key={`${key} ${values.amount}`} className="mt-1 font-semibold">
          {t(key, values)}
        </p>
      ))}
    </div>
  )
}

function Mark({ condition: { key, values, isMet } }: { readonly condition: Condition }) {
  const t = useTranslate()
  return (
    <li className="flex items-start gap-2 text-13 text-ink-soft">
      {isMet ? (
        <Icon.Check size={18} className="shrink-0 text-accent" />
      ) : (
        <Icon.Clock size={18} className="shrink-0 text-ink-muted" />
      )}
      <span>
        <span className="sr-only">{t(isMet ? 'invite.met' : 'invite.not_met')}: </span>
        {t(key, values)}
      </span>
    </li>
  )
}
