/** A row of filters: a tap sets a filter, a second tap clears it. Scrolls sideways when it is too wide. */
import { classes } from './classes.ts'

type Props<Value> = {
  readonly label: string
  readonly items: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value | undefined
  readonly onValueChange: (value: Value | undefined) => void
}

export function Chips<Value extends string | number>({ label, items, value, onValueChange }: Props<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a scrolling flex row
    <div role="group" aria-label={label} className="no-scrollbar fade-sideways flex gap-2 overflow-x-auto px-4 py-2">
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          aria-pressed={item.value === value}
          onClick={() => onValueChange(item.value === value ? undefined : item.value)}
          className={classes(
            'relative shrink-0 rounded-full px-3.5 py-1.5 text-13 whitespace-nowrap transition-colors duration-(--quick) after:absolute after:-inset-y-2 after:inset-x-0',
            item.value === value ? 'bg-ink font-semibold text-surface' : 'bg-fill text-ink-soft',
          )}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
