/**
 * /mine/charge: paying in by coin, bank wire or card, and what became of earlier deposits. The address keeps the list and the way, so that a
 * reload and the way back from a card provider find the same place.
 */
import { CHARGE_TYPE } from '@veritick/contract'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCharges, useChargeTerms } from '../../data/money.ts'
import { queries } from '../../data/queries.ts'
import { Empty, ErrorState, Icon, TabPanel, Tabs } from '../../design/index.ts'
import { Away } from '../../shell/Away.tsx'
import { BackHeader, Screen } from '../../shell/Screen.tsx'
import { useAway } from '../../shell/useAway.ts'
import { useTranslate } from '../../words/words.ts'
import { useIsFrozen } from '../frozen/FrozenNotice.tsx'
import { FormSkeleton } from '../money/FormSkeleton.tsx'
import { SupportWay } from '../support/SupportWay.tsx'
import { CardForm } from './CardForm.tsx'
import { CoinForm } from './CoinForm.tsx'
import { cardPaymentLeftFor, forgetCardPayment } from './cardPayment.ts'
import { openWay, WAYS, type Way, wayOf } from './charge.ts'
import { DepositList } from './DepositList.tsx'
import { DepositNotices } from './DepositNotices.tsx'
import { WireForm } from './WireForm.tsx'

const TABS = ['new', 'records'] as const
type Tab = (typeof TABS)[number]

export function ChargeScreen() {
  const t = useTranslate()
  const [search, setSearch] = useSearchParams()
  const [paid] = useState(cardPaymentLeftFor)
  useEffect(forgetCardPayment, [])
  const asked = search.get('tab')
  const tab: Tab = asked === 'records' || (asked === null && paid !== undefined) ? 'records' : 'new'
  const way = wayOf(search.get('type'))
  const show = (next: { readonly tab: Tab; readonly way: Way }) =>
    setSearch({ ...(next.way === CHARGE_TYPE.coin ? {} : { type: String(next.way) }), tab: next.tab }, { replace: true })
  return (
    <Screen
      title={t('charge.title')}
      header={
        <BackHeader title={t('charge.title')}>
          <Link to="/mine/history" className="inline-flex touch items-center px-2.5 text-13 font-semibold text-accent">
            {t('history.title')}
          </Link>
        </BackHeader>
      }
      onRefresh={queries.refreshOrders}
    >
      <Tabs
        look="line"
        label={t('charge.title')}
        value={tab}
        onValueChange={(next) => show({ tab: next, way })}
        className="sticky top-0 z-1"
        items={TABS.map((each) => ({ value: each, label: t(`charge.tab_${each}`) }))}
      >
        <TabPanel value="new" className="outline-none">
          <NewDeposit way={way} onWay={(next) => show({ tab, way: next })} onSeeAll={() => show({ tab: 'records', way })} />
        </TabPanel>
        <TabPanel value="records" className="outline-none">
          <Deposits opened={paid} onNew={() => show({ tab: 'new', way })} />
        </TabPanel>
      </Tabs>
    </Screen>
  )
}

type NewProps = { readonly way: Way; readonly onWay: (way: Way) => void; readonly onSeeAll: () => void }

/** What a deposit needs is said before anything is typed. */
function NewDeposit({ way, onWay, onSeeAll }: NewProps) {
  const t = useTranslate()
  const away = useAway()
  const frozen = useIsFrozen()
  const terms = useChargeTerms()
  if (terms.data === undefined) {
    if (terms.isError) return <ErrorState text={terms.error.message} busy={terms.isFetching} onRetry={() => void terms.refetch()} />
    return away === undefined ? <FormSkeleton /> : <Away />
  }
  const form = { terms: terms.data, onSeeAll }
  const shown = openWay(way, terms.data)
  if (shown === undefined) return <NothingOpen />
  return (
    <div className="grid grid-cols-1 gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]">
      <DepositNotices terms={terms.data} />
      {!frozen && terms.data.ways.length > 1 && (
        <Tabs
          label={t('charge.way')}
          value={shown}
          onValueChange={onWay}
          items={WAYS.filter((value) => form.terms.ways.includes(value)).map((value) => ({ value, label: t(`charge.way_${value}`) }))}
        />
      )}
      {/* Nothing to fill in while nothing can come of it. */}
      {!frozen && shown === CHARGE_TYPE.coin && <CoinForm {...form} />}
      {!frozen && shown === CHARGE_TYPE.bank && <WireForm {...form} />}
      {!frozen && shown === CHARGE_TYPE.card && <CardForm {...form} />}
    </div>
  )
}

/** The operator takes nothing now: said once, with what can be done. */
function NothingOpen() {
  const t = useTranslate()
  return <Empty icon={<Icon.Wallet />} title={t('charge.closed')} text={t('charge.closed_text')} action={<SupportWay />} />
}

function Deposits({ opened, onNew }: { readonly opened: number | undefined; readonly onNew: () => void }) {
  const list = useCharges()
  const terms = useChargeTerms()
  return <DepositList list={list} usualMinutes={terms.data?.usual_minutes} opened={opened} onNew={onNew} />
}
