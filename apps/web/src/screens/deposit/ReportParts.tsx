/** Parts that the deposit forms share: the amount in both units, the picture, the submit button with its notices. */
import { moneyText, REVIEW_STATUS } from '@veritick/contract'
import type { Micros } from '@veritick/domain'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { Button, PictureField } from '../../design/index.ts'
import { formatMoney } from '../../format/money.ts'
import { formatMinute } from '../../format/time.ts'
import { useTag, useTranslate, useTypedFigure } from '../../i18n/i18n.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { AmountField } from '../money/AmountField.tsx'
import { AMOUNT_EXAMPLE, decimalsShown } from '../money/amounts.ts'
import { Notice } from '../money/Notice.tsx'
import { SupportContact } from '../support/SupportContact.tsx'
import { bothIn, type DepositFaults, type DepositTerms, fieldsOf, isDollar, restBelowMinimum } from './deposit.ts'
import type { Report } from './useReport.ts'

/** A form that moves the focus to its first wrong field. */
export function ReportForm({
  report,
  label,
  children,
}: {
  readonly report: Report
  readonly label: string
  readonly children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (report.submit()) return
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <form ref={form} noValidate aria-label={label} onSubmit={submit} className="grid grid-cols-1 gap-5">
      {children}
    </form>
  )
}

/** The rate for the value of a deposit, and the time at which the operator set it. */
export type Priced = { readonly currency: string; readonly usd: string; readonly since: string | null }

/** Amount in the asset and its value in USD: typing in one computes the other. For USD there is one field. */
export function BothAmounts({
  report,
  terms,
  price,
}: {
  readonly report: Report
  readonly terms: DepositTerms
  readonly price: Priced
}) {
  const t = useTranslate()
  const words = useAmountText(terms)
  const both = bothIn(report.form)
  const shown = fieldsOf(report.form.typed, both, useTypedFigure())
  const { currency } = price
  // For USD both units are equal, and only the asset field is shown.
  const side = isDollar(price) ? 'asset' : report.form.typed.side
  const fault = report.showsFault ? words(report.faults.amount, report.tried) : undefined
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-1 items-start gap-3 min-[400px]:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
        <AmountField
          label={t('deposit.amount_sent', { currency })}
          currency={currency}
          value={shown.asset}
          onValueChange={(next) => report.edit({ side: 'asset', text: next })}
          error={side === 'asset' ? fault : undefined}
        />
        {!isDollar(price) && (
          <AmountField
            label={t('deposit.amount_usd')}
            currency={t('common.usd')}
            value={shown.usd}
            onValueChange={(next) => report.edit({ side: 'usd', text: next })}
            error={side === 'usd' ? fault : undefined}
          />
        )}
      </div>
      <Estimate price={price} usd={both.usd} refused={isRefused(report.faults.amount)} />
      <VerifyPrompt report={report} terms={terms} isPaidFirst />
    </div>
  )
}

/** The amount will be refused, so no credit is estimated. */
const isRefused = (fault: DepositFaults['amount']): boolean =>
  fault === 'deposit_too_small' || fault === 'deposit_limit_unverified' || fault === 'verification_needed'

type VerifyProps = {
  readonly report: Report
  readonly terms: DepositTerms
  /**
   * The customer sends the money before the report, so money may already be on its way. A card is charged afterwards.
   */
  readonly isPaidFirst?: boolean
}

/** The limit without verification: how to raise it, and the handling of money that was already sent. */
export function VerifyPrompt({ report, terms, isPaidFirst = false }: VerifyProps) {
  const t = useTranslate()
  const fault = report.faults.amount
  if (fault !== 'deposit_limit_unverified' && fault !== 'verification_needed') return null
  return (
    <Notice
      tone="warn"
      title={t(terms.identity_status === REVIEW_STATUS.waiting ? 'deposit.verify_waiting' : 'deposit.verify_onward')}
      {...(terms.identity_status === REVIEW_STATUS.none && {
        link: { to: '/mine/auth', label: t('deposit.verify_link') },
      })}
      {...(isPaidFirst && { action: <SupportContact />, children: t('deposit.sent_already') })}
    />
  )
}

type EstimateProps = { readonly price: Priced; readonly usd: Micros | undefined; readonly refused: boolean }

/** The amount that will be credited, as an estimate before the money arrives. */
function Estimate({ price, usd, refused }: EstimateProps) {
  const t = useTranslate()
  const tag = useTag()
  const unit = `\u00a0${t('common.usd')}`
  const rate = `1 ${price.currency} = ${formatMoney(price.usd, { tag, decimals: decimalsShown(price.usd) })}${unit}`
  const credited =
    usd === undefined || usd === 0
      ? t('deposit.as_received')
      : t('deposit.about', { amount: `${formatMoney(moneyText(usd), { tag, down: true })}${unit}` })
  const since = price.since === null ? undefined : formatMinute(Date.parse(price.since), { tag })
  return (
    <div className="grid gap-0.5 px-1 text-13 text-ink-soft">
      {!isDollar(price) && (
        <p>{since === undefined ? t('deposit.price', { rate }) : t('deposit.price_since', { rate, since })}</p>
      )}
      <p aria-live="polite">{!refused && credited}</p>
    </div>
  )
}

/** The error of an amount. A missing amount is an error only after the first submit. */
export function useAmountText(
  terms: DepositTerms,
): (fault: DepositFaults['amount'], tried: boolean) => string | undefined {
  const t = useTranslate()
  const tag = useTag()
  const usd = (text: string) => `${formatMoney(text, { tag, decimals: decimalsShown(text) })}\u00a0${t('common.usd')}`
  return (fault, tried) => {
    switch (fault) {
      case undefined:
        return undefined
      case 'missing':
        return tried ? t('money.amount_missing') : undefined
      case 'deposit_too_small':
        return restBelowMinimum(terms) === undefined
          ? t('deposit.at_least', { amount: usd(terms.minimum) })
          : t('deposit.exactly_rest', { amount: usd(restBelowMinimum(terms) ?? '0') })
      case 'deposit_limit_unverified':
        return t('deposit.at_most_unverified', { amount: usd(terms.left_without_verification ?? '0') })
      case 'verification_needed':
        return t('refusals.verification_needed')
      default:
        return t(`money.amount_${fault}`, AMOUNT_EXAMPLE)
    }
  }
}

export function Proof({ report }: { readonly report: Report }) {
  const t = useTranslate()
  const refused =
    report.attempt.state === 'refused' && PICTURE_REASONS.includes(report.attempt.reason)
      ? report.attempt.message
      : undefined
  const missing = report.tried && report.faults.proof !== undefined ? t('refusals.picture_missing') : undefined
  return (
    <PictureField
      label={t('deposit.proof')}
      hint={`${t('deposit.proof_hint')} ${t('picture.formats')}`}
      value={report.form.proof}
      onValueChange={(proof) => report.edit({ proof: proof ?? '' })}
      error={missing ?? refused}
    />
  )
}
const PICTURE_REASONS: readonly string[] = ['picture_unknown', 'picture_used', 'picture_missing']

export function ReportButton({ report, children }: { readonly report: Report; readonly children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <AttemptLine attempt={report.attempt} slow={report.slow} previous={report.previous} />
      <Button large type="submit" busy={report.attempt.state === 'sending'} disabled={report.blocked}>
        {children}
      </Button>
    </div>
  )
}
