/**
 * Orders of one account of a customer with the quotes that filled them; a row opens the history of its order. Read
 * only: no price and no fill can be changed.
 */
import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { ORDER_STATUS, ORDER_TYPE } from '@veritick/contract'
import { useState } from 'react'
import type { RowOf } from '../../data/lists.ts'
import { Amount, Change, Missing, Tag, Time } from '../../design/parts.tsx'
import { plainWord } from '../../format/names.ts'
import type { Column } from '../../lists/columns.ts'
import { DetailDrawer } from '../../lists/DetailDrawer.tsx'
import { Listing } from '../../lists/Listing.tsx'
import { AccountChoice } from './AccountChoice.tsx'
import { OrderEvents } from './OrderEvents.tsx'
import { defaultAccountOf, type Person } from './tabs.ts'

type Row = RowOf<'personOrders'>

const STATUSES = [
  [ORDER_STATUS.holding, 'Open'],
  [ORDER_STATUS.pending, 'Pending'],
  [ORDER_STATUS.history, 'Ended'],
] as const
type Status = (typeof STATUSES)[number][0]

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Order', draw: (row) => row.Id },
  { title: 'Part of', draw: (row) => row.SplitFrom ?? <Missing />, wide: true },
  { title: 'Instrument', draw: (row) => row.ForexTradeLists.ShowCode },
  { title: 'Side', draw: (row) => <Tag>{row.OrderType === ORDER_TYPE.buy ? 'buy' : 'sell'}</Tag> },
  { title: 'Lots', draw: (row) => row.Quantity, numeric: true },
  {
    title: 'Leverage',
    draw: (row) => (row.Multiple === 0 ? <Missing /> : `${row.Multiple}×`),
    numeric: true,
    wide: true,
  },
  { title: 'Price', draw: (row) => row.Price, numeric: true },
  { title: 'Quote', draw: (row) => row.OpenQuote?.seq ?? <Missing />, numeric: true, wide: true },
  { title: 'Current or close price', draw: (row) => row.UpdatePrice, numeric: true },
  { title: 'Quote at close', draw: (row) => row.CloseQuote?.seq ?? <Missing />, numeric: true, wide: true },
  { title: 'Profit, USD', draw: (row) => <Change value={row.FactProfits} />, numeric: true },
  { title: 'Fee', draw: (row) => <Amount value={row.TradeFee} />, numeric: true, wide: true },
  { title: 'Overnight fee', draw: (row) => <Change value={row.Swap} />, numeric: true, wide: true },
  { title: 'Margin', draw: (row) => <Amount value={row.CautionMoney} />, numeric: true, wide: true },
  { title: 'Opened, UTC', draw: (row) => <Time at={row.OpenTime} seconds />, wide: true },
  { title: 'Ended, UTC', draw: (row) => <Time at={row.EndTime} seconds />, wide: true },
  { title: 'Close reason', draw: (row) => (row.CloseReason === null ? null : plainWord(row.CloseReason)), wide: true },
]

export function Orders({ person }: { readonly person: Person }) {
  const [account, setAccount] = useState(defaultAccountOf(person)?.trading_account)
  const [status, setStatus] = useState<Status>(1)
  const [opened, setOpened] = useState<number>()
  return (
    <>
      <AccountChoice accounts={person.accounts} chosen={account} onChoose={setAccount} />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={status}
        onChange={(_, next: Status | null) => next !== null && setStatus(next)}
        aria-label="Orders"
      >
        {STATUSES.map(([value, title]) => (
          <ToggleButton key={value} value={value}>
            {title}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Listing
        key={`${account} ${status}`}
        name="personOrders"
        columns={COLUMNS}
        always={{ id: person.id, trading_account: account, status }}
        empty="No orders."
        inAddress={false}
        onOpen={(row) => setOpened(row.Id)}
        keysEnabled={opened === undefined}
      />
      <DetailDrawer
        title={opened === undefined ? '' : `Order ${opened}`}
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
      >
        {opened !== undefined && <OrderEvents id={person.id} order={opened} />}
      </DetailDrawer>
    </>
  )
}
