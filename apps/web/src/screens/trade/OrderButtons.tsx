/**
 * Sell at the bid, buy at the ask, the spread between them, and the reason while the market or a freeze forbids orders.
 * Above the ticket of a wide window the two buttons choose its side, and the ticket names the reason.
 */
import type { TradeItem } from '@veritick/contract'
import type { Side } from '@veritick/domain'
import { useStanding } from '../../data/queries.ts'
import type { Row } from '../../data/rows.ts'
import { classes, Note, Price } from '../../design/index.ts'
import { isPipPrice, spreadOf } from '../../format/spread.ts'
import { formatOpening } from '../../format/time.ts'
import { useFigure, useTag, useTranslate } from '../../i18n/i18n.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { FrozenLine } from '../frozen/FrozenNotice.tsx'
import { useUnpriced } from '../home/useUnpriced.ts'
import { useCommand, useShortcutHint } from '../wide/commands.ts'

type Props = {
  readonly item: TradeItem
  readonly row: Row
  /** Opens the ticket. */
  readonly onChoose: (side: Side) => void
  /** Replaces the ticket for a tap; a shortcut always opens the ticket, so that no single key trades. */
  readonly onTap?: (side: Side) => void
  /** Replaces `onChoose` for a shortcut. */
  readonly onKey?: (side: Side) => void
  /** The side of the ticket below. Choosing a side is possible in every market. */
  readonly chosen?: Side
  /** The ticket below names the reason. */
  readonly explained?: boolean
  /** An order is being sent. */
  readonly busy?: boolean
}

export function OrderButtons(props: Props) {
  const { item, row, onChoose, onTap = onChoose, onKey = onChoose, chosen, explained = false, busy = false } = props
  const t = useTranslate()
  const figure = useFigure()
  const reason = useReason(row)
  const { bid, ask } = row.quote
  const precision = item.PricePrecision
  const spread = spreadOf({ bid, ask, precision })
  const open = row.market.kind === 'open'
  // Without a connection the banner explains it; the buttons are disabled.
  const offline = useOffline() !== undefined
  const standing = useStanding()
  const off = chosen === undefined && (offline || standing === 'unknown' || standing === 'frozen' || !open)
  const isOff = (price: string | undefined) => off || (chosen === undefined && price === undefined)
  return (
    <div
      className={classes('shrink-0 border-t border-line bg-surface', chosen && (offline || row.dimmed) && 'last-known')}
    >
      {!explained && (standing === 'frozen' ? <FrozenLine /> : !open && <Note tone="warn">{reason}</Note>)}
      <div className="grid grid-cols-[1fr_68px_1fr] items-center px-4 py-2.5 big:grid-cols-2 big:gap-x-2">
        <SideButton
          side="sell"
          label={t('common.sell')}
          price={bid}
          disabled={isOff(bid)}
          pressed={chosen && chosen === 'sell'}
          busy={busy}
          onKey={onKey}
          onTap={onTap}
        />
        <div className="text-center text-13 text-ink-soft big:order-first big:col-span-2 big:flex big:justify-center big:gap-2 big:pb-1 big:items-baseline">
          <span className="sr-only">{t('trade.spread')} </span>
          <bdi dir="ltr" className="block tabular-nums">
            {figure(spread ?? '–')}
          </bdi>
          <span className="block text-12 text-ink-muted">
            {isPipPrice(precision) ? t('trade.pips') : t('trade.spread')}
          </span>
        </div>
        <SideButton
          side="buy"
          label={t('common.buy')}
          price={ask}
          disabled={isOff(ask)}
          pressed={chosen && chosen === 'buy'}
          busy={busy}
          onKey={onKey}
          onTap={onTap}
        />
      </div>
    </div>
  )
}

type SideProps = {
  readonly side: Side
  readonly label: string
  readonly price: string | undefined
  readonly disabled: boolean
  /** `undefined`: the button does not choose the side of the ticket below. */
  readonly pressed: boolean | undefined
  readonly busy: boolean
  readonly onKey: (side: Side) => void
  readonly onTap: (side: Side) => void
}

function SideButton({ side, label, price, disabled, pressed, busy, onKey, onTap }: SideProps) {
  const hint = useShortcutHint(side, label)
  useCommand(side, () => !disabled && onKey(side))
  const isQuiet = disabled || pressed === false
  return (
    <button
      type="button"
      {...hint}
      disabled={disabled}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      onClick={() => !busy && onTap(side)}
      className={classes(
        'grid min-h-14 rounded-card px-3.5 py-1.5 big:px-2 transition-[opacity,scale] duration-(--quick) ease-app select-none active:scale-98 disabled:active:scale-100',
        side === 'buy' ? 'justify-items-end' : 'justify-items-start',
        isQuiet ? 'bg-fill' : side === 'buy' ? 'bg-up text-on-data' : 'bg-down text-on-data',
        isQuiet && (disabled ? 'text-ink-muted' : 'text-ink-soft hover:bg-line'),
      )}
    >
      <span className="text-13 font-semibold">{label}</span>
      <Price value={price} className="text-fit-price font-bold" />
    </button>
  )
}

function useReason(row: Row): string {
  const t = useTranslate()
  const tag = useTag()
  const unpriced = useUnpriced()
  if (row.market.kind === 'unpriced') return unpriced.text
  if (row.market.kind === 'held') return t('trade.held_text')
  if (row.market.kind === 'stale') return t('trade.stale_text')
  const opens = row.market.kind === 'closed' ? row.market.opens : undefined
  return opens === undefined
    ? t('trade.closed_no_time')
    : t('trade.closed_text', { time: formatOpening(opens, { tag, zoned: true }) })
}
