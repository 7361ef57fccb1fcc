/**
 * The container of the ticket: a sheet on a phone, a panel beside the chart in a wide window. Like a sheet, the panel
 * takes the focus when it opens and returns it when it closes; the rest of the screen stays usable.
 */
import { type ComponentProps, type KeyboardEvent, useEffect, useRef } from 'react'
import { Icon, IconButton, Sheet } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

type Props = ComponentProps<typeof Sheet> & { readonly asPanel: boolean }

export function TicketFrame({ asPanel, ...frame }: Props) {
  if (!asPanel) return <Sheet {...frame} />
  return frame.open ? <Panel {...frame} /> : null
}

function Panel({ onOpenChange, title, aside, footer, children }: ComponentProps<typeof Sheet>) {
  const t = useTranslate()
  const panel = useFocusInside()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onOpenChange(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from each of its fields
    <div
      ref={panel}
      tabIndex={-1}
      data-ticket
      onKeyDown={onKeyDown}
      className="dense flex min-h-0 flex-1 flex-col -outline-offset-2"
    >
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 border-t border-line ps-4 pe-1.5 pt-1">
        <h2 className="min-w-0 flex-1 truncate font-bold">{title}</h2>
        {aside}
        <IconButton label={t('common.close')} onClick={() => onOpenChange(false)} className="text-ink-muted">
          <Icon.Close size={20} />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-2 -outline-offset-2">
        {children}
      </div>
      {footer !== undefined && <div className="shrink-0 border-t border-line px-4 py-2">{footer}</div>}
    </div>
  )
}

function useFocusInside() {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      // Only if no other element has the focus, because the removed panel had it.
      const now = document.activeElement
      if (before instanceof HTMLElement && (now === null || now === document.body)) before.focus()
    }
  }, [])
  return panel
}
