/**
 * The market list: chips for favourites, categories and movers, one live row for each instrument. A tap selects the
 * instrument and opens the trade screen.
 */
import type { TradeItem } from '@veritick/contract'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Virtualizer } from 'virtua'
import { CallFailed } from '../../data/api.ts'
import { lettersOf, useBrand } from '../../data/company.ts'
import { queries, useTradeList } from '../../data/queries.ts'
import { usePaused } from '../../data/rows.ts'
import { select } from '../../data/selected.ts'
import { Button, Empty, ErrorState, FirstIcon as Icon, IconButton, Logo, SkeletonRows } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AccountButton } from '../../shell/AccountButton.tsx'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { Screen, SimulatedBadge } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { useIsEnlarged } from '../../shell/wide.ts'
import { instrumentAddress } from '../instrument/instrumentAddress.ts'
import { BannerPlace } from '../news/BannerPlace.tsx'
import { DemoCard } from './DemoCard.tsx'
import { InstrumentRow } from './InstrumentRow.tsx'
import { ListBar } from './ListBar.tsx'
import type { Shown } from './lists.ts'
import { noRowsWords } from './noRows.ts'
import { PausedNote } from './PausedNote.tsx'
import { useArranged } from './useArranged.ts'
import { useShown } from './useShown.ts'

/** Rows in the page of the server: enough for a tall phone. */
const ROWS_BEFORE_SCRIPT = 14
/** Pixels of rows that are also rendered above and below the visible part: three rows, enough for a flick. */
const ROWS_AHEAD = 200
/** Pixels. A row with large text is higher, and the list measures it. */
const ROW_HEIGHT = 56
const NONE: readonly TradeItem[] = []

export function HomeScreen() {
  const t = useTranslate()
  const [shown, setShown] = useShown()
  const items = useArranged(useTradeList().data ?? NONE, shown)
  const paused = usePaused(items)
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => queries.renewTrades(), [])
  const choose = (next: Shown) => {
    setShown(next)
    scroller.current?.scrollTo({ top: 0 })
  }
  return (
    <Screen
      title={t('home.title')}
      header={<HomeHeader />}
      marketNote="in_header"
      whole
      bar={
        <>
          <ListBar shown={shown} onShow={choose} />
          {paused && <PausedNote />}
        </>
      }
      onRefresh={queries.refreshTrades}
      scroller={scroller}
      footer={
        <>
          <BannerPlace />
          <DemoCard />
        </>
      }
    >
      <InstrumentList items={items} paused={paused} shown={shown} onShowAll={() => choose('all')} scroller={scroller} />
    </Screen>
  )
}

function HomeHeader() {
  const t = useTranslate()
  const navigate = useNavigate()
  const brand = useBrand()
  return (
    <div className="flex h-13 items-center gap-1 ps-4 pe-1.5">
      <Logo picture={brand.logo} letters={lettersOf(brand)} />
      <h1 className="ms-2 min-w-0 truncate text-17 font-bold max-[359px]:sr-only">
        <bdi>{brand.name}</bdi>
      </h1>
      {/* A long name is cut; the badge never is. */}
      <span className="shrink-0 ps-1">
        <SimulatedBadge />
      </span>
      <span className="flex-1" />
      <IconButton label={t('home.language')} onClick={() => navigate('/language')}>
        <Icon.Globe />
      </IconButton>
      <IconButton label={t('home.search')} onClick={() => navigate('/product')}>
        <Icon.Search />
      </IconButton>
      <AccountButton />
    </div>
  )
}

type ListProps = {
  readonly items: readonly TradeItem[]
  readonly paused: boolean
  readonly shown: Shown
  readonly onShowAll: () => void
  readonly scroller: RefObject<HTMLDivElement | null>
}

function InstrumentList(props: ListProps) {
  const offline = useOffline() !== undefined
  const { data, error, isPending, isFetching, refetch } = useTradeList()
  if (isPending) return offline ? <OfflineState /> : <SkeletonRows count={10} />
  if (data === undefined)
    return (
      <ErrorState
        text={error instanceof CallFailed ? error.message : undefined}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return <Rows {...props} />
}

function Rows({ items, paused, shown, onShowAll, scroller }: ListProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const open = useCallback(
    (code: string) => {
      select(code)
      void navigate('/trade')
    },
    [navigate],
  )
  const details = useCallback((code: string) => void navigate(instrumentAddress(code)), [navigate])
  const isEnlarged = useIsEnlarged()
  if (items.length === 0) return <NoRows shown={shown} onShowAll={onShowAll} />
  const row = (item: TradeItem) => (
    <InstrumentRow key={item.Id} item={item} onOpen={open} onDetails={details} paused={paused} />
  )
  return (
    <section aria-label={t('home.list')}>
      {isEnlarged ? (
        // The frame scrolls, not the list that the library measures.
        <ul>
          {items.map((item) => (
            <li key={item.Id}>{row(item)}</li>
          ))}
        </ul>
      ) : (
        <Virtualizer
          as="ul"
          item="li"
          data={items}
          scrollRef={scroller}
          bufferSize={ROWS_AHEAD}
          ssrCount={ROWS_BEFORE_SCRIPT}
          itemSize={ROW_HEIGHT}
        >
          {row}
        </Virtualizer>
      )}
    </section>
  )
}

function NoRows({ shown, onShowAll }: Pick<ListProps, 'shown' | 'onShowAll'>) {
  const t = useTranslate()
  if (shown === 'all') {
    const again = () => void queries.refreshTrades()
    return <Empty title={t('common.no_data')} action={<Button onClick={again}>{t('common.retry')}</Button>} />
  }
  const words = noRowsWords(shown)
  return (
    <Empty
      {...(shown === 'favourites' && { icon: <Icon.Star /> })}
      title={t(words.title)}
      text={t(words.text)}
      action={<Button onClick={onShowAll}>{t('home.show_all')}</Button>}
    />
  )
}
