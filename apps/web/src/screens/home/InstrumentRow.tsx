/**
 * One instrument in a list: mark, code and name, the small chart once the row was visible, the live price or bid and
 * ask, the day's change, and its star. A long press, a right click or the menu key opens the page of the instrument. A
 * quote renders only the parts with prices, not mark, star and the query of the chart.
 */
import type { TradeItem } from '@veritick/contract'
import { memo, useRef } from 'react'
import { toggleFavourite, useIsFavourite, useListColumns } from '../../data/lists.ts'
import { type LiveQuote, quoteOfItem, useConnection, useQuote } from '../../data/live.ts'
import { useSparkline } from '../../data/queries.ts'
import { type MarketState, rowOf } from '../../data/rows.ts'
import {
  ChangePill,
  classes,
  FirstIcon as Icon,
  Mark,
  Price,
  Sparkline,
  useLongPress,
  useOnScreen,
} from '../../design/index.ts'
import { formatOpening } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { useUnpriced } from './useUnpriced.ts'

export type Props = {
  readonly item: TradeItem
  readonly onOpen: (code: string) => void
  /** The second action: the page of the instrument. */
  readonly onDetails: (code: string) => void
  /** In the drawer: narrower, without the small chart. */
  readonly compact?: boolean
  readonly selected?: boolean
  /** In the list of the workspace: the one row that the Tab key reaches. */
  readonly tabStop?: boolean
  /** A note above the list says that its prices are paused: a stale row shows its last change, dimmed. */
  readonly paused?: boolean
}

/** At the end of the row; in large text below the name, beside the mark. */
const PRICES = classes(
  'grid min-w-24 shrink-0 justify-items-end gap-0.5 max-[359px]:min-w-0',
  'big:flex big:w-full big:flex-wrap big:items-center big:justify-between big:ps-12',
)

/**
 * The code, the small chart beside it, and the name below both on one or two lines. Every row has room for two, so that
 * no row becomes higher when a wider price leaves its name less room.
 */
const NAMES = classes(
  'grid min-h-[3.25rem] min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-2',
  'big:min-h-0 big:basis-[55%]',
)
/** Long words are hyphenated where the browser can. */
const NAME = classes(
  'col-span-full line-clamp-2 text-12 leading-snug wrap-break-word text-ink-muted min-[480px]:col-span-1',
  'hyphens-auto [hyphenate-limit-chars:10]',
)

/** `data-tapped`: by boot.js, while the tap waits for the app. */
const TAPPED = '-outline-offset-2 active:bg-fill data-tapped:bg-fill'

export const InstrumentRow = memo(function InstrumentRow(props: Props) {
  const { item, onOpen, onDetails, compact = false, selected = false, paused = false } = props
  const { quote, market, dimmed } = rowOf({ item, live: useQuote(item.Code), connection: useConnection() })
  const columns = useListColumns()
  const press = useLongPress(() => onDetails(item.Code))
  const bidAsk = columns === 'bid_ask' && market.kind !== 'unpriced'
  return (
    <div
      className={classes(
        'flex min-h-(--height-row) items-stretch border-b border-line',
        selected ? 'bg-accent-soft' : 'bg-surface',
      )}
    >
      <button
        type="button"
        {...press}
        onClick={() => onOpen(item.Code)}
        data-tap={item.Code}
        aria-current={selected || undefined}
        className={classes(
          TAPPED,
          'flex min-w-0 flex-1 items-center gap-x-2 py-px ps-4 text-start select-none big:flex-wrap big:py-1',
        )}
      >
        {/* In a narrow panel of the workspace the name needs the space. */}
        <span className={classes('contents', bidAsk && 'max-[359px]:hidden', compact && 'wide:@max-[18rem]:hidden')}>
          <Mark mark={item.Mark} session={item.Session} dimmed={dimmed} />
        </span>
        <span className={NAMES}>
          <span
            className={classes(
              'leading-tight font-bold whitespace-nowrap big:leading-normal',
              dimmed && 'text-ink-soft',
            )}
          >
            <bdi>{item.ShowCode}</bdi>
          </span>
          {!compact && !bidAsk && market.kind !== 'unpriced' && <RowChart item={item} dimmed={dimmed} />}
          <span className={classes(NAME, compact && 'not-wide:max-[359px]:hidden')}>{item.Name}</span>
        </span>
        <span className={PRICES}>
          <RowPrice quote={quote} market={market} bidAsk={bidAsk} dimmed={dimmed} />
          <RowState market={market} change={quote.change} paused={paused} dimmed={dimmed} />
        </span>
      </button>
      <Star item={item} />
    </div>
  )
})

type PriceProps = {
  readonly quote: LiveQuote
  readonly market: MarketState
  readonly bidAsk: boolean
  readonly dimmed: boolean
}

function RowPrice({ quote, market, bidAsk, dimmed }: PriceProps) {
  const t = useTranslate()
  if (market.kind === 'unpriced') return null
  const look = dimmed ? 'text-ink-muted' : ''
  if (!bidAsk) return <Price value={quote.close} flash className={classes('-mx-1 px-1', look)} />
  return (
    <span dir="ltr" className="grid grid-cols-2 gap-x-2 text-13">
      {(['bid', 'ask'] as const).map((side) => (
        <span key={side} className="min-w-16 text-end">
          <span className="sr-only">{t(`home.${side}`)} </span>
          <Price value={quote[side]} flash className={look} />
        </span>
      ))}
    </span>
  )
}

type StarProps = {
  readonly item: TradeItem
  /** In the list of the workspace, where the Tab key reaches one row only; the page of the instrument has a star. */
  readonly narrow?: boolean
}

export const Star = memo(function Star({ item, narrow = false }: StarProps) {
  const t = useTranslate()
  const on = useIsFavourite(item.Code)
  return (
    <button
      type="button"
      {...(narrow && { tabIndex: -1 })}
      aria-pressed={on}
      aria-label={t('home.favourite', { code: item.ShowCode })}
      onClick={() => toggleFavourite(item.Code)}
      className={classes(
        TAPPED,
        'grid shrink-0 place-items-center text-ink-muted aria-pressed:text-accent',
        narrow ? 'w-8' : 'w-11',
      )}
    >
      <Icon.Star size={narrow ? 16 : 20} className={on ? 'fill-current' : ''} />
    </button>
  )
})

const PILL =
  'inline-flex items-center gap-1 rounded-control bg-fill px-2 py-px text-12 font-semibold whitespace-nowrap text-ink-muted'

type StateProps = {
  readonly market: MarketState
  readonly change: string | undefined
  /** The change without its coloured ground. */
  readonly bare?: boolean
  /** As of the row. */
  readonly paused?: boolean
  readonly dimmed?: boolean
}

export function RowState({ market, change, bare = false, paused = false, dimmed = false }: StateProps) {
  const t = useTranslate()
  const isPaused = paused && market.kind === 'stale'
  if (market.kind === 'open' || isPaused)
    return (
      <>
        <ChangePill
          change={change}
          className={classes(bare && 'bg-transparent! px-0!', (isPaused || dimmed) && 'last-known')}
        />
        {isPaused && <span className="sr-only">{t('home.stale')}</span>}
      </>
    )
  if (market.kind === 'unpriced') return <Unpriced />
  if (market.kind === 'held' || market.kind === 'stale') return <span className={PILL}>{t(`home.${market.kind}`)}</span>
  return market.opens === undefined ? <span className={PILL}>{t('home.closed')}</span> : <Opens moment={market.opens} />
}

function Unpriced() {
  return <span className="max-w-32 text-end text-12 text-ink-muted">{useUnpriced().short}</span>
}

/** Shows a clock and the opening time; screen readers read the whole sentence. */
function Opens({ moment }: { readonly moment: number }) {
  const t = useTranslate()
  const time = formatOpening(moment, { tag: useTag() })
  return (
    <span className={PILL}>
      <Icon.Clock size={13} />
      <span aria-hidden="true">{time}</span>
      <span className="sr-only">{t('home.opens', { time })}</span>
    </span>
  )
}

const RowChart = memo(function RowChart({ item, dimmed }: { readonly item: TradeItem; readonly dimmed: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  const { data: closes } = useSparkline(item.Id, useOnScreen(place))
  return (
    <span
      ref={place}
      dir="ltr"
      className={classes(
        '-my-0.5 block h-5 w-12 max-[359px]:hidden big:hidden',
        'min-[480px]:row-span-2 min-[480px]:my-0 min-[480px]:h-7 min-[480px]:w-18',
        dimmed && 'opacity-55',
      )}
    >
      <RowLine item={item} closes={closes} />
    </span>
  )
})

/** The small chart up to the current price. */
function RowLine({ item, closes }: { readonly item: TradeItem; readonly closes: readonly string[] | undefined }) {
  const { close, open, change } = useQuote(item.Code) ?? quoteOfItem(item)
  return <Sparkline closes={closes} now={close} from={open} change={change} className="size-full" />
}
