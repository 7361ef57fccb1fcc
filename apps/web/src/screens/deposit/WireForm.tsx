/** A bank transfer: currency, the recipient account with every detail to copy, amount sent, and the picture. */
import { CHARGE_TYPE, type ChargeRecord } from '@veritick/contract'
import { useState } from 'react'
import { call } from '../../data/api.ts'
import { useBankCoins, useBanks } from '../../data/money.ts'
import { Chips, Choices, CopyLine, Empty, ErrorState, Icon, Line, Skeleton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Notice, TrialTag } from '../money/Notice.tsx'
import type { FormProps } from './CoinForm.tsx'
import { type BankAccount, wireRequest } from './deposit.ts'
import { DepositReceived } from './Reported.tsx'
import { BothAmounts, type Priced, Proof, ReportButton, ReportForm } from './ReportParts.tsx'
import { type DepositDraft, useDepositDraft, useReport } from './useReport.ts'

export function WireForm({ terms, onSeeAll }: FormProps) {
  const t = useTranslate()
  const coins = useBankCoins()
  const draft = useDepositDraft(CHARGE_TYPE.bank)
  const [made, setMade] = useState<ChargeRecord>()
  const chosen = coins.data?.find((coin) => String(coin.id) === draft.draft.channel) ?? coins.data?.[0]
  const banks = useBanks(chosen?.id)
  if (made !== undefined)
    return <DepositReceived record={made} terms={terms} onSeeAll={onSeeAll} onAnother={() => setMade(undefined)} />
  const failed = [coins, banks].find((query) => query.isError)
  if (failed !== undefined && (coins.data === undefined || banks.data === undefined))
    return <ErrorState text={failed.error?.message} busy={failed.isFetching} onRetry={() => void failed.refetch()} />
  if (coins.data === undefined) return <Skeleton className="h-40" />
  if (chosen === undefined) return <NoChannel />
  return (
    <div className="grid grid-cols-1 gap-4">
      {coins.data.length > 1 && (
        <div className="-mx-4">
          <Chips
            label={t('deposit.currency')}
            items={coins.data.map((coin) => ({ value: coin.id, label: coin.name }))}
            value={chosen.id}
            onValueChange={(id) => draft.change({ channel: String(id ?? chosen.id), account: '' })}
          />
        </div>
      )}
      {banks.data === undefined && <Skeleton className="h-40" />}
      {banks.data?.length === 0 && <NoChannel currency={chosen.name} />}
      {banks.data !== undefined && banks.data.length > 0 && (
        <Report
          key={chosen.id}
          draft={draft}
          banks={banks.data}
          price={{ currency: chosen.name, usd: chosen.usd_price, since: chosen.usd_price_at }}
          terms={terms}
          onDone={setMade}
        />
      )}
    </div>
  )
}

/** The specification's notice for a currency without a payment channel. */
function NoChannel({ currency }: { readonly currency?: string }) {
  const t = useTranslate()
  return (
    <Empty
      icon={<Icon.Bank />}
      title={currency === undefined ? t('deposit.no_channel') : t('deposit.no_channel_for', { currency })}
      text={t('deposit.no_channel_text')}
    />
  )
}

type ReportProps = {
  readonly draft: DepositDraft
  readonly banks: readonly BankAccount[]
  readonly price: Priced
  readonly terms: FormProps['terms']
  readonly onDone: (record: ChargeRecord) => void
}

function Report({ draft, banks, price, terms, onDone }: ReportProps) {
  const t = useTranslate()
  const bank =
    banks.find((each) => String(each.id) === draft.draft.account) ?? (banks.length === 1 ? banks[0] : undefined)
  const report = useReport({
    method: CHARGE_TYPE.bank,
    draft,
    price: bank && price.usd,
    terms,
    bodyOf: (form) => bank && wireRequest(form, bank),
    submit: (body, options) => call('chargeWireSubmit', body, options),
    onDone,
  })
  return (
    <ReportForm report={report} label={t('deposit.method_1')}>
      <Choices
        label={t('deposit.bank')}
        value={bank?.id}
        onValueChange={(account) => report.edit({ account: String(account) })}
        error={report.tried && bank === undefined ? t('deposit.no_pay_way') : undefined}
        items={banks.map((each) => ({
          value: each.id,
          title: <bdi>{each.bank_name}</bdi>,
          note: <bdi>{each.payee_name}</bdi>,
          ...(each.trial && { tag: <TrialTag>{t('deposit.trial_tag')}</TrialTag> }),
        }))}
      />
      {bank !== undefined && (
        <>
          <Details bank={bank} currency={price.currency} />
          <BothAmounts report={report} terms={terms} price={price} />
          <Proof report={report} />
        </>
      )}
      <ReportButton report={report}>{t('deposit.report_wire')}</ReportButton>
    </ReportForm>
  )
}

/** Details of the recipient account; empty details are omitted. */
function Details({ bank, currency }: { readonly bank: BankAccount; readonly currency: string }) {
  const t = useTranslate()
  const lines = [
    [t('bank.payee_name'), bank.payee_name],
    [t('bank.payee_account'), bank.payee_account],
    [t('bank.bank_name'), bank.bank_name],
    [t('bank.bank_swift'), bank.bank_swift],
    [t('bank.bank_address'), bank.bank_address],
  ] as const
  return (
    <section
      aria-label={t('deposit.bank_details')}
      className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4"
    >
      {bank.trial && (
        <Notice tone="warn" title={t('deposit.trial_title')}>
          {t('deposit.trial_text')}
        </Notice>
      )}
      <dl>
        {lines.map(([label, value]) => value !== '' && <CopyLine key={label} label={label} value={value} />)}
        <Line label={t('deposit.currency')}>
          <bdi>{currency}</bdi>
        </Line>
      </dl>
      <div className="rounded-control bg-accent-soft px-3 pt-1 pb-2">
        <dl>
          <CopyLine label={t('deposit.reference')} value={bank.reference} />
        </dl>
        <p className="text-13 text-ink-soft">{t('deposit.reference_text')}</p>
      </div>
      {bank.bank_remark !== '' && (
        <p className="text-13 text-ink-soft">
          <bdi>{bank.bank_remark}</bdi>
        </p>
      )}
    </section>
  )
}
