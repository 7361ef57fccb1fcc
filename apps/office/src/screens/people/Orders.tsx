/**
 * Orders of one account of a customer with the quotes that filled them; a row opens the history of its order. Read
 * only: no price and no fill can be changed.
 */
import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { ORDER_STATUS, ORDER_TYPE } from '@veritick/contract'
import { useState } from 'react'
import type { RowOf } from '../../data/lists.ts'
import { Missing, Tag, Time } from '../../design/parts.tsx'
import { priceText } from '../../format/money.ts'
import { plainWord } from '../../format/names.ts'
import type { Column } from '../../lists/columns.ts'
import { DetailDrawer } from '../../lists/DetailDrawer.tsx'
import { Listing } from '../../lists/Listing.tsx'
import { amountColumn, changeColumn } from '../../lists/money.tsx'
import { ExactMoney } from '../../reviews/ExactMoney.tsx'
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

/** The columns of a list. Live orders are no part of another, and have no close, end or reason. */
export const columnsOf = (status: Status): readonly Column<Row>[] => {
  const isEnded = status === ORDER_STATUS.history
  return COLUMNS.filter(({ of }) => of === undefined || (of === 'ended') === isEnded)
}

/** `of`: only in the list of ended, or in those of live orders. */
const COLUMNS: readonly (Column<Row> & { readonly of?: 'ended' | 'live' })[] = [
  { title: 'Order', draw: (row) => row.Id },
  { title: 'Part of', draw: (row) => row.SplitFrom ?? <Missing />, wide: true, of: 'ended' },
  { title: 'Instrument', draw: (row) => row.ForexTradeLists.ShowCode },
  { title: 'Side', draw: (row) => <Tag>{row.OrderType === ORDER_TYPE.buy ? 'buy' : 'sell'}</Tag> },
  { title: 'Lots', draw: (row) => row.Quantity, numeric: true },
  {
    title: 'Leverage',
    draw: (row) => (row.Multiple === 0 ? <Missing /> : `${row.Multiple}×`),
    numeric: true,
    wide: true,
  },
  { title: 'Price', draw: (row) => priceText(row.Price), numeric: true },
  { title: 'Quote', draw: (row) => row.OpenQuote?.seq ?? <Missing />, numeric: true, wide: 'very' },
  { title: 'Current price', draw: (row) => priceText(row.UpdatePrice), numeric: true, of: 'live' },
  { title: 'Close price', draw: (row) => priceText(row.UpdatePrice), numeric: true, of: 'ended' },
  {
    title: 'Quote at close',
    draw: (row) => row.CloseQuote?.seq ?? <Missing />,
    numeric: true,
    wide: 'very',
    of: 'ended',
  },
  changeColumn('Profit, USD', (row) => row.FactProfits),
  amountColumn('Fee', (row) => row.TradeFee, { wide: true }),
  changeColumn('Overnight fee', (row) => row.Swap, { wide: true }),
  amountColumn('Margin', (row) => row.CautionMoney, { wide: true }),
  { title: 'Opened, UTC', draw: (row) => <Time at={row.OpenTime} seconds />, wide: true },
  { title: 'Ended, UTC', draw: (row) => <Time at={row.EndTime} seconds />, wide: true, of: 'ended' },
  {
    title: 'Close reason',
    draw: (row) => (row.CloseReason === null ? null : plainWord(row.CloseReason)),
    wide: true,
    of: 'ended',
  },
]

export function Orders({ person }: { readonly person: Person }) {
  const [account, setAccount] = useState(defaultAccountOf(person)?.trading_account)
  const [status, setStatus] = useState<Status>(1)
  const [opened, setOpened] = useState<number>()
  return (
    <>
      <ExactMoney />
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
        columns={columnsOf(status)}
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
