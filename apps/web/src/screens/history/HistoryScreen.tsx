/**
 * /mine/history: all changes of the balance with the balance after each, filtered by kind, and a statement to download.
 * A demo account has a ledger too, under a notice that real money needs a real account.
 */
import type { EntryGroup, LogEntry } from '@veritick/contract'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useChanges } from '../../data/money.ts'
import { queries, useMe } from '../../data/queries.ts'
import { Button, Chips, Empty, Icon, IconButton, LinkButton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { registerPath } from '../../shell/guard.ts'
import { BackHeader, Screen } from '../../shell/Screen.tsx'
import { Notice } from '../money/Notice.tsx'
import { RecordList } from '../money/RecordList.tsx'
import { firstStep } from '../orders/orders.ts'
import { ZoneNote } from '../orders/ZoneNote.tsx'
import { EntryDetails, EntryRow } from './EntryParts.tsx'
import { GROUPS } from './period.ts'
import { StatementSheet } from './StatementSheet.tsx'

const ALL = 'all'

export function HistoryScreen() {
  const t = useTranslate()
  const [group, setGroup] = useState<EntryGroup>()
  const [stating, setStating] = useState(false)
  const [shown, setShown] = useState<LogEntry>()
  const [detailed, setDetailed] = useState(false)
  const list = useChanges(group)
  const { user } = useMe()
  function show(entry: LogEntry) {
    setShown(entry)
    setDetailed(true)
  }
  return (
    <Screen
      title={t('history.title')}
      header={
        <BackHeader title={t('history.title')}>
          <IconButton label={t('history.statement')} aria-haspopup="dialog" onClick={() => setStating(true)}>
            <Icon.Download />
          </IconButton>
        </BackHeader>
      }
      bar={
        <div className="shrink-0 border-b border-line bg-surface">
          <Chips
            label={t('history.kinds')}
            items={[
              { value: ALL, label: t('home.all') },
              ...GROUPS.map((value) => ({ value, label: t(`history.group_${value}`) })),
            ]}
            value={group ?? ALL}
            onValueChange={(next) => setGroup(next === ALL ? undefined : next)}
          />
        </div>
      }
      onRefresh={queries.refreshOrders}
    >
      {user?.is_demo === 1 && <DemoMoney />}
      <ZoneNote />
      <RecordList
        label={t('history.title')}
        list={list}
        idOf={(entry) => entry.Id}
        empty={<NoEntries group={group} onShowAll={() => setGroup(undefined)} />}
      >
        {(entry) => <EntryRow entry={entry} onOpen={() => show(entry)} />}
      </RecordList>
      <EntryDetails entry={shown} open={detailed} onOpenChange={setDetailed} />
      <StatementSheet open={stating} onOpenChange={setStating} />
    </Screen>
  )
}

/** No change of the balance, or none of the chosen kind. */
function NoEntries({ group, onShowAll }: { readonly group: EntryGroup | undefined; readonly onShowAll: () => void }) {
  const t = useTranslate()
  const { user } = useMe()
  const { to, label } = firstStep({ isReal: user?.is_demo === 0, balance: user?.balance })
  const isAll = group === undefined
  return (
    <Empty
      title={t('history.empty')}
      text={t(isAll ? 'history.empty_text' : 'history.empty_group')}
      action={
        isAll ? <LinkButton to={to}>{t(label)}</LinkButton> : <Button onClick={onShowAll}>{t('home.show_all')}</Button>
      }
    />
  )
}

function DemoMoney() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <div className="p-3">
      <Notice
        icon={<Icon.Shield size={20} />}
        title={t('history.demo_title')}
        link={{ to: registerPath(pathname), label: t('fields.real_only_register') }}
      >
        {t('history.demo_text')}
      </Notice>
    </div>
  )
}
