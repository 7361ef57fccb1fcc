/** Fee and payout of a withdrawal, computed while typing, with the functions of the server. */
import { moneyText } from '@veritick/contract'
import type { Micros } from '@veritick/domain'
import { percentIn } from '@veritick/locales'
import { Amount, Line } from '../../design/index.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { decimalsShown, textOfUnits } from '../money/amounts.ts'
import { assetKindOf, feePercent, payoutIn, type WithdrawCurrency } from './withdraw.ts'

type Props = {
  readonly amount: string
  readonly currency: WithdrawCurrency | undefined
  /** The amount cannot be paid out, so there is no payout. */
  readonly refused: boolean
}

export function PayoutBlock({ amount, currency, refused }: Props) {
  const t = useTranslate()
  const tag = useTag()
  if (currency === undefined) return null
  const payout = payoutIn(amount, currency)
  const percent = feePercent(currency)
  return (
    <dl className="rounded-card border border-line bg-surface px-4 py-1" aria-live="polite">
      <Line
        label={
          <>
            {t('withdraw.fee')}{' '}
            {percent !== undefined && <bdi className="text-13 text-ink-muted">{percentIn(percent, tag)}</bdi>}
          </>
        }
      >
        <AllDigits amount={payout.fee} />
      </Line>
      <Line label={t('withdraw.price', { code: currency.code })}>
        <Amount value={currency.usd_price} decimals={decimalsShown(currency.usd_price)} currency />
      </Line>
      <Line label={t('withdraw.arrives')}>
        {refused ? '–' : <Received units={payout.received} currency={currency} className="text-17" />}
      </Line>
    </dl>
  )
}

/** With every digit, as in the record, so that the amount without the fee is what arrives (decision 64). */
export function AllDigits({ amount }: { readonly amount: Micros }) {
  const text = moneyText(amount)
  return <Amount value={text} decimals={decimalsShown(text)} currency />
}

export function Received(props: {
  readonly units: ReturnType<typeof payoutIn>['received']
  readonly currency: WithdrawCurrency
  readonly className?: string
}) {
  const { units, currency, className } = props
  const text = textOfUnits(units, assetKindOf(currency.type))
  return (
    <bdi dir="ltr" className={className}>
      <Amount value={text} decimals={decimalsShown(text)} /> {currency.code}
    </bdi>
  )
}
