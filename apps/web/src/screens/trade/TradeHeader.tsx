/** Instrument, current price and the day's change; the name opens the list of instruments. */
import type { TradeItem } from '@veritick/contract'
import type { Row } from '../../data/rows.ts'
import { ChangePill, classes, Icon, Price } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AccountButton } from '../../shell/AccountButton.tsx'

type Props = { readonly item: TradeItem; readonly row: Row; readonly onOpenList: () => void }

export function TradeHeader({ item, row, onOpenList }: Props) {
  const t = useTranslate()
  return (
    <div className="flex min-h-14 items-center gap-2 ps-1.5 pe-1.5 big:flex-wrap big:gap-y-0 big:pb-1">
      <h1 className="min-w-0 flex-1">
        <button
          type="button"
          onClick={onOpenList}
          aria-label={t('trade.open_instruments', { code: item.ShowCode })}
          className="flex touch min-w-0 items-center gap-2.5 rounded-control px-2.5 active:bg-fill"
        >
          <Icon.Menu />
          <bdi className="truncate text-17 font-bold">{item.ShowCode}</bdi>
        </button>
      </h1>
      {/* One above the other where both do not fit beside the name. */}
      <div className="flex items-center gap-2 max-[359px]:flex-col max-[359px]:items-end max-[359px]:gap-0 big:order-last big:w-full big:flex-row! big:flex-wrap big:items-center! big:justify-between big:px-2.5">
        <Price value={row.quote.close} flash className={classes('px-1 text-17', row.dimmed && 'text-ink-muted')} />
        {row.market.kind === 'open' ? (
          <ChangePill change={row.quote.change} />
        ) : (
          <span className="rounded-control bg-fill px-2 py-px text-13 font-semibold text-ink-muted">
            {t(STATE_WORD[row.market.kind])}
          </span>
        )}
      </div>
      <AccountButton className="-ms-1" />
    </div>
  )
}

const STATE_WORD = { held: 'home.held', stale: 'home.stale', closed: 'home.closed', unpriced: 'home.unpriced' } as const
