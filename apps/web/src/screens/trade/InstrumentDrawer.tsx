/** All instruments in a side drawer, to change the instrument of the chart. */
import type { TradeItem } from '@veritick/contract'
import { type ComponentType, type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Virtualizer } from 'virtua'
import { matching } from '../../data/rows.ts'
import { select } from '../../data/selected.ts'
import { Empty, Icon, isLayerOnTop, SideDrawer } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { InstrumentRow, type Props as RowProps } from '../home/InstrumentRow.tsx'
import { ListBar } from '../home/ListBar.tsx'
import type { Shown } from '../home/lists.ts'
import { useArranged } from '../home/useArranged.ts'
import { instrumentAddress } from '../instrument/instrumentAddress.ts'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly items: readonly TradeItem[]
  readonly selected: string
}

export function InstrumentDrawer({ open, onOpenChange, items, selected }: Props) {
  const t = useTranslate()
  return (
    <SideDrawer open={open} onOpenChange={onOpenChange} title={t('trade.instruments')}>
      <Choices
        items={items}
        selected={selected}
        onChoose={(code) => {
          select(code)
          onOpenChange(false)
        }}
      />
    </SideDrawer>
  )
}

type ChoicesProps = Pick<Props, 'items' | 'selected'> & {
  readonly onChoose: (code: string) => void
  /** Rows as a table, with the names of its columns. */
  readonly table?: { readonly head: ReactNode; readonly Row: ComponentType<RowProps> }
}

/** Mounted at each opening, so that filters start empty; in a wide window it is the list beside the chart. */
export function Choices({ items, selected, onChoose, table }: ChoicesProps) {
  const Row = table?.Row ?? InstrumentRow
  const t = useTranslate()
  const navigate = useNavigate()
  const scroller = useRef<HTMLDivElement>(null)
  const [list, setList] = useState<Shown>('all')
  const [words, setText] = useState('')
  const shown = matching(useArranged(items, list), useDeferredValue(words))
  const details = (code: string) => void navigate(instrumentAddress(code), { replace: isLayerOnTop() })
  return (
    <>
      <div className="shrink-0 px-4 pt-1">
        <input
          type="search"
          autoComplete="off"
          aria-label={t('trade.filter')}
          placeholder={t('trade.filter')}
          value={words}
          onChange={(event) => setText(event.target.value)}
          className="h-11 w-full rounded-control bg-fill px-3 -outline-offset-2 placeholder:text-ink-muted"
        />
      </div>
      <ListBar shown={list} onShow={setList} named={table !== undefined} />
      {table?.head}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-safe">
        {shown.length === 0 ? (
          <Empty
            icon={<Icon.Search />}
            title={list === 'favourites' && words === '' ? t('home.empty_favourites') : t('trade.nothing_matches')}
          />
        ) : (
          <Virtualizer as="ul" item="li" data={shown} scrollRef={scroller}>
            {(item) => (
              <Row
                key={item.Id}
                item={item}
                onOpen={onChoose}
                onDetails={details}
                compact
                selected={item.Code === selected}
              />
            )}
          </Virtualizer>
        )}
      </div>
    </>
  )
}
