/**
 * /mine/withdraw: paying out to a bound address or bank account, and the way of every withdrawal. The address keeps the list and the kind.
 */
import { useSearchParams } from 'react-router'
import { useDrawCurrencies, useDrawMethods, useDraws, useDrawTerms } from '../../data/money.ts'
import { queries } from '../../data/queries.ts'
import { Empty, ErrorState, Icon, TabPanel, Tabs } from '../../design/index.ts'
import { Away } from '../../shell/Away.tsx'
import { Screen } from '../../shell/Screen.tsx'
import { useAway } from '../../shell/useAway.ts'
import { useTranslate } from '../../words/words.ts'
import { FormSkeleton } from '../money/FormSkeleton.tsx'
import { SupportWay } from '../support/SupportWay.tsx'
import { DrawForm } from './DrawForm.tsx'
import { DrawList } from './DrawList.tsx'
import { type DrawType, drawTypeOf, openTypes } from './withdraw.ts'

const TABS = ['new', 'records'] as const
type Tab = (typeof TABS)[number]

export function WithdrawScreen() {
  const t = useTranslate()
  const [search, setSearch] = useSearchParams()
  const tab: Tab = search.get('tab') === 'records' ? 'records' : 'new'
  const type = drawTypeOf(search.get('type'))
  const show = (next: { readonly tab: Tab; readonly type: DrawType }) =>
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
          <NewDraw type={type} onType={(next) => show({ tab, type: next })} onSeeAll={() => show({ tab: 'records', type })} />
        </TabPanel>
        <TabPanel value="records" className="outline-none">
          <Draws onNew={() => show({ tab: 'new', type })} />
        </TabPanel>
      </Tabs>
    </Screen>
  )
}

type NewProps = { readonly type: DrawType; readonly onType: (type: DrawType) => void; readonly onSeeAll: () => void }

/** Nothing is asked before it is known what stands against it. */
function NewDraw(props: NewProps) {
  const t = useTranslate()
  const away = useAway()
  const terms = useDrawTerms()
  const currencies = useDrawCurrencies()
  const methods = useDrawMethods()
  const failed = [terms, currencies, methods].find((query) => query.isError && query.data === undefined)
  if (failed !== undefined)
    return <ErrorState text={failed.error?.message} busy={failed.isFetching} onRetry={() => void failed.refetch()} />
  if (terms.data === undefined || currencies.data === undefined || methods.data === undefined)
    return away === undefined ? <FormSkeleton /> : <Away />
  const types = openTypes(currencies.data)
  const [first] = types
  if (first === undefined)
    return <Empty icon={<Icon.Wallet />} title={t('withdraw.closed')} text={t('withdraw.closed_text')} action={<SupportWay />} />
  const type = types.includes(props.type) ? props.type : first
  return <DrawForm {...props} type={type} types={types} terms={terms.data} currencies={currencies.data} methods={methods.data} />
}

function Draws({ onNew }: { readonly onNew: () => void }) {
  return <DrawList list={useDraws()} onNew={onNew} />
}
