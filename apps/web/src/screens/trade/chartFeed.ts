/**
 * Feeds the chart: the newest page of candles first, older ones while it is dragged back, the open candle live. An
 * answer for another instrument or period is dropped.
 */
import type { TradeItem } from '@veritick/contract'
import type { DataLoader, KLineData } from 'klinecharts'
import { onCandle } from '../../data/live.ts'
import { readCandles } from '../../data/screenQueries.ts'
import { type Bar, barOf, CANDLES_A_PAGE, PARTS_A_PAGE } from './candles.ts'
import { type ChartPeriod, chartPeriodOf, grouped } from './chartPeriods.ts'

export type ChartState = 'loading' | 'ready' | 'empty' | 'failed'

type Target = { readonly item: TradeItem; readonly period: ChartPeriod }
/** A page of one request, converted into the candles of the chart. */
type Page = { readonly bars: Bar[]; readonly more: boolean }

export class ChartFeed {
  private target: Target | undefined
  private requests = 0
  private push: ((bar: KLineData) => void) | undefined
  /** The shorter candles of the open candle, for periods that are made from them. */
  private open: Bar[] = []
  private readonly leave: () => void
  private readonly tell: (state: ChartState) => void
  /** The state that was told last. */
  state: ChartState | undefined

  /** Calls `tell` only for changes: React keeps every update of an unchanged state until the next rendering. */
  constructor(tell: (state: ChartState) => void) {
    this.tell = (state) => {
      if (state === this.state) return
      this.state = state
      tell(state)
    }
    this.leave = onCandle(({ symbol, kline }) => {
      const { target, push } = this
      if (target === undefined || push === undefined || symbol !== target.item.Code) return
      if (kline.Period !== chartPeriodOf(target.period).base) return
      push(this.withOpen(barOf(kline)))
      this.tell('ready')
    })
  }

  readonly loader: DataLoader = {
    getBars: async ({ type, timestamp, callback }) => {
      if (this.target === undefined || type === 'backward' || type === 'update') return callback([], false)
      this.requests += 1
      const mine = this.requests
      const older = type === 'forward' && timestamp !== null
      if (!older) this.tell('loading')
      try {
        const { bars, more } = await this.read(this.target, older ? timestamp : undefined)
        if (mine !== this.requests) return
        callback(bars, { forward: more, backward: false })
        if (!older) this.tell(bars.length === 0 ? 'empty' : 'ready')
      } catch {
        if (mine !== this.requests) return
        callback([], { forward: older, backward: false })
        if (!older) this.tell('failed')
      }
    },
    subscribeBar: ({ callback }) => {
      this.push = callback
    },
    unsubscribeBar: () => {
      this.push = undefined
    },
  }

  /** Instrument and period of the next requests. */
  aim(next: Target): void {
    if (this.target?.item.Id === next.item.Id && this.target.period === next.period) return
    this.target = next
    this.push = undefined
  }

  stop(): void {
    this.requests += 1
    this.leave()
  }

  private async read({ item, period }: Target, before: number | undefined): Promise<Page> {
    const { base, groupOf } = chartPeriodOf(period)
    const limit = groupOf === undefined ? CANDLES_A_PAGE : PARTS_A_PAGE
    const page = await readCandles({ instrument: item.Id, period: base, limit, before })
    const parts = page.map(barOf)
    const more = page.length === limit
    const bars = grouped(parts, groupOf)
    if (before === undefined) this.open = lastGroup(parts, groupOf)
    // The oldest candle of a full page may lack its first parts: the next page contains it complete.
    return { bars: more && groupOf !== undefined && bars.length > 1 ? bars.slice(1) : bars, more }
  }

  /** The open candle of the chart with a new state of its last part. */
  private withOpen(part: Bar): Bar {
    const groupOf = this.target && chartPeriodOf(this.target.period).groupOf
    if (groupOf === undefined) return part
    const parts = [...this.open.filter(({ timestamp }) => timestamp !== part.timestamp), part]
    this.open = lastGroup(parts, groupOf)
    return grouped(this.open, groupOf)[0] ?? part
  }
}

function lastGroup(parts: readonly Bar[], groupOf: ((time: number) => string) | undefined): Bar[] {
  const last = parts.at(-1)
  if (groupOf === undefined || last === undefined) return []
  return parts.filter(({ timestamp }) => groupOf(timestamp) === groupOf(last.timestamp))
}
