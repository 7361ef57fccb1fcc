/** The text of a fault of the form: the requirement for the value, with the limits. */
import { priceText } from '@veritick/contract'
import type { Points } from '@veritick/domain'
import { useTranslate } from '../../i18n/i18n.ts'
import type { TicketFaults } from './faults.ts'
import { type LevelName, type LevelUnit, smallestDistance, unitDecimals } from './levelUnits.ts'
import type { SizeUnit } from './sizeUnit.ts'
import { baseOf, read, type TicketForm, type TicketMarket, type TicketTerms } from './ticket.ts'
import { textOfLots, typedGrouped } from './typed.ts'

const DISTANCE_EXAMPLE = '20'

type Unreadable = 'not_a_number' | 'out_of_range' | 'too_precise'

/** The reason why a text is no distance in the unit. */
export function useDistanceFault(): (fault: Unreadable, unit: LevelUnit, precision: number) => string {
  const t = useTranslate()
  return (fault, unit, precision) => {
    if (fault === 'out_of_range') return t('ticket.distance_out_of_range')
    if (fault === 'not_a_number') return t('ticket.digits', { example: DISTANCE_EXAMPLE })
    return t('ticket.decimals', { count: unitDecimals(unit, precision) })
  }
}

export function useFaultTexts({
  form,
  terms,
  market,
}: {
  readonly form: TicketForm
  readonly terms: TicketTerms
  readonly market: TicketMarket
}) {
  const t = useTranslate()
  const distanceFault = useDistanceFault()
  const { entry } = read(form, terms, market)
  const text = (price: Points | undefined) => (price === undefined ? '' : priceText(price, terms.pricePrecision))
  const lots = (size: TicketTerms['lotMin']) => textOfLots(size, terms.lotStep)
  const example = text(form.side === 'buy' ? market.ask : market.bid)
  const buys = form.side === 'buy'
  const lower = form.kind === 'market' ? market.bid : entry
  const upper = form.kind === 'market' ? market.ask : entry

  return {
    lots(fault: TicketFaults['lots'], unit: SizeUnit): string | undefined {
      if (fault === undefined || fault === 'missing') return undefined
      if (fault === 'not_a_number') return t('ticket.digits', { example: lots(terms.lotMin) })
      const limits = { min: lots(terms.lotMin), max: lots(terms.lotMax), step: lots(terms.lotStep) }
      return t(`ticket.${unit}_range`, limits)
    },
    target(fault: TicketFaults['target']): string | undefined {
      if (fault === undefined || fault === 'target_missing') return undefined
      return fault === 'target_at_market' || fault === 'amount_too_large' ? t(`refusals.${fault}`) : unreadable(fault)
    },
    level(level: LevelName, fault: TicketFaults['stopLoss'] | TicketFaults['takeProfit']): string | undefined {
      if (fault === undefined || fault === 'missing') return undefined
      const least = distanceMin(level)
      if (least !== undefined) return t('ticket.distance_min', { distance: least })
      if (fault === 'not_a_number' || fault === 'out_of_range' || fault === 'too_precise')
        return form.unit === 'price' ? unreadable(fault) : distanceFault(fault, form.unit, terms.pricePrecision)
      return isBelow(level)
        ? t('ticket.must_be_below', { price: text(lower) })
        : t('ticket.must_be_above', { price: text(upper) })
    },
  }

  function isBelow(level: LevelName): boolean {
    return (level === 'stopLoss') === buys
  }

  /** The smallest possible distance, if the typed distance is smaller. */
  function distanceMin(level: LevelName): string | undefined {
    const base = form.unit === 'price' ? undefined : baseOf(form, level, terms, market)
    const bound = isBelow(level) ? lower : upper
    if (base === undefined || bound === undefined) return undefined
    const least = smallestDistance(form.unit, bound, base)
    const decimals = unitDecimals(form.unit, terms.pricePrecision)
    const [typed, min] = [form[level].text, least ?? ''].map((each) => typedGrouped(each, decimals))
    return typeof typed === 'number' && typeof min === 'number' && typed < min ? least : undefined
  }

  function unreadable(fault: Unreadable): string {
    if (fault === 'out_of_range') return t('ticket.out_of_range', { example })
    return fault === 'not_a_number'
      ? t('ticket.digits', { example })
      : t('ticket.decimals', { count: terms.pricePrecision })
  }
}
