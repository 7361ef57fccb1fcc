/**
 * Tabs: `line` under a screen's header, `segment` for a choice of two or three, `period` for the chart's bar. In large
 * text a tab that does not fit whole beside the others has a line of its own.
 */
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type Look = 'line' | 'segment' | 'period'

const LIST: { readonly [L in Look]: string } = {
  line: 'flex gap-6 border-b border-line bg-surface px-4 max-[359px]:gap-3 big:flex-wrap big:gap-y-0',
  segment:
    'grid auto-cols-[minmax(min-content,1fr)] grid-flow-col gap-1 rounded-card bg-fill p-1 big:flex big:flex-wrap',
  period: 'grid w-max min-w-full grid-flow-col half-next px-1',
}
const TAB: { readonly [L in Look]: string } = {
  line: 'whitespace-nowrap -mb-px border-b-2 border-transparent text-ink-soft data-active:border-ink data-active:font-semibold data-active:text-ink',
  segment:
    'dense:min-h-8! leading-tight wrap-break-word hyphens-auto rounded-control big:flex-auto big:wrap-anywhere text-ink-soft data-active:bg-raised data-active:font-semibold data-active:text-ink',
  period:
    'whitespace-nowrap my-1 min-h-9! wide:min-w-10! rounded-control text-13 text-ink-soft data-active:bg-accent-soft data-active:font-semibold data-active:text-accent relative after:absolute after:-inset-y-1 after:inset-x-0',
}

type Props<Value> = {
  readonly label: string
  readonly items: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly value: Value
  readonly onValueChange: (value: Value) => void
  readonly look?: Look
  readonly className?: string
  /** `TabPanel`s; without them the tabs only choose. */
  readonly children?: ReactNode
}

export function Tabs<Value extends string | number>({
  label,
  items,
  value,
  onValueChange,
  look = 'segment',
  className,
  children,
}: Props<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onValueChange(next)} className="contents">
      <Base.List aria-label={label} activateOnFocus className={classes(LIST[look], className)}>
        {items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            className={classes('touch px-1 text-center transition-colors duration-(--quick)', TAB[look])}
          >
            {item.label}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  )
}

export function TabPanel({
  value,
  className,
  children,
}: {
  readonly value: string | number
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <Base.Panel value={value} className={className}>
      {children}
    </Base.Panel>
  )
}
