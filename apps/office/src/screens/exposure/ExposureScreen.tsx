/** Open positions of all customers by instrument, and the books of the platform. Read only. */
import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useState } from 'react'
import type { RowOf } from '../../data/lists.ts'
import { useLook } from '../../data/useCall.ts'
import { PageFrame, Panel } from '../../design/Panel.tsx'
import { Amount, Change, Facts, Time } from '../../design/parts.tsx'
import { Empty, Shown } from '../../design/States.tsx'
import { priceText } from '../../format/money.ts'
import { CUSTOMER_BALANCES, LOCKED_FOR_WITHDRAWALS, sideName } from '../../format/names.ts'
import type { Column } from '../../lists/columns.ts'
import { amountColumn, changeColumn } from '../../lists/money.tsx'
import { Rows } from '../../lists/Rows.tsx'
import { sidesOf, sumOf } from './sum.ts'

type Row = RowOf<'exposure'>

const EVERY_MS = 10_000

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Instrument', draw: (row) => row.show_code },
  { title: 'Positions', draw: (row) => row.positions, numeric: true, wide: true },
  { title: 'Accounts', draw: (row) => row.accounts, numeric: true, wide: 'very' },
  { title: 'Long, lots', draw: (row) => row.long_lots, numeric: true, wide: 'very' },
  { title: 'Short, lots', draw: (row) => row.short_lots, numeric: true, wide: 'very' },
  { title: 'Net, lots', draw: (row) => <Change value={row.net_lots} />, numeric: true },
  amountColumn('Long, USD', (row) => row.long_usd, { wide: true }),
  amountColumn('Short, USD', (row) => row.short_usd, { wide: true }),
  changeColumn('Net, USD', (row) => row.net_usd),
  changeColumn('Customers’ profit, USD', (row) => row.profit),
  { title: 'Bid', draw: (row) => priceText(row.bid), numeric: true, wide: 'very' },
  { title: 'Ask', draw: (row) => priceText(row.ask), numeric: true, wide: 'very' },
  { title: 'Quote, UTC', draw: (row) => <Time at={row.quote_time} seconds />, wide: true },
]

export default function ExposureScreen() {
  const [kind, setKind] = useState<'real' | 'demo'>('real')
  const look = useLook('exposure', { kind }, { everyMillis: EVERY_MS })
  return (
    <PageFrame
      title="Exposure"
      lead="Open positions of all customers together, the largest net amount first."
      actions={
        <ToggleButtonGroup
          exclusive
          size="small"
          value={kind}
          onChange={(_, next: 'real' | 'demo' | null) => next !== null && setKind(next)}
          aria-label="Accounts"
        >
          <ToggleButton value="real">Real</ToggleButton>
          <ToggleButton value="demo">Demo</ToggleButton>
        </ToggleButtonGroup>
      }
    >
      <Shown of={look}>
        {({ data, platform, at }) => (
          <>
            <Box
              sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, alignItems: 'start' }}
            >
              <Panel title="Platform, USD">
                <Facts
                  facts={[
                    ['Positions', platform.positions],
                    ['Long', <Amount key="long" value={platform.long_usd} />],
                    ['Short', <Amount key="short" value={platform.short_usd} />],
                    ['Net', <Change key="net" value={platform.net_usd} />],
                    ['Customers’ unrealised profit', <Change key="profit" value={platform.profit} />],
                    [CUSTOMER_BALANCES, <Amount key="balances" value={platform.balances} />],
                    [LOCKED_FOR_WITHDRAWALS, <Amount key="locked" value={platform.locked} />],
                    ['Fees of paid withdrawals', <Amount key="draw_fees" value={platform.draw_fees} />],
                    ['Market time', <Time key="at" at={at} seconds />],
                  ]}
                />
              </Panel>
              <Panel title="Books, USD">
                <Facts
                  facts={[
                    ...sidesOf(kind, platform.books).map(
                      ({ side, sum }) => [sideName(side), <Change key={side} value={sum} />] as const,
                    ),
                    ['Sum of all sides', <Change key="all" value={sumOf(platform.books.map(({ sum }) => sum))} />],
                  ]}
                />
              </Panel>
            </Box>
            <Panel title="By instrument" flush>
              {data.length === 0 ? <Empty>No positions.</Empty> : <Rows rows={data} columns={COLUMNS} />}
            </Panel>
          </>
        )}
      </Shown>
    </PageFrame>
  )
}
