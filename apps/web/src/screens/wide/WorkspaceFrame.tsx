/**
 * The places of the trade screen: stacked on a phone, panels in a wide window. Chart and ticket have the same place in
 * the tree in both, so that a change of the window's width keeps the chart, the open ticket and typed text. The panels
 * around them are loaded with the first wide window.
 */
import type { TradeItem } from '@veritick/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'
import { lazyPart } from '../../shell/lazyPart.tsx'
import { BannerPlace } from '../news/BannerPlace.tsx'
import { useCommand } from './commands.ts'
import { usePanelSizes } from './layout.ts'
import { PANEL_NAMES, type PanelSizes } from './panels.ts'

const WorkspacePanels = lazyPart<{ readonly items: readonly TradeItem[]; readonly selected: string }>(
  'workspace',
  async () => (await import('./WorkspacePanels.tsx')).WorkspacePanels,
  { waiting: null },
)

export const TICKET_ID = 'workspace-ticket'

type Props = {
  readonly wide: boolean
  readonly items: readonly TradeItem[]
  readonly selected: string
  /** The trade screen without its buttons in a wide window. */
  readonly children: ReactNode
  /** Buttons and ticket; on a phone the ticket is a sheet over the screen. */
  readonly ticket: ReactNode
}

export function WorkspaceFrame({ wide, items, selected, children, ticket }: Props) {
  const t = useTranslate()
  const frame = useRef<HTMLDivElement>(null)
  const chart = useRef<HTMLDivElement>(null)
  const { sizes } = usePanelSizes()
  useSizes(frame, sizes)
  useCommand('chart', () => chart.current?.focus())
  return (
    <>
      <div ref={frame} className={wide ? 'workspace min-h-0 flex-1' : 'contents'}>
        {wide && <WorkspacePanels items={items} selected={selected} />}
        <div ref={chart} tabIndex={-1} className={wide ? 'workspace-chart panel -outline-offset-2' : 'contents'}>
          {children}
        </div>
        <div
          // In a low window it scrolls as a whole; the button that places the order stays in sight.
          className={wide ? 'workspace-ticket panel overflow-y-auto!' : 'contents'}
          {...(wide && { id: TICKET_ID, role: 'region', 'aria-label': t('wide.ticket') })}
        >
          {ticket}
        </div>
      </div>
      {wide && <BannerPlace />}
    </>
  )
}

/** The page allows no style in its markup, so the sizes are set on the element. */
function useSizes(frame: React.RefObject<HTMLDivElement | null>, sizes: PanelSizes): void {
  const { list, ticket, orders } = sizes
  useEffect(() => {
    for (const panel of PANEL_NAMES)
      frame.current?.style.setProperty(`--panel-${panel}`, `${{ list, ticket, orders }[panel]}px`)
  }, [frame, list, ticket, orders])
}
