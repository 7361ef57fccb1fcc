/** All instruments in a side drawer, to change the instrument of the chart. */
import type { TradeItem } from '@veritick/contract'
import { type ComponentType, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { usePaused } from '../../data/rows.ts'
import { useMatching } from '../../data/screenQueries.ts'
import { select } from '../../data/selected.ts'
import { Button, Empty, Icon, isLayerOnTop, SideDrawer } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { InstrumentRow, type Props as RowProps } from '../home/InstrumentRow.tsx'
import { ListBar } from '../home/ListBar.tsx'
import type { Shown } from '../home/lists.ts'
import { PausedNote } from '../home/PausedNote.tsx'
import { useArranged } from '../home/useArranged.ts'
import { instrumentAddress } from '../instrument/instrumentAddress.ts'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly items: readonly TradeItem[]
  readonly selected: string
  /** Without it the instrument is selected for this device. */
  readonly onChoose?: (code: string) => void
}

export function InstrumentDrawer({ open, onOpenChange, items, selected, onChoose = select }: Props) {
  const t = useTranslate()
  return (
    <SideDrawer open={open} onOpenChange={onOpenChange} title={t('trade.instruments')}>
      <Choices
        items={items}
        selected={selected}
        onChoose={(code) => {
          onChoose(code)
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
  const wanted = useDeferredValue(words)
  const shown = useMatching(useArranged(items, list), wanted)
  const paused = usePaused(shown)
  const rows = useSelectedInView({ shown, selected, list, wanted })
  const stop = tabStopOf(shown, selected)
  const isNarrowed = list !== 'all' || words !== ''
  const showAll = () => {
    setList('all')
    setText('')
  }
  const details = (code: string) => void navigate(instrumentAddress(code), { replace: isLayerOnTop() })
  return (
    <>
      <div className="shrink-0 px-4 pt-1">
        <input
          type="search"
          autoComplete="off"
          maxLength={64}
          aria-label={t('trade.filter')}
          placeholder={t('trade.filter')}
          value={words}
          onChange={(event) => setText(event.target.value)}
          className="h-11 w-full rounded-control bg-fill px-3 -outline-offset-2 placeholder:text-ink-muted"
        />
      </div>
      <ListBar shown={list} onShow={setList} named={table !== undefined} />
      {paused && <PausedNote />}
      {table?.head}
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-safe [scrollbar-gutter:stable]"
      >
        {shown.length === 0 ? (
          <Empty
            icon={<Icon.Search />}
            title={list === 'favourites' && words === '' ? t('home.empty_favourites') : t('trade.nothing_matches')}
            {...(isNarrowed && { action: <Button onClick={showAll}>{t('home.show_all')}</Button> })}
          />
        ) : (
          <Virtualizer ref={rows} as="ul" item="li" data={shown} scrollRef={scroller} keepMounted={[stop]}>
            {(item) => (
              <Row
                key={item.Id}
                item={item}
                onOpen={onChoose}
                onDetails={details}
                compact
                selected={item.Code === selected}
                tabStop={item === shown[stop]}
                paused={paused}
              />
            )}
          </Virtualizer>
        )}
      </div>
    </>
  )
}

/** The place of the row that the Tab key reaches: the selected one, or the first of a list without it. */
function tabStopOf(shown: readonly TradeItem[], selected: string): number {
  const place = shown.findIndex(({ Code }) => Code === selected)
  return place === -1 ? 0 : place
}

type View = {
  readonly shown: readonly TradeItem[]
  readonly selected: string
  readonly list: Shown
  /** The words of the search that `shown` matches. */
  readonly wanted: string
}

/**
 * Scrolls to the selected instrument after a change of the instrument or the list, and once a search is cleared. The
 * matches of a search begin with the first.
 */
function useSelectedInView({ shown, selected, list, wanted }: View) {
  const rows = useRef<VirtualizerHandle>(null)
  const place = shown.findIndex(({ Code }) => Code === selected)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that moves with its price is not followed
  useEffect(() => {
    if (place !== -1) rows.current?.scrollToIndex(place, { align: 'nearest' })
  }, [selected, list])
  const isSearch = wanted !== ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (isSearch) rows.current?.scrollToIndex(0)
    else if (place !== -1) rows.current?.scrollToIndex(place, { align: 'center' })
  }, [wanted])
  return rows
}
