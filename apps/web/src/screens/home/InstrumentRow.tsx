/**
 * One instrument in a list: mark, code and name, the small chart once it has been seen, the live price, the day's
 * change.
 */
import type { TradeItem } from '@veritick/contract'
import { memo, useRef } from 'react'
import { type LiveQuote, useConnection, useQuote } from '../../data/live.ts'
import { useSparkline } from '../../data/queries.ts'
import { type MarketState, rowOf } from '../../data/rows.ts'
import { ChangePill, classes, Icon, Mark, Price, Sparkline, useOnScreen } from '../../design/index.ts'
import { formatOpening } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { useUnpriced } from './useUnpriced.ts'

type Props = {
  readonly item: TradeItem
  readonly onOpen: (code: string) => void
  /** In the drawer: narrower, without the small chart. */
  readonly compact?: boolean
  readonly selected?: boolean
}

export const InstrumentRow = memo(function InstrumentRow({ item, onOpen, compact = false, selected = false }: Props) {
  const { quote, market, dimmed } = rowOf({ item, live: useQuote(item.Code), connection: useConnection() })
  return (
    <button
      type="button"
      onClick={() => onOpen(item.Code)}
      aria-current={selected || undefined}
      className={classes(
        'flex min-h-(--height-row) w-full items-center gap-x-3 border-b big:flex-wrap border-line px-4 py-1.5 text-start -outline-offset-2 active:bg-fill',
        selected ? 'bg-accent-soft' : 'bg-surface',
      )}
    >
      <Mark mark={item.Mark} session={item.Session} dimmed={dimmed} />
      <span className="min-w-0 flex-1 big:basis-[60%]">
        <span className={classes('block font-bold whitespace-nowrap', dimmed && 'text-ink-soft')}>
          <bdi>{item.ShowCode}</bdi>
        </span>
        <span className="line-clamp-2 text-12 text-balance text-ink-muted">{item.Name}</span>
      </span>
      {!compact && market.kind !== 'unpriced' && <RowChart instrument={item.Id} quote={quote} dimmed={dimmed} />}
      <span className="grid w-25 shrink-0 justify-items-end gap-0.5 big:flex big:w-full big:items-center big:justify-between">
        {market.kind !== 'unpriced' && (
          <Price value={quote.close} flash className={classes('-mx-1 px-1', dimmed && 'text-ink-muted')} />
        )}
        <RowState market={market} change={quote.change} />
      </span>
    </button>
  )
})

const PILL =
  'inline-flex items-center gap-1 rounded-control bg-fill px-2 py-px text-12 font-semibold whitespace-nowrap text-ink-muted'

function RowState({ market, change }: { readonly market: MarketState; readonly change: string | undefined }) {
  const t = useTranslate()
  const unpriced = useUnpriced()
  if (market.kind === 'open') return <ChangePill change={change} />
  if (market.kind === 'unpriced')
    return <span className="text-end text-12 text-balance text-ink-muted">{unpriced.short}</span>
  if (market.kind === 'held' || market.kind === 'stale') return <span className={PILL}>{t(`home.${market.kind}`)}</span>
  return market.opens === undefined ? <span className={PILL}>{t('home.closed')}</span> : <Opens moment={market.opens} />
}

/** A clock and the time on screen, the whole sentence for screen readers. */
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

function RowChart({
  instrument,
  quote,
  dimmed,
}: {
  readonly instrument: number
  readonly quote: LiveQuote
  readonly dimmed: boolean
}) {
  const place = useRef<HTMLSpanElement>(null)
  const { data: closes } = useSparkline(instrument, useOnScreen(place))
  return (
    <span
      ref={place}
      dir="ltr"
      className={classes(
        'block h-7 w-12 shrink-0 max-[359px]:hidden big:hidden min-[480px]:w-18',
        dimmed && 'opacity-55',
      )}
    >
      <Sparkline closes={closes} now={quote.close} from={quote.open} change={quote.change} className="w-full" />
    </span>
  )
}
