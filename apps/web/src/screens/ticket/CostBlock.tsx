/** All costs of the order before it is placed, as computed by the engine. */
import { moneyText } from '@veritick/contract'
import type { Micros } from '@veritick/domain'
import type { ReactNode } from 'react'
import { Amount } from '../../design/index.ts'
import { chargeInCents, costShown, EXACT_DECIMALS, MONEY_DECIMALS } from '../../format/decimals.ts'
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
        <Cost amount={fee} currency />
      </Line>
      <Line label={t('ticket.spread')}>
        <Cost amount={spread} currency />
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
        <Cost amount={fee} /> · <Cost amount={spread} currency />
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

type ChargeProps = {
  readonly amount: Micros | undefined
  readonly currency?: boolean
  /** With all decimals. */
  readonly exact?: boolean
}

/** A margin (decision 0064). */
export function Charge({ amount, exact = false, ...rest }: ChargeProps) {
  return <Charged amount={amount === undefined || exact ? amount : chargeInCents(amount)} exact={exact} {...rest} />
}

/** A fee or a spread: negative, as it changes the balance. */
export function Cost({ amount, exact = false, ...rest }: ChargeProps) {
  return <Charged amount={amount === undefined ? amount : costShown(amount, exact)} exact={exact} {...rest} />
}

function Charged({ amount, currency = false, exact = false }: ChargeProps) {
  const value = amount === undefined ? undefined : moneyText(amount)
  return <Amount value={value} decimals={exact ? EXACT_DECIMALS : MONEY_DECIMALS} currency={currency} />
}

/** Profit or loss at a level. */
export function Gain({ amount }: { readonly amount: Micros }) {
  return <Amount value={moneyText(amount)} signed coloured currency />
}
