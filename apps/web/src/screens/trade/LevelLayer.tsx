/**
 * The lines on the chart and their handles. The library draws the lines; each tag of the customer's orders has an
 * element above it for pointer, finger and keyboard. A quote changes the figures of a dragged line, never its price.
 */
import { priceText, type TradeItem } from '@veritick/contract'
import { must, type Points, parseDecimal } from '@veritick/domain'
import type { Chart } from 'klinecharts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useAccount } from '../../data/live.ts'
import type { Order } from '../../data/order.ts'
import { usePriceAlerts } from '../../data/priceAlerts.ts'
import { toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useAppearance } from '../../shell/settings.ts'
import { EditSheet } from '../orders/EditSheet.tsx'
import type { TicketPreview } from '../ticket/ticketPreview.ts'
import { useTicketMarket } from '../ticket/useTicketMarket.ts'
import { belowLegend, widened } from './axisRange.ts'
import type { ChartPeriod } from './chartPeriods.ts'
import { CANDLE_PANE, readColours } from './chartStyles.ts'
import { type MoveOutcome, madeLine, stopOutcome, targetOutcome, ticketOutcome } from './dragLevel.ts'
import { HIGH_MARK_PX } from './highLowMarks.ts'
import { LevelHandles } from './LevelHandles.tsx'
import { drawnOf, type Shown } from './levelDrawn.ts'
import type { Move, Tags } from './levelMoves.ts'
import { type DrawnTag, LEVEL_GROUP, overlayOf, redrawLevels } from './levelOverlay.ts'
import {
  alertLevels,
  hasHandle,
  isOwn,
  type Level,
  levelsOf,
  madeLevel,
  marketLevels,
  ticketLevels,
  withProfits,
} from './levels.ts'
import { LINE_WORDS, useLevelText, useRefusalText } from './levelTexts.ts'
import { MoveStop } from './MoveStop.tsx'

export type MarketLines = {
  readonly ask: string | undefined
  readonly high: string | undefined
  readonly low: string | undefined
}

type Props = {
  readonly chart: Chart
  readonly item: TradeItem
  readonly period: ChartPeriod
  readonly orders: readonly Order[]
  readonly ticket: TicketPreview | undefined
  readonly market: MarketLines
  /** The handles are hidden: there is no candle, or a drawing is being made. */
  readonly isOff: boolean
  /** A picture without the customer's lines is being taken. */
  readonly onlyMarket: boolean
  /** Pixels at the top that the legend takes. */
  readonly legendHeight: number
}

export function LevelLayer(props: Props) {
  const { chart, item, period, orders, ticket, isOff, onlyMarket } = props
  const t = useTranslate()
  const refusalText = useRefusalText()
  const textOf = useLevelText(item)
  const { levels, outcomeOf, moveTo } = useLevels(props)
  const [drag, setDrag] = useState<Move>()
  const [dropped, setDropped] = useState<Move>()
  const [editing, setEditing] = useState<number>()
  const [wide, setWide] = useWide(period)
  const moving = drag ?? dropped
  const shown = withMade(levels, moving).map((level) => {
    if (moving === undefined || moving.level.id !== level.id) return { level, words: textOf(level), refused: false }
    const outcome = outcomeOf(moving)
    const moved = { ...level, price: priceText(moving.price, item.PricePrecision) }
    return { level: moved, words: textOf(moved, outcome), refused: outcome?.refusal !== undefined, moving: true }
  })
  useWideAxis(chart, inView(levels, wide), props.legendHeight)
  const tags = useOverlay(chart, onlyMarket ? shown.filter(({ level }) => !isOwn(level)) : shown, props.legendHeight)

  function drop(move: Move): void {
    setDrag(undefined)
    const refusal = outcomeOf(move)?.refusal
    if (refusal !== undefined) toast({ title: t(LINE_WORDS[move.line]), text: refusalText(refusal), tone: 'bad' })
    else if (move.level.owner === 'ticket') ticket?.move(move.line, move.price)
    else setDropped(move)
  }

  const orderOf = (owner: Level['owner']) => orders.find(({ id }) => id === owner)
  const edited = orderOf(editing)
  const order = dropped && orderOf(dropped.level.owner)
  const outcome = dropped && outcomeOf(dropped)
  // The order was closed while the question was open.
  const isGone = dropped !== undefined && order === undefined
  useEffect(() => {
    if (isGone) setDropped(undefined)
  }, [isGone])
  return (
    <>
      <LevelHandles
        chart={chart}
        tags={tags}
        shown={shown.filter(({ level }) => hasHandle(level))}
        precision={item.PricePrecision}
        off={isOff || dropped !== undefined}
        drag={drag}
        moveTo={moveTo}
        onDrag={setDrag}
        onDrop={drop}
        onOpen={({ owner }, isBeyond) => {
          // A line too far for the axis stays beyond it: the next tap opens its order.
          if (isBeyond && !wide) setWide(true)
          else if (typeof owner === 'number') setEditing(owner)
        }}
      />
      {dropped !== undefined && order !== undefined && outcome !== undefined && (
        <MoveStop item={item} order={order} line={dropped.line} outcome={outcome} onEnd={() => setDropped(undefined)} />
      )}
      {edited !== undefined && (
        <EditSheet order={edited} item={item} open onOpenChange={(open) => !open && setEditing(undefined)} />
      )}
    </>
  )
}

/**
 * Whether the axis includes all lines of the customer, after a tap on the tag of one out of view. The lines may be so
 * far that the candles become flat, so another period begins with its candles.
 */
function useWide(period: ChartPeriod): [boolean, (wide: boolean) => void] {
  const [wide, setWide] = useState(false)
  const [before, setBefore] = useState(period)
  if (before !== period) {
    setBefore(period)
    setWide(false)
  }
  return [wide, setWide]
}

/** The lines that the axis includes: those of the ticket that can be moved, or all lines of the customer. */
const inView = (levels: readonly Level[], all: boolean): readonly Level[] =>
  levels.filter((level) => (all ? hasHandle(level) : level.owner === 'ticket' && level.line !== undefined))

/** A line that is being made is shown before it exists. */
function withMade(levels: readonly Level[], moving: Move | undefined): readonly Level[] {
  const isMade = moving !== undefined && !levels.some(({ id }) => id === moving.level.id)
  return isMade ? [...levels, moving.level] : levels
}

/** All lines, what the move of a tag to a price changes, and the outcome of a move now. */
function useLevels({ item, orders, ticket, market: lines }: Props) {
  // The fee type has no effect on lines.
  const market = useTicketMarket(item, 1)
  const contractSize = must(numberOf(item.ForexContNum), 'ForexContNum is a whole number')
  const own = useMemo(
    () => levelsOf(orders, { contractSize, pricePrecision: item.PricePrecision }, market.conversion),
    [orders, contractSize, item.PricePrecision, market.conversion],
  )
  const live = useAccount()?.orders
  const preview = ticket === undefined ? [] : ticketLevels({ ...ticket, market })
  const outcomeOf = ({ level, line, price }: Move): MoveOutcome | undefined => {
    if (level.owner === 'ticket') return ticket && ticketOutcome({ ...ticket, market, line, price })
    const order = orders.find(({ id }) => id === level.owner)
    if (order === undefined) return undefined
    return line === 'target'
      ? targetOutcome({ order, price, market, contractSize })
      : stopOutcome({ order, level: line, price, market, contractSize })
  }
  const moveTo = (level: Level, price: Points): Move | undefined => {
    if (level.line !== undefined) return { level, line: level.line, price }
    const order = orders.find(({ id }) => id === level.owner)
    if (order === undefined) return undefined
    const line = madeLine(order, price, market)
    return { level: madeLevel(level, line, own), line, price }
  }
  const alerts = alertLevels(usePriceAlerts().data?.list ?? [], item.Id)
  const levels = [...withProfits(own, orders, live), ...preview, ...alerts, ...marketLevels(lines)]
  return { levels, outcomeOf, moveTo }
}

/** Widens the axis to show these lines, below the legend. The axis stays unchanged while a line is dragged. */
function useWideAxis(chart: Chart, levels: readonly Level[], legend: number): void {
  const key = levels.map(({ price }) => price).join(' ')
  useEffect(() => {
    const prices = key === '' ? [] : key.split(' ').map(Number)
    chart.overrideYAxis({
      paneId: CANDLE_PANE,
      createRange: ({ chart, defaultRange }) => {
        const height = chart.getSize(CANDLE_PANE, 'main')?.height ?? 0
        const top = legend === 0 ? 0 : legend + HIGH_MARK_PX
        return widened(belowLegend(defaultRange, { legend: top, height }), prices)
      },
    })
  }, [chart, key, legend])
  useEffect(
    () => () => chart.overrideYAxis({ paneId: CANDLE_PANE, createRange: ({ defaultRange }) => defaultRange }),
    [chart],
  )
}

function numberOf(text: string): number | undefined {
  const value = parseDecimal(text, 0)
  return typeof value === 'number' ? value : undefined
}

/** Keeps the overlay of the lines, and draws it again only after a change of its content. */
function useOverlay(chart: Chart, shown: readonly Shown[], legendHeight: number): Tags {
  const appearance = useAppearance()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the appearance is what changes the tokens
  const colours = useMemo(readColours, [appearance])
  const drawn = shown.map((each) => drawnOf(each, colours))
  const lines = useRef(drawn)
  lines.current = drawn
  const top = useRef(legendHeight)
  top.current = legendHeight
  const painted = useRef(colours)
  painted.current = colours
  const [tags] = useState(() => {
    const listeners = new Set<(tags: readonly DrawnTag[]) => void>()
    let last: readonly DrawnTag[] = []
    return {
      tell(next: readonly DrawnTag[]) {
        last = next
        for (const listener of listeners) listener(next)
      },
      subscribe(listener: (tags: readonly DrawnTag[]) => void) {
        listeners.add(listener)
        listener(last)
        return () => listeners.delete(listener)
      },
    }
  })
  useEffect(() => {
    chart.createOverlay(
      overlayOf({
        lines: () => lines.current,
        top: () => top.current,
        colours: () => painted.current,
        onDrawn: tags.tell,
      }) as Parameters<Chart['createOverlay']>[0],
    )
    return () => {
      chart.removeOverlay({ groupId: LEVEL_GROUP })
    }
  }, [chart, tags])
  const key = JSON.stringify([drawn, legendHeight])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the lines
  useEffect(() => redrawLevels(chart), [chart, key])
  return tags
}
