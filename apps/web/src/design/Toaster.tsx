/**
 * Renders the notices of `toasts.ts` in one place for each size of the window: on a phone above the tab bar, also where
 * there is none; in a wide window below the header, over the chart. From there they move away from fields and buttons,
 * in a wide window also from figures. They are announced politely, and disappear after a time or at a tap.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { isWideNow } from '../shell/wide.ts'
import { classes } from './classes.ts'
import { durationOf } from './duration.ts'
import * as Icon from './firstIcons.tsx'
import { type Span, toastTop } from './toastPlace.ts'
import { dismissToast, type Toast, useToasts } from './toasts.ts'

const STAY_MILLIS = 4000
/** Time to read a sentence. */
const STAY_MILLIS_A_LETTER = 40

const PLACE = {
  phone: 'bottom-[calc(var(--safe-bottom)+var(--height-tabs)+0.75rem)]',
  wide: 'top-[calc(var(--safe-top)+4rem)]',
} as const

type Props = {
  readonly size: keyof typeof PLACE
  /** A sheet or question is open. */
  readonly layered: boolean
  /** The screen: on another one other fields and buttons are in the way. */
  readonly screen: string
}

export function Toaster({ size, layered, screen }: Props) {
  const toasts = useToasts((state) => state.toasts)
  const box = useRef<HTMLDivElement>(null)
  // Between the fields of a sheet on a phone there is room for one line: the newest replaces the others.
  const single = layered && size === 'phone'
  const shown = single ? toasts.slice(-1) : toasts
  useEffect(() => {
    if (single) for (const { id } of toasts.slice(0, -1)) dismissToast(id)
  }, [single, toasts])
  usePlace(box, [size, layered, screen, ...shown.map(({ id }) => id)].join(' '))
  return (
    <div
      ref={box}
      role="status"
      aria-live="polite"
      className={classes(
        'pointer-events-none fixed inset-x-0 z-50 mx-auto grid max-w-(--width-app) justify-items-center gap-2 px-4',
        PLACE[size],
      )}
    >
      {shown.map((toast) => (
        <Line key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

/** Moves the notices away from fields and buttons whenever either may have changed its place. */
function usePlace(box: RefObject<HTMLDivElement | null>, content: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other notices have another height, other screens buttons
  useLayoutEffect(() => {
    const place = () => box.current !== null && moveAway(box.current)
    place()
    if (box.current?.firstElementChild === null) return
    const { visualViewport: keyboard } = window
    const off = new AbortController()
    const when = { signal: off.signal, capture: true, passive: true }
    for (const change of ['resize', 'scroll', 'focusin', 'focusout']) window.addEventListener(change, place, when)
    for (const change of ['resize', 'scroll']) keyboard?.addEventListener(change, place, when)
    // A sheet or question that is opening reaches its place until then.
    const settled = setTimeout(place, durationOf('--calm') + SETTLE_MILLIS)
    return () => {
      clearTimeout(settled)
      off.abort()
    }
  }, [box, content])
}

/** From the end of an animation until its element is gone. */
const SETTLE_MILLIS = 50
const FIELDS = 'input, textarea, select'
const TAPPED = `${FIELDS}, button, a[href], [role=switch], [role=tab], [role=slider]`
/** The classes of every price, size and amount, and of those on the chart. */
const FIGURES = '.tabular-nums, .text-canvas'
/** The app, and its sheets and questions without the ground around them. */
const SHOWN = '#root, [role=dialog], [role=alertdialog]'
const OPEN_LAYER = '[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed])'
const CLOSING_LAYER = '[role=dialog][data-closed], [role=alertdialog][data-closed]'
/** The screen without the tab bar, and sheets. */
const CONTENT = 'main, [role=dialog], [role=alertdialog]'

/** Its panel in a wide window: the columns beside it have figures at every height. */
const CHART = '.workspace-chart'

function moveAway(box: HTMLElement): void {
  const panel = document.querySelector(CHART)?.getBoundingClientRect()
  // Beside other screens the workspace stays mounted, hidden and without size.
  const chart = panel?.width === 0 ? undefined : panel
  box.style.left = chart === undefined ? '' : `${chart.left}px`
  box.style.right = chart === undefined ? '' : `${window.innerWidth - chart.right}px`
  box.style.translate = ''
  const line = box.firstElementChild?.getBoundingClientRect()
  if (line === undefined) return
  const { top: usual, height } = box.getBoundingClientRect()
  const { offsetTop = 0, height: seen = window.innerHeight } = window.visualViewport ?? {}
  const field = document.activeElement?.matches(FIELDS) ? document.activeElement.getBoundingClientRect() : undefined
  // On a phone nothing can be tapped below an open sheet or question.
  const layer = [...document.querySelectorAll(OPEN_LAYER)].at(-1)
  // A sheet of a wide window leaves buttons and figures beside it visible, and closes before the notices do. A phone
  // has rows and figures at every height: they scroll, and the notices stay in their place.
  const isWide = isWideNow()
  const spansOf = (elements: Iterable<Element>) =>
    [...elements].flatMap((element): Span[] => {
      if (element.closest(CLOSING_LAYER) !== null || (!isWide && isRow(element))) return []
      const at = element.getBoundingClientRect()
      return at.right > line.left && at.left < line.right && isSeen(element, at, box) ? [at] : []
    })
  const taken = spansOf((isWide ? document : (layer ?? document)).querySelectorAll(TAPPED))
  const figures = isWide ? spansOf(document.querySelectorAll(FIGURES)) : []
  const visible = { top: offsetTop, bottom: offsetTop + seen }
  const top = toastTop({ usual, height, visible, taken, figures, typing: field })
  box.style.translate = `0 ${top - usual}px`
}

/** A row of a list or a link of a screen: neither a field nor a button that confirms. */
const isRow = (element: Element): boolean =>
  element.closest(CONTENT) !== null && (element.matches('a[href], [data-row]') || element.closest('li') !== null)

/**
 * Whether the middle of an element is neither scrolled out of sight nor covered by anything else than the notices and
 * the ground of a sheet, which a wide window shows through.
 */
function isSeen(element: Element, at: DOMRect, box: HTMLElement): boolean {
  const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2]
  const hit = document
    .elementsFromPoint(x, y)
    .find((each) => !box.contains(each) && each.closest(SHOWN) !== null && each.closest(CLOSING_LAYER) === null)
  // The figures on the chart take no pointer, so the chart is hit.
  const taker = element.matches('.pointer-events-none') ? element.parentElement : element
  return hit !== undefined && taker?.contains(hit) === true
}

const EDGE: { readonly [T in Toast['tone']]: string } = {
  plain: 'text-surface',
  good: 'text-surface',
  bad: 'border-s-4 border-danger text-surface',
}

function Line({ toast }: { readonly toast: Toast }) {
  const t = useTranslate()
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(toast.id), STAY_MILLIS + toast.text.length * STAY_MILLIS_A_LETTER)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div
      className={classes(
        'pointer-events-auto flex w-full max-w-100 items-center gap-2.5 rounded-card bg-ink py-1 ps-4 pe-1 max-[359px]:py-0 max-[359px]:text-13 transition-[opacity,translate] duration-(--quick) ease-app starting:-translate-y-2 starting:opacity-0',
        EDGE[toast.tone],
      )}
    >
      {toast.tone !== 'plain' &&
        (toast.tone === 'good' ? (
          <Icon.Check size={18} className="shrink-0" />
        ) : (
          <Icon.Warning size={18} className="shrink-0" />
        ))}
      <span className="min-w-0 flex-1 py-2">
        {toast.title !== undefined && <strong className="block">{toast.title}</strong>}
        {toast.text}
      </span>
      <button
        type="button"
        aria-label={t('common.close')}
        onClick={() => dismissToast(toast.id)}
        className="inline-flex touch items-center justify-center"
      >
        <Icon.Close size={18} />
      </button>
    </div>
  )
}
