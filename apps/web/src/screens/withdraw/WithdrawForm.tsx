/**
 * The form of a withdrawal: holds, destination, amount, fee and payout. A review sheet follows, then the request that
 * reserves the amount; a step-up when the server asks for one.
 */
import { type DrawMethod, type DrawRecord, moneyText } from '@veritick/contract'
import { useRef, useState } from 'react'
import { queries } from '../../data/queries.ts'
import { Amount, Button, Field, Tabs } from '../../design/index.ts'
import { formatMoney } from '../../format/money.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate, useTypedFigure } from '../../i18n/i18n.ts'
import { useDraft } from '../../shell/useDraft.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { isEdited } from '../../submit/attempt.ts'
import { useIsFrozen } from '../frozen/FrozenNotice.tsx'
import { AmountField } from '../money/AmountField.tsx'
import { AMOUNT_EXAMPLE, decimalsShown, textOfUsd, usdOf } from '../money/amounts.ts'
import { Notice } from '../money/Notice.tsx'
import { useUsual } from '../money/Timeline.tsx'
import { useFunds } from '../money/useFunds.ts'
import { CheckSheet } from './CheckSheet.tsx'
import { Holds } from './Holds.tsx'
import { MethodChoice } from './MethodChoice.tsx'
import { PayoutBlock } from './PayoutBlock.tsx'
import { Requested } from './Requested.tsx'
import { intentOf, useWithdrawal } from './useWithdrawal.tsx'
import {
  currencyOf,
  freeOf,
  holdsOf,
  isBeyond,
  lockedUntil,
  onlyOne,
  type WithdrawCurrency,
  type WithdrawFaults,
  type WithdrawTerms,
  type WithdrawType,
  withdrawFaults,
  withdrawRequest,
} from './withdraw.ts'

type Props = {
  readonly type: WithdrawType
  /** Kinds that are open. */
  readonly types: readonly WithdrawType[]
  readonly onType: (type: WithdrawType) => void
  readonly onSeeAll: () => void
  readonly terms: WithdrawTerms
  readonly currencies: readonly WithdrawCurrency[]
  readonly methods: readonly DrawMethod[]
}

const BLANK = { method: '', amount: '', memo: '' }

export function WithdrawForm(props: Props) {
  const frozen = useIsFrozen()
  const state = useWithdrawState(props, frozen)
  const { made, holds, another } = state
  if (made !== undefined) return <Requested record={made} onSeeAll={props.onSeeAll} onAnother={another} />
  // A frozen account cannot withdraw, so there is no form to fill in.
  if (frozen)
    return (
      <div className="p-4">
        <Holds holds={holds} />
      </div>
    )
  return <WithdrawFields {...props} state={state} />
}

/** The typed form, its values and faults, and the request. */
function useWithdrawState({ type, terms, currencies, methods }: Props, frozen: boolean) {
  const { balance, marginFree } = useFunds()
  const [draft, change] = useDraft('withdraw', BLANK)
  const [tried, setTried] = useState(false)
  // An amount that was typed before a reload is not complained about.
  const [typed, setTyped] = useState(false)
  const [checking, setChecking] = useState(false)
  const [made, setMade] = useState<DrawRecord>()
  const withdrawal = useWithdrawal((record) => {
    change(BLANK)
    setTried(false)
    setTyped(false)
    setChecking(false)
    setMade(record)
    void queries.refreshOrders()
  })
  const now = Date.now()
  const own = methods.filter((method) => method.type === type)
  const method = own.find((each) => String(each.id) === draft.method) ?? onlyOne(own, currencies, now)
  const form = { method, amount: draft.amount, memo: draft.memo }
  const body = withdrawRequest(form)
  return {
    draft,
    now,
    own,
    method,
    currency: method && currencyOf(method, currencies),
    faults: withdrawFaults(form, { currencies, terms, balance, marginFree, now }),
    texts: useFaultTexts({ terms, balance, marginFree }),
    holds: holdsOf({ terms, frozen, now }),
    locked: lockedUntil(own, now),
    body,
    previous: isEdited(withdrawal.attempt, body && intentOf(body)) ? withdrawal.previous : undefined,
    free: freeOf({ balance, marginFree }),
    tried,
    typed,
    checking,
    made,
    withdrawal,
    edit: (part: Partial<typeof BLANK>) => {
      withdrawal.changed()
      if (part.amount !== undefined) setTyped(true)
      change(part)
    },
    setTried,
    check: (open: boolean) => {
      if (!open) withdrawal.changed()
      setChecking(open)
    },
    another: () => setMade(undefined),
  }
}

type State = ReturnType<typeof useWithdrawState>

function WithdrawFields({ type, types, onType, terms, currencies, state }: Props & { readonly state: State }) {
  const t = useTranslate()
  const element = useRef<HTMLFormElement>(null)
  const { draft, now, own, method, faults, texts, holds, tried, edit } = state
  const [asking, setAsking] = useState(false)
  function check() {
    if (own.length === 0) return setAsking(true)
    state.setTried(true)
    if (Object.keys(faults).length === 0) return state.check(true)
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <form
      ref={element}
      noValidate
      aria-label={t('withdraw.title')}
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
      className="grid grid-cols-1 gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]"
    >
      <Holds holds={holds} />
      {types.length > 1 && (
        <Tabs
          label={t('withdraw.kind')}
          value={type}
          onValueChange={onType}
          items={types.map((value) => ({ value, label: t(`withdraw.kind_${value}`) }))}
        />
      )}
      <MethodChoice
        type={type}
        methods={own}
        currencies={currencies}
        now={now}
        value={method?.id}
        onValueChange={(id) => edit({ method: String(id) })}
        error={tried || faults.method !== 'missing' ? texts.method(faults.method) : undefined}
        later={holds.length > 0}
        asking={asking}
        onAskingChange={setAsking}
      />
      <WithdrawAmount state={state} terms={terms} />
      {/* No payout is quoted at a price that the server refuses. */}
      {faults.method !== 'draw_price_old' && (
        <PayoutBlock amount={draft.amount} currency={state.currency} refused={isBeyond(faults.amount)} />
      )}
      {state.currency?.trial && (
        <Notice tone="warn" title={t('withdraw.trial_title')}>
          {t('withdraw.trial_text')}
        </Notice>
      )}
      <Field
        label={t('withdraw.memo')}
        value={draft.memo}
        onValueChange={(memo) => edit({ memo })}
        autoComplete="off"
        maxLength={200}
      />
      <Review state={state} terms={terms} />
    </form>
  )
}

type PartProps = { readonly state: State; readonly terms: WithdrawTerms }

function WithdrawAmount({ state, terms }: PartProps) {
  const t = useTranslate()
  const { draft, faults, texts, free, tried, typed, edit } = state
  const written = useTypedFigure()
  return (
    <AmountField
      label={t('withdraw.amount')}
      currency={t('common.usd')}
      value={draft.amount}
      onValueChange={(amount) => edit({ amount })}
      error={tried || (typed && draft.amount !== '') ? texts.amount(faults.amount, tried) : undefined}
      hint={<Limits terms={terms} free={free === undefined ? undefined : moneyText(free)} />}
      action={
        free !== undefined &&
        free > 0 && (
          <button
            type="button"
            onClick={() => edit({ amount: written(textOfUsd(free)) })}
            className="inline-flex touch items-center justify-center rounded-control px-2 font-semibold text-accent active:bg-fill"
          >
            {t('withdraw.all')}
          </button>
        )
      }
    />
  )
}

/** The button that opens the review, and the sheet in which the customer confirms. */
function Review({ state, terms }: PartProps) {
  const t = useTranslate()
  const offline = useOffline()
  const tag = useTag()
  const { draft, method, currency, body, previous, holds, locked, checking, withdrawal } = state
  return (
    <>
      <div className="grid gap-2">
        {!checking && <AttemptLine attempt={withdrawal.attempt} slow={withdrawal.slow} previous={previous} />}
        <Button
          large
          type="submit"
          disabled={holds.length > 0 || locked !== undefined || offline !== undefined}
          busy={!checking && withdrawal.attempt.state === 'sending'}
        >
          {t('withdraw.check')}
        </Button>
        {locked !== undefined && (
          <p className="text-center text-13 font-semibold text-warn">
            {t('payees.usable_from', { time: formatMoment(locked, { tag }) })}
          </p>
        )}
        <Usual terms={terms} />
      </div>
      {method !== undefined && currency !== undefined && body !== undefined && (
        <CheckSheet
          open={checking}
          onOpenChange={state.check}
          method={method}
          currency={currency}
          amount={draft.amount}
          withdrawal={withdrawal}
          previous={previous}
          onConfirm={() => withdrawal.request(body)}
        />
      )}
    </>
  )
}

function Usual({ terms }: { readonly terms: WithdrawTerms }) {
  const t = useTranslate()
  const usual = useUsual()
  return (
    <p className="text-center text-13 text-ink-muted">{t('withdraw.usual', { usual: usual(terms.usual_minutes) })}</p>
  )
}

/** The limits, before anything is typed. The available amount has every digit, as the button "all" types it. */
function Limits({ terms, free }: { readonly terms: WithdrawTerms; readonly free: string | undefined }) {
  const t = useTranslate()
  return (
    <span className="grid gap-0.5">
      <span>
        {t('withdraw.available')}{' '}
        <Amount
          value={free}
          {...(free !== undefined && { decimals: decimalsShown(free) })}
          currency
          className="font-semibold text-ink"
        />
      </span>
      <span>
        {t('withdraw.smallest')} <Amount value={terms.minimum} currency className="text-ink" /> ·{' '}
        {t('withdraw.left_today')}{' '}
        <Amount value={terms.left_today} decimals={decimalsShown(terms.left_today)} currency className="text-ink" />
      </span>
    </span>
  )
}

/** The text of a fault, with the limits. */
function useFaultTexts(facts: {
  readonly terms: WithdrawTerms
  readonly balance: string | undefined
  readonly marginFree: string | undefined
}) {
  const t = useTranslate()
  const tag = useTag()
  const { terms, balance, marginFree } = facts
  const usd = (text: string) => `${formatMoney(text, { tag, decimals: decimalsShown(text) })}\u00a0${t('common.usd')}`
  // The available amount decides, also when the typed amount exceeds the whole balance.
  const free = freeOf({ balance, marginFree })
  return {
    method: (fault: WithdrawFaults['method']): string | undefined => {
      if (fault === undefined) return undefined
      if (fault === 'draw_price_old') return t('refusals.draw_price_old')
      return fault === 'missing' ? t('withdraw.method_missing') : t(`withdraw.method_${fault}`)
    },
    amount: (fault: WithdrawFaults['amount'], tried: boolean): string | undefined => {
      switch (fault) {
        case undefined:
          return undefined
        case 'missing':
          return tried ? t('money.amount_missing') : undefined
        case 'draw_too_small':
          return t('withdraw.at_least', { amount: usd(terms.minimum) })
        case 'draw_day_limit':
          return t('withdraw.at_most_today', { amount: usd(terms.left_today) })
        case 'balance_not_enough':
        case 'margin_not_enough':
          if (free === undefined) return t('refusals.balance_not_enough')
          return t(free < usdOf(balance ?? '0') ? 'withdraw.at_most_margin' : 'withdraw.at_most', {
            amount: usd(moneyText(free)),
          })
        case 'draw_nothing_left':
        case 'amount_too_large':
          return t(`refusals.${fault}`)
        default:
          return t(`money.amount_${fault}`, AMOUNT_EXAMPLE)
      }
    },
  }
}
