/** All instruments in a side drawer, to change the instrument of the chart. */
import type { TradeItem } from '@veritick/contract'
import { useDeferredValue, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'
import { useCategories } from '../../data/queries.ts'
import { matching, ofCategory } from '../../data/rows.ts'
import { select } from '../../data/selected.ts'
import { Chips, Empty, Icon, SideDrawer } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { InstrumentRow } from '../home/InstrumentRow.tsx'

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

type ChoicesProps = Pick<Props, 'items' | 'selected'> & { readonly onChoose: (code: string) => void }

/** Mounted at each opening, so that filters start empty. */
function Choices({ items, selected, onChoose }: ChoicesProps) {
  const t = useTranslate()
  const categories = useCategories().data ?? []
  const scroller = useRef<HTMLDivElement>(null)
  const [category, setCategory] = useState<number>()
  const [words, setText] = useState('')
  const shown = matching(ofCategory(items, category), useDeferredValue(words))
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
      <div className="shrink-0 border-b border-line">
        <Chips
          label={t('home.categories')}
          items={categories.map((each) => ({ value: each.Id, label: each.NameShowTrans }))}
          value={category}
          onValueChange={setCategory}
        />
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-safe">
        {shown.length === 0 ? (
          <Empty icon={<Icon.Search />} title={t('trade.nothing_matches')} />
        ) : (
          <Virtualizer as="ul" item="li" data={shown} scrollRef={scroller}>
            {(item) => (
              <InstrumentRow key={item.Id} item={item} onOpen={onChoose} compact selected={item.Code === selected} />
            )}
          </Virtualizer>
        )}
      </div>
    </>
  )
}
