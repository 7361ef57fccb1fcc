/** A list of deposits or withdrawals; a row opens in a sheet, and an empty list offers a new record. */
import type { ReactNode } from 'react'
import { useState } from 'react'
import { rowsIn } from '../../data/paging.ts'
import { Button, Empty, Sheet } from '../../design/index.ts'
import { ZoneNote } from '../orders/ZoneNote.tsx'
import { RecordList } from './RecordList.tsx'

type Props<Item> = {
  readonly label: string
  readonly list: Parameters<typeof RecordList<Item>>[0]['list']
  /** Opened at once. */
  readonly opened?: number | undefined
  readonly empty: { readonly title: string; readonly text: string; readonly begin: string; readonly onNew: () => void }
  readonly sheetTitle: string
  readonly row: (item: Item, onOpen: () => void) => ReactNode
  readonly details: (item: Item) => ReactNode
  /** `undefined`: the sheet has no action. */
  readonly action: (item: Item) => ReactNode | undefined
}

export function RecordSheets<Item extends { readonly id: number }>(props: Props<Item>) {
  const { label, list, opened, empty, sheetTitle, row, details, action } = props
  const [open, setOpen] = useState(opened)
  const shown = rowsIn(list.data?.pages ?? [], (record) => record.id).find((record) => record.id === open)
  return (
    <>
      <ZoneNote />
      <RecordList
        label={label}
        list={list}
        idOf={(record) => record.id}
        empty={
          <Empty title={empty.title} text={empty.text} action={<Button onClick={empty.onNew}>{empty.begin}</Button>} />
        }
      >
        {(record) => row(record, () => setOpen(record.id))}
      </RecordList>
      <Sheet
        open={shown !== undefined}
        onOpenChange={(next) => !next && setOpen(undefined)}
        title={sheetTitle}
        footer={shown && action(shown)}
      >
        {shown && details(shown)}
      </Sheet>
    </>
  )
}
