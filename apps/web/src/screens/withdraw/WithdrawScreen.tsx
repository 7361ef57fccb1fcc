/**
 * /mine/withdraw: withdrawals to a saved address or bank account, and the timeline of each. The URL keeps tab and kind.
 */
import { useSearchParams } from 'react-router'
import { useWithdrawals, useWithdrawCurrencies, useWithdrawMethods, useWithdrawTerms } from '../../data/money.ts'
import { queries } from '../../data/queries.ts'
import { Empty, ErrorState, Icon, TabPanel, Tabs } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { FormSkeleton } from '../money/FormSkeleton.tsx'
import { SupportContact } from '../support/SupportContact.tsx'
import { WithdrawalList } from './WithdrawalList.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'
import { openTypes, type WithdrawType, withdrawTypeOf } from './withdraw.ts'

const TABS = ['new', 'records'] as const
type Tab = (typeof TABS)[number]

export function WithdrawScreen() {
  const t = useTranslate()
  const [search, setSearch] = useSearchParams()
  const tab: Tab = search.get('tab') === 'records' ? 'records' : 'new'
  const type = withdrawTypeOf(search.get('type'))
  const show = (next: { readonly tab: Tab; readonly type: WithdrawType }) =>
    setSearch({ type: String(next.type), tab: next.tab }, { replace: true })
  return (
    <Screen title={t('withdraw.title')} onRefresh={queries.refreshOrders}>
      <Tabs
        look="line"
        label={t('withdraw.title')}
        value={tab}
        onValueChange={(next) => show({ tab: next, type })}
        className="sticky top-0 z-1"
        items={TABS.map((each) => ({ value: each, label: t(`withdraw.tab_${each}`) }))}
      >
        <TabPanel value="new" className="outline-none">
          <NewWithdrawal
            type={type}
            onType={(next) => show({ tab, type: next })}
            onSeeAll={() => show({ tab: 'records', type })}
          />
        </TabPanel>
        <TabPanel value="records" className="outline-none">
          <Withdrawals onNew={() => show({ tab: 'new', type })} />
        </TabPanel>
      </Tabs>
    </Screen>
  )
}

type NewProps = {
  readonly type: WithdrawType
  readonly onType: (type: WithdrawType) => void
  readonly onSeeAll: () => void
}

/** The form is shown once the terms are known. */
function NewWithdrawal(props: NewProps) {
  const t = useTranslate()
  const offline = useOffline()
  const terms = useWithdrawTerms()
  const currencies = useWithdrawCurrencies()
  const methods = useWithdrawMethods()
  const failed = [terms, currencies, methods].find((query) => query.isError && query.data === undefined)
  if (failed !== undefined)
    return <ErrorState text={failed.error?.message} busy={failed.isFetching} onRetry={() => void failed.refetch()} />
  if (terms.data === undefined || currencies.data === undefined || methods.data === undefined)
    return offline === undefined ? <FormSkeleton /> : <OfflineState />
  const types = openTypes(currencies.data)
  const [first] = types
  if (first === undefined)
    return (
      <Empty
        icon={<Icon.Wallet />}
        title={t('withdraw.closed')}
        text={t('withdraw.closed_text')}
        action={<SupportContact />}
      />
    )
  const type = types.includes(props.type) ? props.type : first
  return (
    <WithdrawForm
      {...props}
      type={type}
      types={types}
      terms={terms.data}
      currencies={currencies.data}
      methods={methods.data}
    />
  )
}

function Withdrawals({ onNew }: { readonly onNew: () => void }) {
  return <WithdrawalList list={useWithdrawals()} onNew={onNew} />
}
