/** Instrument, current price, the day's change and range; the name opens the list of instruments. */
import type { TradeItem } from '@veritick/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Row } from '../../data/rows.ts'
import { ChangePill, classes, Icon, Price } from '../../design/index.ts'
import { useFigure, useTranslate } from '../../i18n/i18n.ts'
import { AccountButton } from '../../shell/AccountButton.tsx'
import { instrumentAddress } from '../instrument/instrumentAddress.ts'
import { AlertBell } from '../priceAlerts/AlertBell.tsx'
import type { DayRange } from './useDayRange.ts'

type Props = {
  readonly item: TradeItem
  readonly row: Row
  readonly day: DayRange | undefined
  /** Opens the list of instruments; without it the list is beside the chart, or there is no list. */
  readonly onOpenList?: () => void
}

export function TradeHeader({ item, row, day, onOpenList }: Props) {
  const t = useTranslate()
  return (
    <div className="@container">
      <div className={BAR}>
        {/* The name is never cut; the range of the day takes two lines if its labels are long. */}
        <h1 className="max-w-[40cqi] min-w-max flex-1 big:max-w-none wide:max-w-none">
          {onOpenList === undefined ? (
            <bdi className="block truncate px-2.5 text-17 font-bold">{item.ShowCode}</bdi>
          ) : (
            <button
              type="button"
              onClick={onOpenList}
              aria-label={t('trade.open_instruments', { code: item.ShowCode })}
              className={classes(
                'flex touch max-w-full min-w-0 items-center gap-1.5 rounded-control px-2.5 active:bg-fill',
                'max-[409px]:px-1 max-[379px]:gap-1',
              )}
            >
              <bdi className="truncate text-17 font-bold max-[379px]:text-15">{item.ShowCode}</bdi>
              <Icon.Down size={14} className="text-ink-muted max-[379px]:size-3" />
            </button>
          )}
        </h1>
        <Figures item={item} row={row} day={day} />
        <Details item={item} className={classes(ICON_LINK, 'max-[459px]:hidden')}>
          <Icon.Info />
        </Details>
        <AlertBell item={item} className="shrink-0" />
        <AccountButton className="wide:hidden" />
      </div>
    </div>
  )
}

/** Price, change and range of the day, stacked if both do not fit beside the name. */
function Figures({ item, row, day }: Omit<Props, 'onOpenList'>) {
  const t = useTranslate()
  const isOpen = row.market.kind === 'open'
  return (
    <div className={FIGURES}>
      <div className={classes(PRICES, !isOpen && 'max-[359px]:flex-col max-[359px]:items-end max-[359px]:gap-0')}>
        <Price
          value={row.quote.close}
          flash
          className={classes('px-1 text-17 max-[379px]:px-0 max-[379px]:text-15', row.dimmed && 'text-ink-muted')}
        />
        {row.market.kind === 'open' ? (
          <ChangePill
            change={row.quote.change}
            // Hidden in a narrow chart, because the list beside it shows the change, too.
            className={classes(
              'max-[379px]:px-1 max-[379px]:text-12 wide:@max-[22rem]:hidden',
              row.dimmed && 'last-known',
            )}
          />
        ) : (
          <span className={STATE}>{t(STATE_WORD[row.market.kind])}</span>
        )}
      </div>
      <div className="flex items-center gap-1">
        <Range day={day} className={isOpen ? undefined : 'max-[359px]:hidden'} />
        <Icon.Info size={14} className="text-ink-muted min-[460px]:hidden max-[359px]:hidden" />
      </div>
      {/* Three buttons of 44 px do not fit beside the figures of a phone: its figures are the link. */}
      <Details item={item} className="absolute -inset-y-1 inset-x-0 rounded-control min-[460px]:hidden" />
    </div>
  )
}

type DetailsProps = Pick<Props, 'item'> & { readonly className: string; readonly children?: ReactNode }

/** The link to the page of the instrument. */
function Details({ item, ...rest }: DetailsProps) {
  const label = useTranslate()('trade.about', { code: item.ShowCode })
  return <Link to={instrumentAddress(item.Code)} aria-label={label} title={label} {...rest} />
}

/**
 * Highest and lowest bid of the day. The line is rendered before the figures are known, so that nothing moves. On the
 * narrowest phones the state of a market that is not open takes this line.
 */
function Range({ day, className }: Pick<Props, 'day'> & { readonly className: string | undefined }) {
  const t = useTranslate()
  const written = useFigure()
  const figure = (label: string, value: string | undefined) => (
    <div className="flex gap-1 max-[379px]:gap-0.5">
      <dt>{label}</dt>
      <dd>
        <bdi dir="ltr" className="tabular-nums">
          {written(value ?? '–')}
        </bdi>
      </dd>
    </div>
  )
  return (
    <dl className={classes(RANGE, className)}>
      {figure(t('trade.day_high'), day?.high)}
      {figure(t('trade.day_low'), day?.low)}
    </dl>
  )
}

const FIGURES = 'relative grid min-w-0 justify-items-end big:order-last big:w-full big:justify-items-stretch big:px-2.5'
const ICON_LINK = 'inline-flex touch shrink-0 items-center justify-center rounded-control active:bg-fill'
const PRICES = 'flex items-center gap-2 max-[379px]:gap-1 big:flex-wrap big:justify-between'
const RANGE = classes(
  'flex flex-wrap justify-end gap-x-2 text-12 leading-tight text-ink-muted',
  'max-[379px]:gap-x-1 big:justify-start',
)
const BAR = classes(
  'flex min-h-14 items-center gap-2 ps-1.5 pe-1.5 max-[459px]:gap-1',
  'max-[379px]:gap-0.5 max-[379px]:ps-1 max-[379px]:pe-0',
  'big:flex-wrap big:gap-y-0 big:pb-1',
)
const STATE =
  'rounded-control bg-fill px-2 py-px text-13 font-semibold text-ink-muted max-[379px]:px-1 max-[379px]:text-12'
const STATE_WORD = { held: 'home.held', stale: 'home.stale', closed: 'home.closed', unpriced: 'home.unpriced' } as const
