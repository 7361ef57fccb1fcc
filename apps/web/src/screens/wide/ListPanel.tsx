/** The list of instruments beside the chart: search and categories of the phone's drawer, with rows of one line. */
import type { TradeItem } from '@veritick/contract'
import { useRef } from 'react'
import { select } from '../../data/selected.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Choices } from '../trade/InstrumentDrawer.tsx'
import { useCommand } from './commands.ts'
import { DeskColumnNames, DeskRow } from './DeskRow.tsx'

export const LIST_ID = 'workspace-list'
const TABLE = { head: <DeskColumnNames />, Row: DeskRow }

export function ListPanel({ items, selected }: { readonly items: readonly TradeItem[]; readonly selected: string }) {
  const t = useTranslate()
  const panel = useRef<HTMLElement>(null)
  const find = (query: string) => panel.current?.querySelector<HTMLElement>(query)
  useCommand('search', () => find('input[type=search]')?.focus())
  useCommand('list', () => (find('ul [aria-current]') ?? find('ul button:not([aria-pressed])'))?.focus())
  return (
    <section
      ref={panel}
      id={LIST_ID}
      aria-label={t('trade.instruments')}
      className="workspace-list panel @container pt-2 [--height-row:36px]"
    >
      <Choices items={items} selected={selected} onChoose={select} table={TABLE} />
    </section>
  )
}
