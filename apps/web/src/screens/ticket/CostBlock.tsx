/** All costs of the order before it is placed, as computed by the engine. */
import { moneyText } from '@veritick/contract'
import type { Micros } from '@veritick/domain'
import type { ReactNode } from 'react'
import { Amount } from '../../design/index.ts'
import { chargeInCents, EXACT_DECIMALS } from '../../format/decimals.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { TicketSummary } from './costs.ts'

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
        <Charge amount={margin} currency />
      </Line>
      <Line label={t('ticket.fee')}>
        <Charge amount={fee} currency />
      </Line>
      <Line label={t('ticket.spread')}>
        <Charge amount={spread} currency />
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

/** The costs in few lines, above the button of the panel beside the chart, where they never scroll out of view. */
export function CostLines({ summary }: { readonly summary: TicketSummary }) {
  const t = useTranslate()
  const { margin, fee, spread, financing, freeAfter } = summary
  return (
    <dl aria-label={t('ticket.cost')} className="grid text-13">
      <Line label={t('ticket.margin')}>
        <Charge amount={margin} currency />
      </Line>
      <Line label={`${t('ticket.fee')} · ${t('ticket.spread')}`}>
        <Charge amount={fee} /> · <Charge amount={spread} currency />
      </Line>
      <Line label={t('ticket.financing')}>
        <Amount value={financing === undefined ? undefined : moneyText(financing)} signed currency />
      </Line>
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
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="ms-auto font-semibold">{children}</dd>
    </div>
  )
}

/** A charge (decision 0064). `exact`: with all decimals. */
export function Charge({
  amount,
  currency = false,
  exact = false,
}: {
  readonly amount: Micros | undefined
  readonly currency?: boolean
  readonly exact?: boolean
}) {
  if (exact && amount !== undefined)
    return <Amount value={moneyText(amount)} decimals={EXACT_DECIMALS} currency={currency} />
  return <Amount value={amount === undefined ? undefined : moneyText(chargeInCents(amount))} currency={currency} />
}

/** Profit or loss at a level. */
export function Gain({ amount }: { readonly amount: Micros }) {
  return <Amount value={moneyText(amount)} signed coloured currency />
}
