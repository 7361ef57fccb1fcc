/** An on/off switch. `SettingRow` is its line with label and explanation. */
import { Switch as Base } from '@base-ui/react/switch'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { classes } from './classes.ts'

/** The switch of a row is found by the label of the row. */
const RowId = createContext<string | undefined>(undefined)

export function Switch({
  label,
  checked,
  onCheckedChange,
}: {
  readonly label: string
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
}) {
  const id = useContext(RowId)
  return (
    <Base.Root
      {...(id !== undefined && { id })}
      aria-label={label}
      checked={checked}
      onCheckedChange={onCheckedChange}
      className="relative h-7.5 w-12.5 shrink-0 rounded-full bg-line-strong p-0.75 transition-colors duration-(--quick) after:absolute after:-inset-2 data-checked:bg-accent"
    >
      <Base.Thumb className="block size-6 rounded-full bg-surface transition-transform duration-(--quick) ease-app data-checked:translate-x-5 rtl:data-checked:-translate-x-5" />
    </Base.Root>
  )
}

export function SettingRow({
  label,
  note,
  children,
}: {
  readonly label: ReactNode
  readonly note?: ReactNode
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <div
      className={classes(
        'flex min-h-(--height-setting) items-center gap-3 border-b border-line py-(--space-setting)',
        'big:flex-wrap',
      )}
    >
      <label
        htmlFor={id}
        className={classes(
          '-my-(--space-setting) flex min-w-0 flex-1 flex-col justify-center self-stretch py-(--space-setting)',
          'big:basis-40',
        )}
      >
        <span className="text-ink">{label}</span>
        {note !== undefined && <span className="text-13 text-ink-muted dense:text-12">{note}</span>}
      </label>
      <RowId value={id}>{children}</RowId>
    </div>
  )
}
