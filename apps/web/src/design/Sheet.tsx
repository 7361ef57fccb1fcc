/**
 * Overlays for one task: `Sheet` from below, in a wide window at the end edge, where it leaves the chart visible;
 * `SideDrawer` from the start edge. Both close by swipe or tap, trap the focus, and keep their action above the system
 * bar of the phone.
 */
import { Drawer } from '@base-ui/react/drawer'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useDirection, useTranslate } from '../i18n/i18n.ts'
import { useIsWide } from '../shell/wide.ts'
import { classes } from './classes.ts'
import * as Icon from './icons.tsx'
import { useBackCloses, useIsShown } from './layers.ts'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  /** Beside the title. */
  readonly aside?: ReactNode
  /** Always full height, so that growing content moves nothing above it. */
  readonly tall?: boolean
  /** A footer that stays visible below the scrolling part. */
  readonly footer?: ReactNode
  readonly children: ReactNode
  /** Another page of the same sheet begins at its top, however far the page before was scrolled. */
  readonly page?: string
  /** The URL names the open sheet: going back closes it without a separate history entry. */
  readonly inAddress?: boolean
  /** Called after the animation of opening or closing. */
  readonly onOpenChangeComplete?: (open: boolean) => void
  /** The element that has the focus after closing; without one, the element that opened the sheet. */
  readonly focusAfter?: () => HTMLElement | null
}

const BACKDROP =
  'fixed inset-0 bg-scrim opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-(--calm) ease-app data-swiping:duration-0 data-starting-style:opacity-0 data-ending-style:opacity-0'
const POPUP =
  'flex flex-col bg-surface text-ink outline-none transition-transform duration-(--calm) ease-app data-swiping:duration-0 data-swiping:select-none'
const FROM_BELOW = classes(
  'w-full max-w-(--width-app) translate-y-(--drawer-swipe-movement-y) rounded-t-card',
  'enlarged:overflow-y-auto enlarged:overscroll-contain',
  'data-starting-style:translate-y-full data-ending-style:translate-y-full',
)
/** The space above the sheet takes a notice that finds no place between the fields of the sheet. */
const TALL = 'h-[calc(100dvh-var(--safe-top)-4rem)] enlarged:h-[calc(100dvh-1rem)]'
const LOW = 'max-h-[calc(100dvh-var(--safe-top)-4rem)] enlarged:max-h-[calc(100dvh-1rem)]'
const BESIDE = classes(
  'w-(--width-beside) translate-x-(--drawer-swipe-movement-x) border-s border-line-strong pt-safe',
  'data-starting-style:translate-x-full data-ending-style:translate-x-full',
  'rtl:data-starting-style:-translate-x-full rtl:data-ending-style:-translate-x-full',
)
const GRIP = 'mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line-strong'

export function Sheet({
  open,
  onOpenChange,
  title,
  aside,
  tall = false,
  footer,
  children,
  page,
  inAddress = false,
  onOpenChangeComplete,
  focusAfter,
}: Props) {
  const shown = useIsShown()
  const direction = useDirection()
  const isWide = useIsWide()
  const popup = useTopOf(page)
  useBackCloses(open && shown && !inAddress, () => onOpenChange(false))
  if (!shown) return null
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      swipeDirection={isWide ? (direction === 'ltr' ? 'right' : 'left') : 'down'}
      {...(onOpenChangeComplete && { onOpenChangeComplete })}
    >
      <Drawer.Portal>
        {/* In a wide window the rest stays visible: what a sheet changes is looked at in the chart beside it. */}
        <Drawer.Backdrop forceRender className={classes(BACKDROP, 'wide:bg-transparent')} />
        <Drawer.Viewport className="fixed inset-0 flex items-end justify-center wide:items-stretch wide:justify-end">
          <Drawer.Popup
            ref={popup}
            finalFocus={() => focusAfter?.() ?? true}
            className={classes(POPUP, isWide ? BESIDE : FROM_BELOW, !isWide && (tall ? TALL : LOW))}
          >
            <div aria-hidden="true" className={isWide ? 'hidden' : GRIP} />
            <Body key={page} title={title} aside={aside}>
              {children}
            </Body>
            {footer !== undefined && (
              <footer className="shrink-0 border-t border-line px-4 pt-3 pb-[calc(0.75rem+var(--safe-bottom))]">
                {footer}
              </footer>
            )}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

/** In an enlarged window the sheet scrolls as one: another page begins at its top there, too. */
function useTopOf(page: string | undefined): RefObject<HTMLDivElement | null> {
  const popup = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls at each change of the page
  useEffect(() => void popup.current?.scrollTo({ top: 0 }), [page])
  return popup
}

/** Title and content; a line below the title once content is behind it. */
function Body({ title, aside, children }: Pick<Props, 'title' | 'aside' | 'children'>) {
  const [isScrolled, setIsScrolled] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(content)
  return (
    <>
      <header
        className={classes(
          'flex shrink-0 items-center gap-3 border-b px-4 pt-3 pb-2 big:flex-wrap big:gap-y-0',
          isScrolled ? 'border-line' : 'border-transparent',
        )}
      >
        <Drawer.Title className="min-w-0 flex-1 text-17 font-bold">{title}</Drawer.Title>
        {aside !== undefined && <div className="contents big:order-last big:block big:w-full">{aside}</div>}
        <CloseButton />
      </header>
      <Drawer.Content
        ref={content}
        tabIndex={scrolls ? 0 : -1}
        onScroll={({ currentTarget }) => setIsScrolled(currentTarget.scrollTop > 0)}
        className={classes(
          'min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4 -outline-offset-2',
          'enlarged:flex-[1_0_auto] enlarged:overflow-visible',
        )}
      >
        {children}
      </Drawer.Content>
    </>
  )
}

/** Whether the content is higher than its place. Only then arrow keys have something to scroll. */
function useScrolls(box: RefObject<HTMLDivElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  // After each rendering, because the content has other elements then.
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const seen = new ResizeObserver(() => setScrolls(current.scrollHeight > current.clientHeight))
    for (const each of [current, ...current.children]) seen.observe(each)
    return () => seen.disconnect()
  })
  return scrolls
}

export function SideDrawer({
  open,
  onOpenChange,
  title,
  children,
}: Omit<Props, 'aside' | 'tall' | 'footer' | 'page' | 'inAddress' | 'onOpenChangeComplete' | 'focusAfter'>) {
  const direction = useDirection()
  const shown = useIsShown()
  useBackCloses(open && shown, () => onOpenChange(false))
  if (!shown) return null
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      swipeDirection={direction === 'ltr' ? 'left' : 'right'}
    >
      <Drawer.Portal>
        <Drawer.Backdrop forceRender className={BACKDROP} />
        <Drawer.Viewport className="fixed inset-0 flex">
          <Drawer.Popup
            className={classes(
              POPUP,
              'h-full w-[min(86vw,24rem)] translate-x-(--drawer-swipe-movement-x) pt-safe',
              'data-starting-style:-translate-x-full data-ending-style:-translate-x-full rtl:data-starting-style:translate-x-full rtl:data-ending-style:translate-x-full',
            )}
          >
            <header className="flex shrink-0 items-center gap-3 px-4 pt-2">
              <Drawer.Title className="flex-1 text-17 font-bold">{title}</Drawer.Title>
              <CloseButton />
            </header>
            <Drawer.Content className="flex min-h-0 flex-1 flex-col">{children}</Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

function CloseButton() {
  const t = useTranslate()
  return (
    <Drawer.Close
      aria-label={t('common.close')}
      className="-me-2.5 inline-flex touch items-center justify-center rounded-control text-ink-muted active:bg-fill"
    >
      <Icon.Close size={20} />
    </Drawer.Close>
  )
}
