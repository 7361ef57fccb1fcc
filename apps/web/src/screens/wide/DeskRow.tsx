/**
 * One instrument in the list of the workspace, on one line as in a trading terminal: star, code, bid, ask, and the
 * change of the day. A mouse points at it, so a row is lower than on a phone. A right click or the menu key opens the
 * page of the instrument. The Tab key reaches one row, arrow keys the others.
 */
import { memo } from 'react'
import { type LiveQuote, useConnection, useQuote } from '../../data/live.ts'
import { type MarketState, rowOf } from '../../data/rows.ts'
import { classes, Mark, Price, useLongPress } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Props, RowState, Star } from '../home/InstrumentRow.tsx'
import { toNeighbour } from './tableParts.tsx'

/**
 * Two prices and the change; the code gets the remaining space, enough for seven letters beside a scrollbar. In a
 * narrow panel the ask gives way to the code.
 */
const COLUMNS = classes(
  'grid grid-cols-[minmax(0,1fr)_3.5rem_3.75rem] items-center gap-x-1',
  '@min-[20rem]:gap-x-1.5 @min-[20rem]:grid-cols-[minmax(0,1fr)_3.75rem_3.75rem_4rem]',
)
const ASK = 'hidden @min-[20rem]:block'

/** The names of the columns, with the gutter of the list's scrollbar. For screen readers every row names its prices. */
export function DeskColumnNames() {
  const t = useTranslate()
  return (
    <div
      aria-hidden="true"
      className="flex shrink-0 overflow-hidden border-b border-line text-12 text-ink-muted [scrollbar-gutter:stable]"
    >
      <span className={classes(COLUMNS, 'min-w-0 flex-1 py-1 ps-8 pe-2')}>
        <span className="truncate">{t('wide.instrument')}</span>
        <span className="text-end">{t('home.bid')}</span>
        <span className={classes('text-end', ASK)}>{t('home.ask')}</span>
        <span className="truncate text-end">{t('instrument.range_day')}</span>
      </span>
    </div>
  )
}

export const DeskRow = memo(function DeskRow(props: Props) {
  const { item, onOpen, onDetails, selected = false, tabStop = false, paused = false } = props
  const { quote, market, dimmed } = rowOf({ item, live: useQuote(item.Code), connection: useConnection() })
  const press = useLongPress(() => onDetails(item.Code))
  return (
    <div
      className={classes(
        'flex min-h-(--height-row) items-stretch border-b border-line',
        selected ? 'bg-accent-soft' : 'bg-surface hover:bg-fill',
      )}
    >
      <Star item={item} narrow />
      <button
        type="button"
        data-open
        tabIndex={tabStop ? 0 : -1}
        onKeyDown={toNeighbour}
        {...press}
        title={item.Name}
        onClick={() => onOpen(item.Code)}
        aria-current={selected || undefined}
        className={classes(COLUMNS, 'min-w-0 flex-1 pe-2 text-start -outline-offset-2 select-none active:bg-fill')}
      >
        <span className="flex min-w-0 items-center gap-2">
          <span className="hidden @min-[23rem]:contents">
            <Mark mark={item.Mark} session={item.Session} dimmed={dimmed} small />
          </span>
          <span dir="ltr" className={classes('truncate text-13 font-bold', dimmed && 'text-ink-soft')}>
            {item.ShowCode}
          </span>
        </span>
        <Prices quote={quote} market={market} dimmed={dimmed} paused={paused} />
      </button>
    </div>
  )
})

type PricesProps = {
  readonly quote: LiveQuote
  readonly market: MarketState
  readonly dimmed: boolean
  readonly paused: boolean
}

/** A market that takes no orders shows its state in the place of ask and change. */
function Prices({ quote, market, dimmed, paused }: PricesProps) {
  const open = market.kind === 'open' || (paused && market.kind === 'stale')
  if (market.kind === 'unpriced')
    return (
      <span className="col-span-2 text-end @min-[20rem]:col-span-3">
        <RowState market={market} change={undefined} />
      </span>
    )
  return (
    <>
      <SidePrice side="bid" quote={quote} dimmed={dimmed} />
      {open && <SidePrice side="ask" quote={quote} dimmed={dimmed} className={ASK} />}
      <span className={classes('text-end', !open && '@min-[20rem]:col-span-2', dimmed && 'last-known')}>
        <RowState market={market} change={quote.change} bare paused={paused} />
      </span>
    </>
  )
}

type SidePriceProps = {
  readonly side: 'bid' | 'ask'
  readonly quote: LiveQuote
  readonly dimmed: boolean
  readonly className?: string
}

function SidePrice({ side, quote, dimmed, className }: SidePriceProps) {
  const t = useTranslate()
  return (
    <span dir="ltr" className={classes('text-end text-13', className)}>
      <span className="sr-only">{t(`home.${side}`)} </span>
      <Price value={quote[side]} flash className={dimmed ? 'text-ink-muted' : ''} />
    </span>
  )
}
