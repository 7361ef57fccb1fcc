/** All costs of the order before it is placed, as the engine will charge them. */
import { moneyText } from '@veritick/contract'
import type { Micros } from '@veritick/domain'
import type { ReactNode } from 'react'
import { Amount } from '../../design/index.ts'
import { decimalsOf } from '../../format/exact.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { TicketSummary } from './ticket.ts'

/** `balance` is wire text; `undefined` for a visitor. */
export function CostBlock({
  summary,
  balance,
}: {
  readonly summary: TicketSummary
  readonly balance: string | undefined
}) {
  const t = useTranslate()
  const { margin, fee, spread, financing, freeAfter } = summary
  return (
    <dl aria-label={t('ticket.cost')} className="grid gap-1.5 pt-3">
      <Line label={t('ticket.margin')}>
        <Exact amount={margin} currency />
      </Line>
      <Line label={t('ticket.fee_spread')}>
        <bdi dir="ltr">
          <Exact amount={fee} /> · <Exact amount={spread} currency />
        </bdi>
      </Line>
      <Line label={t('ticket.financing')}>
        <Amount value={financing === undefined ? undefined : moneyText(financing)} signed currency />
      </Line>
      {balance !== undefined && (
        <Line label={t('ticket.balance')}>
          <Amount value={balance} down currency />
        </Line>
      )}
      {freeAfter !== undefined && (
        <Line label={t('ticket.free_after')}>
          <Amount value={moneyText(freeAfter)} down currency />
        </Line>
      )}
    </dl>
  )
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/** With all digits: the estimate is the charge. */
export function Exact({
  amount,
  currency = false,
}: {
  readonly amount: Micros | undefined
  readonly currency?: boolean
}) {
  return (
    <Amount
      value={amount === undefined ? undefined : moneyText(amount)}
      decimals={amount === undefined ? 2 : decimalsOf(amount)}
      currency={currency}
    />
  )
}

/** Profit or loss at a level. */
export function Gain({ amount }: { readonly amount: Micros }) {
  return <Amount value={moneyText(amount)} signed coloured currency />
}
