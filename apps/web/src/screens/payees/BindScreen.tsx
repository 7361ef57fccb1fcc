/**
 * /mine/withdraw-way?type=1|2: saves a wallet address or a bank account. The form checks while the customer types; the
 * server checks before it asks for a code; a fresh code saves the method. The method can be used after the waiting
 * period, which the screen states.
 */
import { DRAW_TYPE, type DrawMethod } from '@veritick/contract'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../data/api.ts'
import { useWithdrawCurrencies, useWithdrawTerms } from '../../data/money.ts'
import { queries } from '../../data/queries.ts'
import { newKey } from '../../data/requestKey.ts'
import { Button, Choices, Empty, ErrorState, Field, FormFault, Icon, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { Screen } from '../../shell/Screen.tsx'
import { useDraft } from '../../shell/useDraft.ts'
import { type FormState, useForm } from '../../shell/useForm.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { FormSkeleton } from '../money/FormSkeleton.tsx'
import { Notice } from '../money/Notice.tsx'
import { useStepUp } from '../stepUp/useStepUp.tsx'
import { type WithdrawCurrency, type WithdrawTerms, type WithdrawType, withdrawTypeOf } from '../withdraw/withdraw.ts'
import { type BindField, type BindForm, bindEmpty, bindFaults, bindRequest, faultKeys, isTypedOut } from './bind.ts'

export function BindScreen() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const offline = useOffline()
  const type = withdrawTypeOf(search.get('type'))
  const terms = useWithdrawTerms()
  const currencies = useWithdrawCurrencies()
  const failed = [terms, currencies].find((query) => query.isError && query.data === undefined)
  const offered = currencies.data?.filter((currency) => currency.type === type)
  return (
    <Screen title={t(`payees.add_${type}`)}>
      {failed !== undefined && (
        <ErrorState text={failed.error?.message} busy={failed.isFetching} onRetry={() => void failed.refetch()} />
      )}
      {failed === undefined &&
        (offered === undefined || terms.data === undefined) &&
        (offline === undefined ? <FormSkeleton /> : <OfflineState />)}
      {offered !== undefined && terms.data !== undefined && offered.length === 0 && (
        <Empty icon={<Icon.Wallet />} title={t(`payees.none_offered_${type}`)} text={t('deposit.no_channel_text')} />
      )}
      {offered !== undefined && terms.data !== undefined && offered.length > 0 && (
        <Bind key={type} type={type} currencies={offered} terms={terms.data} />
      )}
    </Screen>
  )
}

type BindProps = {
  readonly type: WithdrawType
  readonly currencies: readonly WithdrawCurrency[]
  readonly terms: WithdrawTerms
}

/** The typed form, its faults, and the call that saves the method. */
function useBind(type: WithdrawType, currencies: readonly WithdrawCurrency[]) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [draft, change, forget] = useDraft(`bind.${type}`, { currency: '', ...bindEmpty })
  const proof = useStepUp('payee')
  const keyFor = useKeys()
  const values: BindForm = { ...draft, type }
  const currency =
    currencies.find((each) => String(each.id) === draft.currency) ??
    (currencies.length === 1 ? currencies[0] : undefined)
  const faults = bindFaults(values, currency)
  const form = useForm<BindField>({
    values: { ...values, currency: draft.currency },
    faults: faultKeys(faults),
    wire: WIRE,
    send: async () => {
      if (currency === undefined) return
      const request = bindRequest(values, currency)
      const { dc_address, payee_account, bank_name, bank_swift } = request
      const bound = await proof.run(
        (given) => {
          const body = { ...request, ...given }
          return call('bindDrawMethod', body, { quiet: true, idempotencyKey: keyFor(JSON.stringify(body)) })
        },
        {
          ...(dc_address !== undefined && { dc_address }),
          ...(payee_account !== undefined && { payee_account, bank_name, bank_swift }),
        },
      )
      forget()
      void queries.refreshOrders()
      toast({ text: t('payees.bound'), tone: 'good' })
      void navigate(listOf(bound), { replace: true })
    },
  })
  /** Shows a fault while typing if more text cannot correct it. */
  const errorOf = (field: BindField) => {
    const fault = faults[field]
    return (
      form.errorOf(field) ??
      (fault !== undefined && fault !== 'missing' && isTypedOut(values, field, currency)
        ? t(`refusals.${fault}`)
        : undefined)
    )
  }
  return { values, change, errorOf, form, currency, sheet: proof.sheet }
}

function Bind({ type, currencies, terms }: BindProps) {
  const t = useTranslate()
  const offline = useOffline()
  const { values, change, errorOf, form, currency, sheet } = useBind(type, currencies)
  const fields = { values, change, errorOf }
  return (
    <form
      ref={form.formRef}
      noValidate
      onSubmit={form.submit}
      className="grid grid-cols-1 gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]"
    >
      <Choices
        label={t(type === DRAW_TYPE.coin ? 'payees.coin_network' : 'payees.currency')}
        value={currency?.id}
        onValueChange={(id) => change({ currency: String(id) })}
        error={errorOf('currency')}
        items={currencies.map((each) => ({
          value: each.id,
          title: <bdi>{each.code}</bdi>,
          ...(each.protocol !== '' && { note: <bdi>{each.protocol}</bdi> }),
        }))}
      />
      {type === DRAW_TYPE.coin ? <AddressField {...fields} currency={currency} /> : <BankFields {...fields} />}
      {terms.payee_hold_hours > 0 && (
        <Notice title={t('payees.hold_title', { count: terms.payee_hold_hours })}>{t('payees.hold_text')}</Notice>
      )}
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy} disabled={offline !== undefined}>
        {t('payees.bind')}
      </Button>
      {sheet}
    </form>
  )
}

/** The server's field names and the fields of the form. */
const WIRE = {
  draw_id: 'currency',
  dc_address: 'address',
  bank_name: 'bankName',
  bank_swift: 'swift',
  payee_name: 'payeeName',
  payee_account: 'account',
} as const

const listOf = (method: DrawMethod): string =>
  method.type === DRAW_TYPE.coin ? '/mine/coin-address-list' : '/mine/bank-card-list'

/** A repeated request has the same key; another code or address makes another request. */
function useKeys(): (content: string) => string {
  const keys = useRef(new Map<string, string>())
  return (content) => {
    const known = keys.current.get(content) ?? newKey()
    keys.current.set(content, known)
    return known
  }
}

type FieldsProps = {
  readonly values: BindForm
  readonly change: (part: Partial<Omit<BindForm, 'type'>>) => void
  readonly errorOf: FormState<BindField>['errorOf']
}

function AddressField({
  values,
  change,
  errorOf,
  currency,
}: FieldsProps & { readonly currency: WithdrawCurrency | undefined }) {
  const t = useTranslate()
  return (
    <Field
      label={t('withdraw.address')}
      value={values.address}
      onValueChange={(address) => change({ address })}
      error={errorOf('address')}
      hint={
        currency === undefined ? t('payees.address_hint') : t('payees.address_hint_on', { network: currency.protocol })
      }
      autoComplete="off"
      maxLength={200}
      latin
      exact
    />
  )
}

function BankFields({ values, change, errorOf }: FieldsProps) {
  const t = useTranslate()
  const text = { maxLength: 200 } as const
  return (
    <>
      <Field
        {...text}
        label={t('bank.payee_name')}
        value={values.payeeName}
        onValueChange={(payeeName) => change({ payeeName })}
        error={errorOf('payeeName')}
        hint={t('payees.own_name')}
        autoComplete="name"
      />
      <Field
        {...text}
        label={t('bank.bank_name')}
        value={values.bankName}
        onValueChange={(bankName) => change({ bankName })}
        error={errorOf('bankName')}
        autoComplete="off"
      />
      <Field
        {...text}
        label={t('bank.bank_swift')}
        value={values.swift}
        onValueChange={(swift) => change({ swift })}
        error={errorOf('swift')}
        hint={t('payees.swift_hint')}
        autoComplete="off"
        latin
        exact
      />
      <Field
        {...text}
        label={t('bank.payee_account')}
        value={values.account}
        onValueChange={(account) => change({ account })}
        error={errorOf('account')}
        autoComplete="off"
        latin
        exact
      />
      <Field
        {...text}
        label={t('payees.bank_address')}
        value={values.bankAddress}
        onValueChange={(bankAddress) => change({ bankAddress })}
        autoComplete="off"
      />
    </>
  )
}
