/** The words on the tags of lines, also while one is dragged. */
import { moneyText } from '@veritick/contract'
import { formatMoney } from '../../format/money.ts'
import { isPipPrice } from '../../format/spread.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import type { Judged, Refusal } from './dragLevel.ts'
import type { Level } from './levels.ts'

export function useRefusalText(): (refusal: Refusal) => string {
  const t = useTranslate()
  return (refusal) => {
    if (refusal.word === 'must_be_below' || refusal.word === 'must_be_above')
      return t(`ticket.${refusal.word}`, { price: refusal.price })
    return t(refusal.word === 'target_at_market' ? 'refusals.target_at_market' : 'trade.out_of_range')
  }
}

/** `judged`: the line is being moved; its tag then says price, distance and USD, or why it may not stay there. */
export function useLevelText(precision: number): (level: Level, judged?: Judged) => string {
  const t = useTranslate()
  const tag = useTag()
  const refusalText = useRefusalText()
  const usd = (text: string) => `${formatMoney(text, { tag, signed: true })} ${t('common.usd')}`
  const name = (level: Level, amount: string) => {
    if (level.kind === 'stop_loss') return t('trade.line_stop_loss', { amount })
    if (level.kind === 'take_profit') return t('trade.line_take_profit', { amount })
    return t('trade.line_entry', { side: t(`common.${level.side}`), lots: level.lots })
  }
  return (level, judged) => {
    if (level.kind === 'ask' || level.kind === 'day_high' || level.kind === 'day_low')
      return t(`trade.line_${level.kind}`)
    if (judged === undefined) return name(level, level.profit === undefined ? '' : usd(level.profit))
    if (judged.refusal !== undefined) return refusalText(judged.refusal)
    const signed =
      judged.distance && formatMoney(judged.distance, { tag, signed: true, decimals: decimalsIn(judged.distance) })
    const distance = signed && isPipPrice(precision) ? t('trade.in_pips', { count: signed }) : signed
    const amount = judged.profit === undefined ? undefined : usd(moneyText(judged.profit))
    return [name(level, level.price), distance, amount].filter((part) => part !== undefined).join(' · ')
  }
}

const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0
