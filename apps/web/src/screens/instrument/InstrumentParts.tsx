/** The parts of the page of an instrument; each is a list of facts. */

import { useQuery } from '@tanstack/react-query'
import { moneyText, type TradeItem } from '@veritick/contract'
import { type FeeType, formatDecimal, type LotUnits, type Micros, millis, tradingDay } from '@veritick/domain'
import { percentIn } from '@veritick/locales'
import type { ReactNode } from 'react'
import { quoteOfItem, useQuote } from '../../data/live.ts'
import { useMarketTime } from '../../data/marketTime.ts'
import { useBasics, useTradeList } from '../../data/queries.ts'
import type { Row } from '../../data/rows.ts'
import { readCandles } from '../../data/screenQueries.ts'
import { Amount, Figure, Skeleton, Stepper } from '../../design/index.ts'
import { isPipPrice, spreadOf } from '../../format/spread.ts'
import { formatHour, formatOffset, formatOpening, formatWeekday } from '../../format/time.ts'
import { useFigure, useTag, useTranslate } from '../../i18n/i18n.ts'
import { AtRate, Charge, Cost } from '../ticket/CostBlock.tsx'
import { lotText, sizeUnitOf } from '../ticket/sizeUnit.ts'
import type { TicketMarket, TicketTerms } from '../ticket/ticket.ts'
import { lotDecimals, textOfLots } from '../ticket/typed.ts'
import {
  hoursOf,
  marginLines,
  placeIn,
  type Range,
  rangesOf,
  typicalSpread,
  valuesOf,
  weekHoursOf,
} from './instrument.ts'

type PartProps = {
  readonly item: TradeItem
  readonly row: Row
  readonly terms: TicketTerms
  readonly market: TicketMarket
  /** The chosen size; `undefined` if it has a fault. */
  readonly lots: LotUnits | undefined
}

/** Market time, not before the last quote of the row. */
const useNow = ({ quote }: Row): number => Math.max(useMarketTime() ?? 0, quote.time ?? 0)

/** The next opening and closing in the zone of the device, which is named. */
export function HoursPart({ item, row }: PartProps) {
  const t = useTranslate()
  const tag = useTag()
  const basics = useBasics().data?.market
  const now = useNow(row)
  const hours = hoursOf({
    session: item.Session,
    alwaysOpen: basics?.always_open === true,
    market: row.market,
    now,
  })
  const time = (moment: number) => <bdi>{formatOpening(moment, { tag })}</bdi>
  if (hours.kind === 'always') return <Part title={t('instrument.hours')} note={t('instrument.hours_always')} />
  const opens = <Fact label={t('instrument.opens')}>{time(hours.opens)}</Fact>
  const closes = <Fact label={t('instrument.closes')}>{time(hours.closes)}</Fact>
  return (
    <Part
      title={t('instrument.hours')}
      note={`${weekText(item.Session, now, { t, tag })} ${t('instrument.zone', { zone: formatOffset(now) })}`}
    >
      {hours.kind === 'open' ? closes : opens}
      {hours.kind === 'open' ? opens : closes}
    </Part>
  )
}

type Texts = { readonly t: ReturnType<typeof useTranslate>; readonly tag: string }

/** The hours of a week in the zone of the device, where a session may end on the next day. */
function weekText(session: TradeItem['Session'], now: number, { t, tag }: Texts): string {
  const { opens, closes, last, pause, resumes } = weekHoursOf(session, now)
  const hour = (moment: number) => formatHour(moment, { tag })
  if (session === 'us_stocks')
    return t('instrument.hours_us_stocks', {
      first: formatWeekday(opens, { tag }),
      last: formatWeekday(last, { tag }),
      opens: hour(opens),
      closes: hour(pause),
    })
  return t('instrument.hours_forex', {
    opens: formatOpening(opens, { tag }),
    closes: formatOpening(closes, { tag }),
    pause: hour(pause),
    resumes: hour(resumes),
  })
}

const DAYS = 52

/** For shares: the effect of a dividend or a share split on a position. */
export function ShareEventsPart({ item }: Pick<PartProps, 'item'>) {
  const t = useTranslate()
  if (item.Session !== 'us_stocks') return null
  return <Part title={t('instrument.share_events')} note={t('instrument.share_events_text')} />
}

/** The newest trading day and the last 52, from candles. */
export function RangePart({ item, row }: PartProps) {
  const t = useTranslate()
  const { data, isPending } = useQuery({
    queryKey: ['day-candles', item.Id],
    queryFn: () => readCandles({ instrument: item.Id, period: '1day', limit: DAYS }),
  })
  const ranges = data && rangesOf(data, item.PricePrecision)
  if (isPending) return <Part title={t('instrument.range')} before={<Skeleton className="my-2 h-24" />} />
  if (ranges === undefined) return null
  const { close } = row.quote
  return (
    <Part title={t('instrument.range')}>
      <RangeLine
        label={t(row.market.kind === 'closed' ? 'instrument.range_last' : 'instrument.range_day')}
        range={ranges.day}
        price={close}
      />
      {ranges.all.days > 1 && (
        <RangeLine label={t('instrument.range_days', { count: ranges.all.days })} range={ranges.all} price={close} />
      )}
    </Part>
  )
}

type RangeProps = { readonly label: string; readonly range: Range; readonly price: string | undefined }

export function RangeLine({ label, range, price }: RangeProps) {
  const t = useTranslate()
  const figure = useFigure()
  const place = placeIn(range, price)
  return (
    <div className="py-2">
      <dt className="text-13 text-ink-soft">{label}</dt>
      <dd dir="ltr" className="grid grid-cols-[auto_1fr_auto] items-center gap-3 font-semibold tabular-nums">
        <span>
          <span className="sr-only">{t('instrument.low')} </span>
          {figure(range.low)}
        </span>
        <span aria-hidden="true" className="relative block h-1 rounded-full bg-line">
          {place !== undefined && (
            <span
              className="absolute -top-1 size-3 -translate-x-1/2 rounded-full bg-accent"
              style={{ left: `${place}%` }}
            />
          )}
        </span>
        <span>
          <span className="sr-only">{t('instrument.high')} </span>
          {figure(range.high)}
        </span>
      </dd>
    </div>
  )
}

export function ContractPart({ item, terms }: PartProps) {
  const t = useTranslate()
  const tag = useTag()
  const unit = sizeUnitOf(item)
  const lots = (value: LotUnits) => textOfLots(value, terms.lotStep)
  const size = unit === 'lots' ? lotText(item, terms.contractSize, { t, tag }) : t(`instrument.size_${unit}`)
  return (
    <Part title={t('instrument.contract')}>
      <Fact label={t('instrument.size')}>{size}</Fact>
      <Fact label={t(`instrument.smallest_${unit}`)}>
        <Figure value={lots(terms.lotMin)} />
      </Fact>
      <Fact label={t('instrument.step')}>
        <Figure value={lots(terms.lotStep)} />
      </Fact>
      <Fact label={t(`instrument.largest_${unit}`)}>
        <Figure value={lots(terms.lotMax)} />
      </Fact>
      <Fact label={t('instrument.point')}>
        <Figure value={formatDecimal(1, terms.pricePrecision)} />
      </Fact>
      {isPipPrice(terms.pricePrecision) && (
        <Fact label={t('instrument.pip')}>
          <Figure value={formatDecimal(1, terms.pricePrecision - 1)} />
        </Fact>
      )}
    </Part>
  )
}

type MarginProps = PartProps & { readonly text: string; readonly onText: (text: string) => void }

/** For the size that the customer chooses: margin at each leverage, the fee, and the value of a price step. */
export function MarginPart({ item, terms, market, lots, text, onText }: MarginProps) {
  const t = useTranslate()
  const unit = sizeUnitOf(item)
  const limit = (value: LotUnits) => textOfLots(value, terms.lotStep)
  const range = { min: limit(terms.lotMin), max: limit(terms.lotMax), step: limit(terms.lotStep) }
  const lines = marginLines(lots, terms, market)
  const { point, pip } = valuesOf(lots, terms, market)
  return (
    <Part
      title={t('instrument.margin')}
      before={
        <div className="border-b border-line py-1.5">
          <Stepper
            labelShown
            label={t(`ticket.${unit}`)}
            value={text}
            onValueChange={onText}
            steps={{ decimals: lotDecimals(terms.lotMin, terms.lotStep), ...range }}
            error={lots === undefined && text !== '' ? t(`ticket.${unit}_range`, range) : undefined}
          />
          {lines.length === 0 && <p className="py-2 text-danger">{t('refusals.leverage_not_set')}</p>}
        </div>
      }
    >
      {lines.map(({ leverage, margin }) => (
        <Fact
          key={leverage}
          label={leverage === 0 ? t('ticket.leverage_fixed') : t('ticket.leverage_value', { value: leverage })}
        >
          <Charge amount={margin} currency />
        </Fact>
      ))}
      {pip !== undefined && (
        <Fact label={t('calculator.pip_value')}>
          <Money amount={pip} />
        </Fact>
      )}
      <Fact label={t('calculator.point_value')}>
        <Money amount={point} exact />
      </Fact>
    </Part>
  )
}

export function CostsPart({ item, row, terms, market, lots, feeType }: PartProps & { readonly feeType: FeeType }) {
  const t = useTranslate()
  const figure = useFigure()
  const tag = useTag()
  const unit = isPipPrice(item.PricePrecision) ? t('trade.pips') : item.QuoteCurrency
  // For shares the spread is a price difference, not pips, and is named so.
  const words = item.Session === 'us_stocks' ? 'difference' : 'spread'
  const threefold = item.Session === 'us_stocks' ? 'friday' : 'wednesday'
  const { bid, ask } = row.quote
  const spread = (text: string | undefined) => (
    <bdi dir="ltr" className="tabular-nums">
      {text === undefined ? '–' : `${figure(text)} ${unit}`}
    </bdi>
  )
  const { long, short } = valuesOf(lots, terms, market)
  const [first] = marginLines(lots, terms, market)
  const rollover = tradingDay('always', millis(useNow(row))).end
  const time = formatHour(rollover, { tag, zoned: true })
  return (
    <Part
      title={t('instrument.costs')}
      note={`${t('instrument.costs_text', { time })} ${t(`instrument.nights_${threefold}`)}`}
    >
      <Fact label={t(`instrument.${words}_now`)}>{spread(spreadOf({ bid, ask, precision: item.PricePrecision }))}</Fact>
      <Fact label={t(`instrument.${words}_typical`)}>{spread(typicalSpread(item))}</Fact>
      {feeType === 1 ? (
        <Fact label={t('ticket.fee')}>
          <Cost amount={first?.fee} currency />
        </Fact>
      ) : (
        <Fact label={t('instrument.fee_share')}>
          <bdi dir="ltr">{percentIn(formatDecimal(terms.feeOfMargin, 4), tag)}</bdi>
        </Fact>
      )}
      <Fact label={t('instrument.night_long')}>
        <AtRate rate={terms.financingLong}>
          <Money amount={long} gain />
        </AtRate>
      </Fact>
      <Fact label={t('instrument.night_short')}>
        <AtRate rate={terms.financingShort}>
          <Money amount={short} gain />
        </AtRate>
      </Fact>
    </Part>
  )
}

/** The rate that converts profit, margin and financing into USD. */
export function ConversionPart({ item }: PartProps) {
  const t = useTranslate()
  const figure = useFigure()
  const { data: items } = useTradeList()
  const source = item.ConversionSource
  const by =
    source.kind === 'multiply' || source.kind === 'divide' ? items?.find((each) => each.Id === source.Id) : undefined
  const live = useQuote(by?.Code ?? '')
  const rate = by && (live ?? quoteOfItem(by)).close
  const currency = item.QuoteCurrency
  const note =
    source.kind === 'usd'
      ? t('instrument.conversion_usd')
      : source.kind === 'missing'
        ? t('instrument.conversion_missing', { currency })
        : t(`instrument.conversion_${source.kind}`, { currency, code: by?.ShowCode ?? '' })
  return (
    <Part title={t('instrument.conversion')} note={note}>
      <Fact label={t('instrument.quoted_in')}>
        <bdi>{currency}</bdi>
      </Fact>
      {by !== undefined && (
        <Fact label={by.ShowCode}>
          <bdi dir="ltr" className="tabular-nums">
            {rate === undefined ? '–' : figure(rate)}
          </bdi>
        </Fact>
      )}
    </Part>
  )
}

type PartBox = {
  readonly title: string
  /** A control above the facts. */
  readonly before?: ReactNode
  readonly note?: string
  readonly children?: ReactNode
}

function Part({ title, before, note, children }: PartBox) {
  return (
    <section aria-label={title}>
      <h2 className="px-1 pb-2 text-13 font-semibold text-ink-soft">{title}</h2>
      <div className="rounded-card border border-line bg-surface px-4 py-1">
        {before}
        {children !== undefined && <dl className="divide-y divide-line">{children}</dl>}
        {note !== undefined && <p className="py-2 text-13 text-ink-muted">{note}</p>}
      </div>
    </section>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 py-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="ms-auto text-end font-semibold">{children}</dd>
    </div>
  )
}

type MoneyProps = { readonly amount: Micros | undefined; readonly gain?: boolean; readonly exact?: boolean }

/** `gain`: signed and coloured. `exact`: 4 decimals, because a price step may be worth less than a cent. */
function Money({ amount, gain = false, exact = false }: MoneyProps) {
  const text = amount === undefined ? undefined : moneyText(amount)
  return <Amount value={text} decimals={exact ? 4 : 2} signed={gain} coloured={gain} currency />
}
