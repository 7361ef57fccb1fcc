/** Instruments and their terms. New terms apply to orders opened later. No price can be changed here. */
import { PageFrame } from '../../design/Panel.tsx'
import { Tag, Unbroken } from '../../design/parts.tsx'
import { plainWord } from '../../format/names.ts'
import type { Column, Filter } from '../../lists/columns.ts'
import { DetailDrawer } from '../../lists/DetailDrawer.tsx'
import { Listing } from '../../lists/Listing.tsx'
import { amountColumn } from '../../lists/money.tsx'
import { usePlace } from '../../lists/place.ts'
import { InstrumentDetail } from './InstrumentDetail.tsx'
import type { Instrument } from './terms.ts'

const COLUMNS: readonly Column<Instrument>[] = [
  { title: 'Instrument', draw: (row) => row.show_code, sort: 'code' },
  { title: 'Name', draw: (row) => row.name, wide: true },
  { title: 'Category', draw: (row) => <Unbroken>{plainWord(row.category)}</Unbroken>, wide: true },
  { title: 'Offered', draw: (row) => (row.terms.enabled ? <Tag tone="good">yes</Tag> : <Tag tone="bad">no</Tag>) },
  { title: 'Now', draw: (row) => <MarketState row={row} />, wide: true },
  {
    title: 'Sizes, lots',
    draw: (row) => <Unbroken>{`${row.terms.lot_min} to ${row.terms.lot_max}`}</Unbroken>,
    numeric: true,
    wide: true,
  },
  {
    title: 'Leverages',
    draw: (row) => <Unbroken>{leverageText(row)}</Unbroken>,
    wide: true,
  },
  amountColumn('Fee per lot, USD', (row) => row.terms.fee_per_lot, { wide: true }),
  { title: 'Typical spread', draw: (row) => row.fixed.spread_typical, numeric: true },
  { title: 'Version', draw: (row) => row.terms_version, numeric: true, wide: 'very' },
]

/** A closed market has no fresh price, and needs none. */
function MarketState({ row: { status, stale } }: { readonly row: Instrument }) {
  return stale && status === 'open' ? <Tag tone="warn">no fresh price</Tag> : <Unbroken>{status}</Unbroken>
}

function leverageText({ fixed, terms: { leverages } }: Instrument): string {
  if (fixed.margin_mode === 'fixed') return 'fixed margin'
  return leverages.length > 1 ? `${Math.min(...leverages)} to ${Math.max(...leverages)}` : leverages.join('')
}

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'q', label: 'Code or name' },
  {
    kind: 'choice',
    name: 'enabled',
    label: 'Offered',
    choices: [
      ['true', 'Yes'],
      ['false', 'No'],
    ],
  },
]
const WIDTH = 860

export default function InstrumentsScreen() {
  const { id, close } = usePlace('/instruments')
  return (
    <PageFrame title="Instruments">
      <Listing
        name="instrumentList"
        columns={COLUMNS}
        filters={FILTERS}
        empty="The catalogue is empty."
        opens={(row) => `/instruments/${row.id}`}
        keysEnabled={id === undefined}
      />
      <DetailDrawer title="Instrument" open={id !== undefined} width={WIDTH} onClose={close}>
        {id !== undefined && <InstrumentDetail id={id} />}
      </DetailDrawer>
    </PageFrame>
  )
}
