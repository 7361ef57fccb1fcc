/** The filters of a list, kept in the URL, so that a link shows the same rows. `/` focuses the first text filter. */
import { Box, Button, MenuItem, TextField } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { dayText } from '../format/time.ts'
import { useKeys } from '../shell/keys.ts'
import { type Filter, momentOfDay, shownText, withFilter } from './columns.ts'
import type { ListPage } from './useListPage.ts'

export function Filters({
  filters,
  list,
  keysEnabled,
}: {
  readonly filters: readonly Filter[]
  readonly list: Pick<ListPage, 'filters' | 'setFilters'>
  readonly keysEnabled: boolean
}) {
  const { filters: filterValues, setFilters } = list
  const first = useRef<HTMLInputElement>(null)
  const set = (name: string, value: unknown) => setFilters(withFilter(filterValues, name, value))
  const firstText = filters.find((filter) => filter.kind === 'text')
  useKeys({ '/': firstText && (() => first.current?.focus()) }, keysEnabled)
  return (
    <Box
      role="search"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, padding: 3, borderBottom: 1, borderColor: 'divider' }}
    >
      {filters.map((filter) => (
        <OneFilter
          key={filter.name}
          filter={filter}
          value={filterValues[filter.name]}
          inputRef={filter === firstText ? first : undefined}
          onSet={(value) => set(filter.name, value)}
        />
      ))}
      {Object.keys(filterValues).length > 0 && (
        <Button color="inherit" onClick={() => setFilters({})}>
          Clear
        </Button>
      )}
    </Box>
  )
}

type OneProps = {
  readonly filter: Filter
  readonly value: unknown
  readonly inputRef: React.Ref<HTMLInputElement> | undefined
  readonly onSet: (value: unknown) => void
}

function OneFilter({ filter, value, inputRef, onSet }: OneProps) {
  switch (filter.kind) {
    case 'text':
      return <TextFilter filter={filter} value={String(value ?? '')} inputRef={inputRef} onSet={onSet} />
    case 'choice':
      return (
        <TextField
          select
          label={filter.label}
          value={filter.choices.some(([word]) => word === String(value ?? '')) ? String(value) : ''}
          onChange={(event) => onSet(event.target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 150 }}
        >
          <MenuItem value="">All</MenuItem>
          {filter.choices.map(([word, label]) => (
            <MenuItem key={word} value={word}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      )
    case 'day':
      return (
        <TextField
          type="date"
          label={filter.label}
          value={typeof value === 'number' ? dayText(value) : ''}
          onChange={(event) => onSet(momentOfDay(event.target.value, filter.edge))}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      )
  }
}

const TYPED_AFTER_MS = 350

type TextProps = OneProps & { readonly filter: Extract<Filter, { kind: 'text' }>; readonly value: string }

/** Typed text is applied after a pause, or at once with Enter. */
function TextFilter({ filter, value, inputRef, onSet }: TextProps) {
  const [typed, setTyped] = useState(value)
  /** The value that this field has applied last. */
  const applied = useRef(value)
  const latest = useRef(onSet)
  useEffect(() => {
    latest.current = onSet
  })
  const apply = (text: string) => {
    applied.current = text
    latest.current(text)
  }
  useEffect(() => {
    const before = applied.current
    setTyped((text) => shownText({ typed: text, value, applied: before }))
    applied.current = value
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `apply` uses refs only
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => apply(typed.trim()), TYPED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <TextField
      type="search"
      label={filter.label}
      placeholder={filter.placeholder ?? ''}
      value={typed}
      inputRef={inputRef}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply(typed.trim())}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { autoComplete: 'off' } }}
      sx={{ minWidth: 220 }}
    />
  )
}
