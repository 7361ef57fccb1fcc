/** All costs of the order before it is placed, as computed by the engine. */
import { moneyText } from '@veritick/contract'
import { type Micros, micros, type Ppm } from '@veritick/domain'
import type { ReactNode } from 'react'
import { Amount, classes } from '../../design/index.ts'
import { chargeInCents, costShown, EXACT_DECIMALS, MONEY_DECIMALS } from '../../format/decimals.ts'
import { formatRate } from '../../format/money.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import type { Overnight, TicketSummary } from './costs.ts'

/** `balance` is wire text; `undefined` for a visitor. */
export function CostBlock({
  summary,
  balance,
}: {
  readonly summary: TicketSummary
  readonly balance: string | undefined
}) {
  const t = useTranslate()
  const { margin, fee, spread, overnight, freeAfter, isAtMarket } = summary
  return (
    <dl aria-label={t('ticket.cost')} className="grid gap-1.5 pt-3">
      <Line label={t(isAtMarket ? 'ticket.margin_at_market' : 'ticket.margin')}>
        <Charge amount={margin} currency />
      </Line>
      <Line label={t('ticket.fee')}>
        <Cost amount={fee} currency />
      </Line>
      <Line label={t('ticket.spread')}>
        <Spread amount={spread} />
      </Line>
      <Line label={<OvernightName label={t('ticket.financing')} {...overnight} />}>
        <OvernightFee {...overnight} />
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
  const { margin, fee, spread, overnight, freeAfter, isAtMarket } = summary
  return (
    <dl aria-label={t('ticket.cost')} className="grid text-13">
      <Line label={t(isAtMarket ? 'ticket.margin_at_market' : 'ticket.margin')}>
        <Charge amount={margin} currency />
      </Line>
      <Line label={`${t('ticket.fee')} · ${t('ticket.spread')}`}>
        <Cost amount={fee} currency /> · <Spread amount={spread} />
      </Line>
      <Line label={<OvernightName label={t('ticket.financing')} {...overnight} />}>
        <OvernightFee {...overnight} />
      </Line>
      {freeAfter !== undefined && (
        <Line label={t('ticket.free_after')}>
          <Amount value={moneyText(freeAfter)} down currency />
        </Line>
      )}
    </dl>
  )
}

/** A label of several parts wraps between them, and the amount stays in its column. */
function Line({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className={classes('text-ink-soft', typeof label !== 'string' && 'flex-1')}>{label}</dt>
      <dd className="ms-auto text-end font-semibold">{children}</dd>
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

/** A fee: negative, as it changes the balance. */
export function Cost({ amount, exact = false, ...rest }: ChargeProps) {
  return <Charged amount={amount === undefined ? amount : costShown(amount, exact)} exact={exact} {...rest} />
}

/** A loss, rounded as the profit that the position shows next (decision 20). */
function Spread({ amount }: { readonly amount: Micros | undefined }) {
  return <Amount value={amount === undefined ? undefined : moneyText(micros(0 - amount))} currency />
}

function Charged({ amount, currency = false, exact = false }: ChargeProps) {
  const value = amount === undefined ? undefined : moneyText(amount)
  return <Amount value={value} decimals={exact ? EXACT_DECIMALS : MONEY_DECIMALS} currency={currency} />
}

type FeeProps = Pick<Overnight, 'amount'> & { readonly exact?: boolean }

/** Financing: a fee is negative, a payment to the customer positive. */
export function OvernightFee({ amount, exact = false }: FeeProps) {
  const value = amount === undefined ? undefined : moneyText(amount)
  return <Amount value={value} decimals={exact ? EXACT_DECIMALS : MONEY_DECIMALS} signed currency />
}

/**
 * The name of the financing with its yearly rate, and the nights if the rollover charges several, or none. On a narrow
 * phone rate and nights are below the name.
 */
export function OvernightName({ label, rate, nights }: Overnight & { readonly label: string }) {
  const t = useTranslate()
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span>{label}</span>{' '}
      <span className="flex gap-x-2 text-13 whitespace-nowrap">
        <RateOfYear rate={rate} /> {nights !== 1 && <span>{t('ticket.nights', { count: nights })}</span>}
      </span>
    </span>
  )
}

/** A yearly rate before the amount that it gives; on a narrow phone above it. */
export function AtRate({ rate, children }: { readonly rate: Ppm; readonly children: ReactNode }) {
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      <span className="font-normal whitespace-nowrap text-ink-soft">
        <RateOfYear rate={rate} />
      </span>{' '}
      {children}
    </span>
  )
}

function RateOfYear({ rate }: { readonly rate: Ppm }) {
  const t = useTranslate()
  return <span>{t('ticket.rate_year', { rate: formatRate(rate, useTag()) })}</span>
}

/** Profit or loss at a level. */
export function Gain({ amount }: { readonly amount: Micros }) {
  return <Amount value={moneyText(amount)} signed coloured currency />
}
