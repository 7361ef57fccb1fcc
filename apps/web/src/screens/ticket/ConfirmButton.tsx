/** The button that places the order. Its label names the order with its current price; a visitor signs in first. */
import { priceOf, priceText, type TradeItem } from '@veritick/contract'
import type { Side } from '@veritick/domain'
import { useSignedIn } from '../../data/session.ts'
import { Button } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { confirmWords } from './confirmWords.ts'
import type { TicketSummary } from './costs.ts'
import { sizeTyped } from './sizeUnit.ts'
import type { TicketForm, TicketMarket, TicketTerms } from './ticket.ts'

type ConfirmProps = {
  readonly item: TradeItem
  readonly form: TicketForm
  readonly side: Side
  readonly summary: TicketSummary
  readonly terms: TicketTerms
  readonly market: TicketMarket
  /** The seen price of a request without an answer: the button sends that request again. */
  readonly sentBody: string | undefined
  readonly enabled: boolean
  readonly sending: boolean
  readonly onConfirm: () => void
}

export function ConfirmButton({
  item,
  form,
  side,
  summary,
  terms,
  market,
  sentBody,
  enabled,
  sending,
  onConfirm,
}: ConfirmProps) {
  const t = useTranslate()
  const signedIn = useSignedIn()
  const price = sentBody === undefined ? summary.entry : priceOf(sentBody, terms.pricePrecision)
  const label = t(confirmWords({ form, side, terms, market, price }), {
    lots: sizeTyped(form.lots, item, t).bare,
    price: price === undefined ? '' : priceText(price, terms.pricePrecision),
  })
  return (
    <Button
      large
      tone={side === 'buy' ? 'up' : 'down'}
      busy={sending}
      disabled={signedIn && !enabled}
      onClick={onConfirm}
    >
      {signedIn ? label : t('ticket.sign_in')}
    </Button>
  )
}
