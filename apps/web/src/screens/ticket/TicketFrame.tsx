/**
 * The container of the ticket: a sheet on a phone, a panel beside the chart in a wide window. The form stands in its
 * panel as long as the window is wide, so it takes the focus only when the customer asks for it; the receipt can be
 * closed. The rest of the screen stays usable.
 */
import { type ComponentProps, type KeyboardEvent, useEffect, useRef } from 'react'
import { Icon, IconButton, Sheet } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

type Props = ComponentProps<typeof Sheet> & { readonly asPanel: boolean } & PanelProps
type PanelProps = {
  /** It is always there: it has no button to close it, and its title is only for screen readers. */
  readonly standing?: boolean
  /** The number of times that the panel was asked to take the focus. */
  readonly focusing?: number
}

export function TicketFrame({ asPanel, standing = false, focusing = 0, ...frame }: Props) {
  if (!asPanel) return <Sheet {...frame} />
  return frame.open ? <Panel {...frame} standing={standing} focusing={focusing} /> : null
}

function Panel(props: ComponentProps<typeof Sheet> & Required<PanelProps>) {
  const { onOpenChange, title, aside, footer, standing, focusing, children } = props
  const t = useTranslate()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focusing > 0) panel.current?.focus({ preventScroll: true })
  }, [focusing])
  // In the form, Escape leaves a field, so that the shortcuts work again; it closes the receipt.
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, currentTarget } = event
    const isInside = target instanceof Node && currentTarget.contains(target)
    if (key !== 'Escape' || event.defaultPrevented || !isInside || (standing && target === currentTarget)) return
    event.preventDefault()
    if (standing) panel.current?.focus({ preventScroll: true })
    else onOpenChange(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works in each of its fields
    <div
      ref={panel}
      tabIndex={-1}
      data-ticket
      onKeyDown={onKeyDown}
      className="dense flex flex-1 flex-col -outline-offset-2"
    >
      {standing ? (
        <h2 className="sr-only">{title}</h2>
      ) : (
        <div className="flex shrink-0 flex-wrap items-center gap-x-3 border-t border-line ps-4 pe-1.5 pt-1">
          <h2 className="min-w-0 flex-1 truncate font-bold">{title}</h2>
          {aside}
          <IconButton label={t('common.close')} onClick={() => onOpenChange(false)} className="text-ink-muted">
            <Icon.Close size={20} />
          </IconButton>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <div tabIndex={0} className={FIELDS}>
        {children}
      </div>
      {footer !== undefined && (
        <div className="sticky bottom-0 z-1 shrink-0 border-t border-line bg-surface px-4 py-2">{footer}</div>
      )}
    </div>
  )
}

/** Some fields are in sight however low the window is: below this height the whole panel scrolls. */
const FIELDS = 'relative min-h-28 grow basis-[0px] overflow-y-auto overscroll-contain px-4 pb-2 -outline-offset-2'
