/**
 * The market list: categories as chips, one live row an instrument. A tap selects the instrument and opens the trade
 * screen.
 */
import { type RefObject, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Virtualizer } from 'virtua'
import { CallFailed } from '../../data/api.ts'
import { lettersOf, useBrand } from '../../data/company.ts'
import { queries, useCategories, useTradeList } from '../../data/queries.ts'
import { ofCategory } from '../../data/rows.ts'
import { select } from '../../data/selected.ts'
import { Button, Chips, Empty, ErrorState, Icon, IconButton, Logo, Skeleton, SkeletonRows } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AccountButton } from '../../shell/AccountButton.tsx'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { Banner } from '../news/Banner.tsx'
import { InstrumentRow } from './InstrumentRow.tsx'
import { useCategory } from './useCategory.ts'

/** Rows in the page that the server sends: a tall phone shows no more. */
const ROWS_BEFORE_SCRIPT = 14

export function HomeScreen() {
  const t = useTranslate()
  const [category, setCategory] = useCategory()
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => queries.renewTrades(), [])
  const choose = (next: number | undefined) => {
    setCategory(next)
    scroller.current?.scrollTo({ top: 0 })
  }
  return (
    <Screen
      title={t('home.title')}
      header={<HomeHeader />}
      marketNote
      bar={<CategoryChips value={category} onValueChange={choose} />}
      onRefresh={queries.refreshTrades}
      scroller={scroller}
      footer={<Banner />}
    >
      <InstrumentList category={category} onShowAll={() => choose(undefined)} scroller={scroller} />
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
      <h1 className="ms-2 min-w-0 flex-1 truncate text-17 font-bold">
        <bdi>{brand.name}</bdi>
      </h1>
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

function CategoryChips({
  value,
  onValueChange,
}: {
  readonly value: number | undefined
  readonly onValueChange: (value: number | undefined) => void
}) {
  const t = useTranslate()
  const { data, isPending } = useCategories()
  return (
    <div className="min-h-12 shrink-0 border-b border-line bg-surface">
      {isPending && (
        <div className="flex gap-2 px-4 py-2">
          {[0, 1, 2, 3].map((place) => (
            <Skeleton key={place} className="h-8 w-20 rounded-full" />
          ))}
        </div>
      )}
      {data && (
        <Chips
          label={t('home.categories')}
          items={data.map((category) => ({ value: category.Id, label: category.NameShowTrans }))}
          value={value}
          onValueChange={onValueChange}
        />
      )}
    </div>
  )
}

type ListProps = {
  readonly category: number | undefined
  readonly onShowAll: () => void
  readonly scroller: RefObject<HTMLDivElement | null>
}

function InstrumentList({ category, onShowAll, scroller }: ListProps) {
  const t = useTranslate()
  const navigate = useNavigate()
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
  const items = ofCategory(data, category)
  if (items.length === 0) {
    return (
      <Empty
        title={category === undefined ? t('common.no_data') : t('home.empty')}
        {...(category !== undefined && {
          text: t('home.empty_text'),
          action: <Button onClick={onShowAll}>{t('home.show_all')}</Button>,
        })}
      />
    )
  }
  const open = (code: string) => {
    select(code)
    void navigate('/trade')
  }
  return (
    <section aria-label={t('home.list')}>
      <Virtualizer as="ul" item="li" data={items} scrollRef={scroller} bufferSize={400} ssrCount={ROWS_BEFORE_SCRIPT}>
        {(item) => <InstrumentRow key={item.Id} item={item} onOpen={open} />}
      </Virtualizer>
    </section>
  )
}
