/** The list of instruments beside the chart: the same search, categories and rows as the drawer of the phone. */
import type { TradeItem } from '@veritick/contract'
import { useEffect, useRef } from 'react'
import { select } from '../../data/selected.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Choices } from '../trade/InstrumentDrawer.tsx'
import { useCommand } from './commands.ts'

export const LIST_ID = 'workspace-list'

export function ListPanel({ items, selected }: { readonly items: readonly TradeItem[]; readonly selected: string }) {
  const t = useTranslate()
  const panel = useRef<HTMLElement>(null)
  const find = (query: string) => panel.current?.querySelector<HTMLElement>(query)
  useCommand('search', () => find('input[type=search]')?.focus())
  useCommand('list', () => (find('ul [aria-current]') ?? find('ul button'))?.focus())
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls at each change of the instrument
  useEffect(() => {
    find('ul [aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <section
      ref={panel}
      id={LIST_ID}
      aria-label={t('trade.instruments')}
      className="workspace-list panel @container pt-2 [--height-row:52px]"
    >
      <Choices items={items} selected={selected} onChoose={select} />
    </section>
  )
}
