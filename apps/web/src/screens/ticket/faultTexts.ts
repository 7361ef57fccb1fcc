/** The text of a fault of the form: what the value must be, with the limits. */
import { priceText } from '@veritick/contract'
import type { Points } from '@veritick/domain'
import { useTranslate } from '../../i18n/i18n.ts'
import type { TicketFaults } from './faults.ts'
import { unitDecimals } from './levelUnits.ts'
import type { SizeUnit } from './sizeUnit.ts'
import { read, type TicketForm, type TicketMarket, type TicketTerms } from './ticket.ts'
import { textOfLots } from './typed.ts'

const DISTANCE_EXAMPLE = '20'

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
  const { entry } = read(form, terms, market)
  const text = (price: Points | undefined) => (price === undefined ? '' : priceText(price, terms.pricePrecision))
  const lots = (size: TicketTerms['lotMin']) => textOfLots(size, terms.lotStep)
  const example = text(form.side === 'buy' ? market.ask : market.bid)
  const buys = form.side === 'buy'
  const lower = text(form.kind === 'market' ? market.bid : entry)
  const upper = text(form.kind === 'market' ? market.ask : entry)

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
    level(
      level: 'stopLoss' | 'takeProfit',
      fault: TicketFaults['stopLoss'] | TicketFaults['takeProfit'],
    ): string | undefined {
      if (fault === undefined || fault === 'missing') return undefined
      if (fault === 'not_a_number' || fault === 'out_of_range' || fault === 'too_precise')
        return form.unit === 'price' ? unreadable(fault) : unreadableDistance(fault)
      const below = (level === 'stopLoss') === buys
      return below ? t('ticket.must_be_below', { price: lower }) : t('ticket.must_be_above', { price: upper })
    },
  }

  function unreadableDistance(fault: 'not_a_number' | 'out_of_range' | 'too_precise'): string {
    if (fault === 'out_of_range') return t('ticket.distance_out_of_range')
    if (fault === 'not_a_number') return t('ticket.digits', { example: DISTANCE_EXAMPLE })
    const count = unitDecimals(form.unit, terms.pricePrecision)
    return t('ticket.decimals', { count })
  }

  function unreadable(fault: 'not_a_number' | 'out_of_range' | 'too_precise'): string {
    if (fault === 'out_of_range') return t('ticket.out_of_range', { example })
    return fault === 'not_a_number'
      ? t('ticket.digits', { example })
      : t('ticket.decimals', { count: terms.pricePrecision })
  }
}
