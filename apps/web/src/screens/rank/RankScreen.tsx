/**
 * /rank: measured records of real or demo accounts listed with consent, with the customer's own place above them. A tap
 * on a row opens the whole record.
 */
import type { RankingEntry, RankingKind, RankingSort } from '@veritick/contract'
import { useState } from 'react'
import { refreshRanking, useOwnRanking, useRanking } from '../../data/ranking.ts'
import { useSession, useSignedIn } from '../../data/session.ts'
import {
  Button,
  Chips,
  classes,
  Empty,
  ErrorState,
  Icon,
  InfiniteList,
  LinkButton,
  SkeletonRows,
  Tabs,
} from '../../design/index.ts'
import { formatMinute } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { AccountButton } from '../../shell/AccountButton.tsx'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { PlainHeader, Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { EntrySheet } from './EntrySheet.tsx'
import { HowSheet } from './HowSheet.tsx'
import { OwnCard } from './OwnCard.tsx'
import { RankRow } from './RankRow.tsx'
import { computedAt, entriesIn, SORT_DEFAULT, SORTS, switchPath } from './rank.ts'

export function RankScreen() {
  const t = useTranslate()
  const isDemo = useSession((session) => session.user?.is_demo === 1)
  const [chosen, setKind] = useState<RankingKind>()
  const kind = chosen ?? (isDemo ? 'demo' : 'real')
  const [sort, setSort] = useState<RankingSort>(SORT_DEFAULT)
  const [explaining, setExplaining] = useState(false)
  const [shown, setShown] = useState<RankingEntry>()
  const [open, setOpen] = useState(false)
  const openEntry = (entry: RankingEntry) => {
    setShown(entry)
    setOpen(true)
  }
  return (
    <Screen
      title={t('shell.tab_ranking')}
      header={
        <PlainHeader title={t('shell.tab_ranking')} className="pe-1.5!">
          <AccountButton className="wide:hidden" />
        </PlainHeader>
      }
      bar={<Bar kind={kind} onKind={setKind} sort={sort} onSort={setSort} />}
      onRefresh={refreshRanking}
    >
      <OwnCard kind={kind} sort={sort} onOpen={openEntry} />
      <Records kind={kind} sort={sort} onOpen={openEntry} onExplain={() => setExplaining(true)} />
      <HowSheet open={explaining} onOpenChange={setExplaining} />
      <EntrySheet entry={shown} open={open} onOpenChange={setOpen} />
    </Screen>
  )
}

function Bar({
  kind,
  onKind,
  sort,
  onSort,
}: {
  readonly kind: RankingKind
  readonly onKind: (kind: RankingKind) => void
  readonly sort: RankingSort
  readonly onSort: (sort: RankingSort) => void
}) {
  const t = useTranslate()
  return (
    <div className="shrink-0 border-b border-line bg-surface">
      <Tabs
        look="line"
        label={t('rank.kinds')}
        value={kind}
        onValueChange={onKind}
        items={[
          { value: 'real', label: t('rank.real') },
          { value: 'demo', label: t('rank.demo') },
        ]}
      />
      <Chips
        label={t('rank.sort')}
        items={SORTS.map(({ value, label }) => ({ value, label: t(label) }))}
        value={sort}
        onValueChange={(next) => onSort(next ?? SORT_DEFAULT)}
      />
    </div>
  )
}

function Records({
  kind,
  sort,
  onOpen,
  onExplain,
}: {
  readonly kind: RankingKind
  readonly sort: RankingSort
  readonly onOpen: (entry: RankingEntry) => void
  readonly onExplain: () => void
}) {
  const t = useTranslate()
  const offline = useOffline()
  const signedIn = useSignedIn()
  const own = useOwnRanking(sort).data
  const list = useRanking({ kind, sort })
  const { data, error, isFetching, refetch } = list
  if (list.isPending) return offline === undefined ? <SkeletonRows count={8} /> : <OfflineState />
  // It is read again as soon as the connection is back.
  if (data === undefined && offline !== undefined) return <OfflineState onRetry={() => void refetch()} />
  if (data === undefined) return <ErrorState text={error?.message} busy={isFetching} onRetry={() => void refetch()} />
  const entries = entriesIn(data.pages)
  const ownCodes = own?.entries.map(({ code }) => code) ?? []
  return (
    <>
      <Head at={computedAt(data.pages)} onExplain={onExplain} />
      {entries.length === 0 ? (
        <Empty
          icon={<Icon.Ranking />}
          title={t('shell.ranking_title')}
          text={t('rank.empty_text')}
          // A signed-in customer has this button in the card above.
          action={!signedIn && <LinkButton to={switchPath(signedIn)}>{t('rank.list_mine')}</LinkButton>}
        />
      ) : (
        <div className={classes('bg-surface', (offline !== undefined || list.isPlaceholderData) && 'last-known')}>
          <InfiniteList
            label={t('rank.list')}
            items={entries}
            keyOf={(entry) => entry.code}
            hasMore={list.hasNextPage}
            reading={list.isFetching}
            failed={list.isFetchNextPageError}
            onMore={() => void list.fetchNextPage()}
          >
            {(entry) => <RankRow entry={entry} own={ownCodes.includes(entry.code)} onOpen={() => onOpen(entry)} />}
          </InfiniteList>
        </div>
      )}
    </>
  )
}

/** The age of the list, the warning, and a link to the formulas. */
function Head({ at, onExplain }: { readonly at: number | undefined; readonly onExplain: () => void }) {
  const t = useTranslate()
  const tag = useTag()
  return (
    <div className="grid gap-1 px-4 py-2 text-13 text-ink-muted">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p aria-live="polite">
          {at !== undefined && t('rank.as_of', { time: formatMinute(at, { tag, zoned: true }) })}
        </p>
        <Button tone="quiet" aria-haspopup="dialog" className="px-0!" onClick={onExplain}>
          {t('rank.how')}
        </Button>
      </div>
      <p className="text-warn">{t('rank.warning')}</p>
      <p>{t('rank.caption')}</p>
    </div>
  )
}
