/**
 * A bank card: the amount, then the page of the provider, where the customer enters the card. No card number reaches
 * this app.
 */
import { type CallData, type CallInput, CHARGE_TYPE } from '@veritick/contract'
import { useEffect, useState } from 'react'
import { call } from '../../data/api.ts'
import { Icon, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AmountField } from '../money/AmountField.tsx'
import { Notice } from '../money/Notice.tsx'
import type { FormProps } from './CoinForm.tsx'
import { leaveForCardPayment } from './cardPayment.ts'
import { numberOf } from './deposit.ts'
import { ReportButton, ReportForm, useAmountText, VerifyPrompt } from './ReportParts.tsx'
import { useDepositDraft, useReport } from './useReport.ts'

export function CardForm({ terms }: FormProps) {
  const t = useTranslate()
  const words = useAmountText(terms)
  const draft = useDepositDraft(CHARGE_TYPE.card)
  const [leaving, setLeaving] = useState(false)
  const report = useReport<CallInput<'chargeCard'>, CallData<'chargeCard'>>({
    method: CHARGE_TYPE.card,
    draft,
    price: undefined,
    terms,
    bodyOf: (form) => {
      const number = numberOf(form)
      return number === undefined ? undefined : { number }
    },
    submit: (body, options) => call('chargeCard', body, options),
    onDone: go,
  })
  useEffect(() => {
    // The browser's back button may show this page again.
    const back = () => setLeaving(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  function go(begun: CallData<'chargeCard'>) {
    if (leaveForCardPayment(begun)) setLeaving(true)
    else toast({ text: t('deposit.card_address_wrong'), tone: 'bad' })
  }
  return (
    <ReportForm report={report} label={t('deposit.method_2')}>
      {terms.card.trial && (
        <Notice tone="warn" title={t('deposit.card_trial')}>
          {t('deposit.card_trial_text')}
        </Notice>
      )}
      <AmountField
        label={t('deposit.card_amount')}
        currency={t('common.usd')}
        value={draft.draft.text}
        onValueChange={(text) => report.edit({ text })}
        error={report.showsFault ? words(report.faults.amount, report.tried) : undefined}
      />
      <VerifyPrompt report={report} terms={terms} />
      {!terms.card.trial && (
        <p className="flex items-start gap-2.5 text-13 text-ink-soft">
          <Icon.Shield size={20} className="shrink-0 text-accent" />
          <span>{t('deposit.card_how')}</span>
        </p>
      )}
      <ReportButton report={leaving ? { ...report, blocked: true } : report}>
        {t(leaving ? 'deposit.card_leaving' : 'deposit.card_go')}
      </ReportButton>
    </ReportForm>
  )
}
