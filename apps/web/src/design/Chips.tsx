/**
 * A row of filters: a tap sets a filter, a second tap clears it. A row that is too wide fades at the side with more and
 * scrolls sideways, also by the wheel of a mouse; with `fill` the chips share the width of their place instead, and
 * large text wraps.
 */
import { useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { scrollsByWheel } from './wheel.ts'

type Props<Value> = {
  readonly label: string
  readonly items: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value | undefined
  readonly onValueChange: (value: Value | undefined) => void
  readonly fill?: boolean
}

/** The scroll padding exceeds the fade, so that the outline of a focused chip is shown in full. */
const ROW = 'no-scrollbar fade-sideways flex scroll-px-9 gap-2 overflow-x-auto px-4 py-2'
/** The taps of two lines of chips do not meet. */
const FILLED = 'flex flex-wrap gap-x-1 gap-y-4 py-2'

export function Chips<Value extends string | number>(props: Props<Value>) {
  const { label, items, value, onValueChange, fill = false } = props
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => (row.current === null ? undefined : scrollsByWheel(row.current)), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a scrolling flex row
    <div ref={row} role="group" aria-label={label} className={fill ? FILLED : ROW}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          aria-pressed={item.value === value}
          onClick={() => onValueChange(item.value === value ? undefined : item.value)}
          className={classes(
            'relative rounded-full py-1.5 text-13 whitespace-nowrap transition-colors duration-(--quick) after:absolute after:-inset-y-2 after:inset-x-0',
            fill ? 'flex-1 px-1.5' : 'shrink-0 px-3.5',
            item.value === value ? 'bg-ink font-semibold text-surface' : 'bg-fill text-ink-soft',
          )}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
