/**
 * /mine/charge: deposits by crypto, bank transfer or card, and the list of earlier ones. The URL keeps tab and method,
 * so that a reload and the return from a card provider show the same state.
 */
import { CHARGE_TYPE } from '@veritick/contract'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useDeposits, useDepositTerms } from '../../data/money.ts'
import { queries } from '../../data/queries.ts'
import { Empty, ErrorState, Icon, TabPanel, Tabs } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { BackHeader, Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { useIsFrozen } from '../frozen/FrozenNotice.tsx'
import { FormSkeleton } from '../money/FormSkeleton.tsx'
import { SupportContact } from '../support/SupportContact.tsx'
import { CardForm } from './CardForm.tsx'
import { CoinForm } from './CoinForm.tsx'
import { cardPaymentLeftFor, forgetCardPayment } from './cardPayment.ts'
import { DepositList } from './DepositList.tsx'
import { DepositNotices } from './DepositNotices.tsx'
import { METHODS, type Method, methodOf, openMethod } from './deposit.ts'
import { WireForm } from './WireForm.tsx'

const TABS = ['new', 'records'] as const
type Tab = (typeof TABS)[number]

export function DepositScreen() {
  const t = useTranslate()
  const [search, setSearch] = useSearchParams()
  const [paid] = useState(cardPaymentLeftFor)
  useEffect(forgetCardPayment, [])
  const asked = search.get('tab')
  const tab: Tab = asked === 'records' || (asked === null && paid !== undefined) ? 'records' : 'new'
  const method = methodOf(search.get('type'))
  const show = (next: { readonly tab: Tab; readonly method: Method }) =>
    setSearch(
      { ...(next.method === CHARGE_TYPE.coin ? {} : { type: String(next.method) }), tab: next.tab },
      { replace: true },
    )
  return (
    <Screen
      title={t('deposit.title')}
      header={
        <BackHeader title={t('deposit.title')}>
          <Link to="/mine/history" className="inline-flex touch items-center px-2.5 text-13 font-semibold text-accent">
            {t('history.title')}
          </Link>
        </BackHeader>
      }
      onRefresh={queries.refreshOrders}
    >
      <Tabs
        look="line"
        label={t('deposit.title')}
        value={tab}
        onValueChange={(next) => show({ tab: next, method })}
        className="sticky top-0 z-1"
        items={TABS.map((each) => ({ value: each, label: t(`deposit.tab_${each}`) }))}
      >
        <TabPanel value="new" className="outline-none">
          <NewDeposit
            method={method}
            onMethod={(next) => show({ tab, method: next })}
            onSeeAll={() => show({ tab: 'records', method })}
          />
        </TabPanel>
        <TabPanel value="records" className="outline-none">
          <Deposits opened={paid} onNew={() => show({ tab: 'new', method })} />
        </TabPanel>
      </Tabs>
    </Screen>
  )
}

type NewProps = { readonly method: Method; readonly onMethod: (method: Method) => void; readonly onSeeAll: () => void }

/** Requirements of a deposit are shown before the form. */
function NewDeposit({ method, onMethod, onSeeAll }: NewProps) {
  const t = useTranslate()
  const offline = useOffline()
  const frozen = useIsFrozen()
  const terms = useDepositTerms()
  if (terms.data === undefined) {
    if (terms.isError)
      return <ErrorState text={terms.error.message} busy={terms.isFetching} onRetry={() => void terms.refetch()} />
    return offline === undefined ? <FormSkeleton /> : <OfflineState />
  }
  const form = { terms: terms.data, onSeeAll }
  const shown = openMethod(method, terms.data)
  if (shown === undefined) return <NothingOpen />
  return (
    <div className="grid grid-cols-1 gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]">
      <DepositNotices terms={terms.data} />
      {!frozen && terms.data.ways.length > 1 && (
        <Tabs
          label={t('deposit.method')}
          value={shown}
          onValueChange={onMethod}
          items={METHODS.filter((value) => form.terms.ways.includes(value)).map((value) => ({
            value,
            label: t(`deposit.method_${value}`),
          }))}
        />
      )}
      {/* No form for a frozen account, because the server would refuse the deposit. */}
      {!frozen && shown === CHARGE_TYPE.coin && <CoinForm {...form} />}
      {!frozen && shown === CHARGE_TYPE.bank && <WireForm {...form} />}
      {!frozen && shown === CHARGE_TYPE.card && <CardForm {...form} />}
    </div>
  )
}

/** No payment method is open: one empty state with the next step. */
function NothingOpen() {
  const t = useTranslate()
  return (
    <Empty
      icon={<Icon.Wallet />}
      title={t('deposit.closed')}
      text={t('deposit.closed_text')}
      action={<SupportContact />}
    />
  )
}

function Deposits({ opened, onNew }: { readonly opened: number | undefined; readonly onNew: () => void }) {
  const list = useDeposits()
  const terms = useDepositTerms()
  return <DepositList list={list} usualMinutes={terms.data?.usual_minutes} opened={opened} onNew={onNew} />
}
