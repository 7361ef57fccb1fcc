/** The texts on the tags of lines, also of a dragged line. */
import { moneyText, type TradeItem } from '@veritick/contract'
import { formatMoney } from '../../format/money.ts'
import { isPipPrice } from '../../format/spread.ts'
import { useDirection, useTag, useTranslate } from '../../i18n/i18n.ts'
import { sizeTyped } from '../ticket/sizeUnit.ts'
import type { LineName, MoveOutcome, Refusal } from './dragLevel.ts'
import type { Level } from './levels.ts'
import { directed, joinedParts } from './tagWords.ts'

/** The names of the lines that can be moved. */
export const LINE_WORDS = {
  stopLoss: 'ticket.stop_loss',
  takeProfit: 'ticket.take_profit',
  target: 'ticket.target',
} as const satisfies { readonly [L in LineName]: string }

export function useRefusalText(): (refusal: Refusal) => string {
  const t = useTranslate()
  return (refusal) => {
    if (refusal.word === 'must_be_below' || refusal.word === 'must_be_above')
      return t(`ticket.${refusal.word}`, { price: refusal.price })
    return t(refusal.word === 'target_at_market' ? 'refusals.target_at_market' : 'trade.out_of_range')
  }
}

/**
 * `outcome`: for a line that is being moved; its tag then shows price, distance and USD, or the reason of the refusal.
 */
export function useLevelText(item: TradeItem): (level: Level, outcome?: MoveOutcome) => string {
  const t = useTranslate()
  const tag = useTag()
  const direction = useDirection()
  const refusalText = useRefusalText()
  const usd = (text: string) => `${formatMoney(text, { tag, signed: true })} ${t('common.usd')}`
  const name = (level: Level, amount: string) => {
    if (level.kind === 'stop_loss') return t('trade.line_stop_loss', { amount })
    if (level.kind === 'take_profit') return t('trade.line_take_profit', { amount })
    const side = t(`common.${level.side}`)
    const entry = directed(t('trade.line_entry', { side, lots: sizeTyped(level.lots, item, t).bare }), direction)
    return level.kind === 'entry' && amount !== '' ? joinedParts([entry, amount], direction) : entry
  }
  return (level, outcome) => {
    // The bell on its tag names it.
    if (level.kind === 'alert') return ''
    if (level.kind === 'ask' || level.kind === 'day_high' || level.kind === 'day_low')
      return t(`trade.line_${level.kind}`)
    if (outcome === undefined) return name(level, level.profit === undefined ? '' : usd(level.profit))
    if (outcome.refusal !== undefined) return refusalText(outcome.refusal)
    const signed =
      outcome.distance && formatMoney(outcome.distance, { tag, signed: true, decimals: decimalsIn(outcome.distance) })
    const distance = signed && isPipPrice(item.PricePrecision) ? t('trade.in_pips', { count: signed }) : signed
    const amount = outcome.profit === undefined ? undefined : usd(moneyText(outcome.profit))
    return joinedParts([name(level, level.price), distance, amount], direction)
  }
}

const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0
