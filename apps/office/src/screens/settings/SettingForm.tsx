/** Renders the form of a setting; the typed value stays a draft until it is saved with a reason. */

import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  IconButton,
  MenuItem,
  Paper,
  TextField,
  Tooltip,
  Typography,
} from '@mui/material'
import { useState } from 'react'
import { DeleteIcon } from '../../design/icons.tsx'
import { regionName } from '../../format/country.ts'
import { CompanyFileInput } from './CompanyFileInput.tsx'
import { type Cell, type Draft, type DraftRow, freshRow } from './draft.ts'
import type { Field, Form } from './forms.ts'
import { narrowed, ROWS_WHOLE } from './narrowing.ts'

type Props = {
  readonly form: Form
  readonly draft: Draft
  readonly disabled: boolean
  /** The highest id that an entry of a list ever had; `undefined`: not read yet, so no entry can be added. */
  readonly highest: number | undefined
  readonly onDraft: (draft: Draft) => void
}

export function SettingForm({ form, draft, disabled, highest, onDraft }: Props) {
  if (form.kind === 'one' && draft.kind === 'one') {
    return (
      <Input
        field={form.field}
        cell={draft.cell}
        disabled={disabled}
        onCell={(cell) => onDraft({ kind: 'one', cell })}
      />
    )
  }
  if (form.kind === 'record' && draft.kind === 'record') {
    return (
      <Inputs
        fields={form.fields}
        row={draft.row}
        disabled={disabled}
        onRow={(row) => onDraft({ kind: 'record', row })}
      />
    )
  }
  if (form.kind === 'words' && draft.kind === 'words') {
    return (
      <TextField
        label={form.label}
        helperText={form.help}
        value={draft.text}
        disabled={disabled}
        onChange={(event) => onDraft({ kind: 'words', text: event.target.value })}
        multiline
        fullWidth
      />
    )
  }
  if (form.kind === 'rows' && draft.kind === 'rows') {
    const onRows = (rows: readonly DraftRow[]) => onDraft({ kind: 'rows', rows })
    return <RowList form={form} rows={draft.rows} highest={highest} disabled={disabled} onRows={onRows} />
  }
  return null
}

type RowListProps = {
  readonly form: Extract<Form, { kind: 'rows' }>
  readonly rows: readonly DraftRow[]
  readonly highest: number | undefined
  readonly disabled: boolean
  readonly onRows: (rows: readonly DraftRow[]) => void
}

function RowList({ form, rows, highest, disabled, onRows }: RowListProps) {
  const [words, setWords] = useState('')
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set())
  const [typed, setTyped] = useState<ReadonlySet<number>>(new Set())
  const shown = narrowed(rows, { words, added, typed })
  const put = (row: DraftRow) => {
    setTyped(new Set([...typed, row.id]))
    onRows(rows.map((each) => (each.id === row.id ? row : each)))
  }
  const search = (text: string) => {
    setWords(text)
    setTyped(new Set())
  }
  const add = () => {
    if (highest === undefined) return
    const fresh = freshRow(form, { rows, highest })
    setAdded(new Set([...added, fresh.id]))
    onRows([...rows, fresh])
  }
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {rows.length === 0 && <Typography color="textSecondary">No entries yet.</Typography>}
      {rows.length > ROWS_WHOLE && (
        <TextField
          type="search"
          label={`Find among ${rows.length}`}
          value={words}
          onChange={(event) => search(event.target.value)}
          helperText={shown.hidden === 0 ? ' ' : `${shown.hidden} more are there and stay as they are.`}
          slotProps={{ htmlInput: { autoComplete: 'off' } }}
        />
      )}
      {shown.rows.map((row) => (
        <OneRow
          key={row.id}
          of={form.of}
          fields={form.fields}
          row={row}
          disabled={disabled}
          onRow={put}
          onRemove={() => onRows(rows.filter((each) => each.id !== row.id))}
        />
      ))}
      {!disabled && (
        <Button
          variant="outlined"
          color="inherit"
          disabled={highest === undefined}
          onClick={add}
          sx={{ justifySelf: 'start' }}
        >
          Add {form.of}
        </Button>
      )}
    </Box>
  )
}

type OneRowProps = {
  readonly of: string
  readonly fields: readonly Field[]
  readonly row: DraftRow
  readonly disabled: boolean
  readonly onRow: (row: DraftRow) => void
  readonly onRemove: () => void
}

function OneRow({ of, fields, row, disabled, onRow, onRemove }: OneRowProps) {
  const region = regionName(row.cells.code)
  return (
    <Paper
      variant="outlined"
      role="group"
      aria-label={`${of} ${row.id}`}
      sx={{ margin: 0, padding: 3, minWidth: 0, borderColor: 'divider' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', marginBottom: 2 }}>
        <Typography variant="body2" sx={{ flex: 1, fontWeight: 600 }}>
          {of} {row.id}
          {region !== undefined && `, ${region}`}
        </Typography>
        {!disabled && (
          <Tooltip title={`Remove ${of} ${row.id}`}>
            <IconButton onClick={onRemove} aria-label={`Remove ${of} ${row.id}`}>
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      <Inputs fields={fields} row={row} disabled={disabled} onRow={onRow} />
    </Paper>
  )
}

type InputsProps = Pick<OneRowProps, 'fields' | 'row' | 'disabled' | 'onRow'>

function Inputs({ fields, row, disabled, onRow }: InputsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {fields.map((field) => (
        <Input
          key={field.name}
          field={field}
          cell={row.cells[field.name] ?? ''}
          disabled={disabled}
          onCell={(cell) => onRow({ ...row, cells: { ...row.cells, [field.name]: cell } })}
        />
      ))}
    </Box>
  )
}

type InputProps = {
  readonly field: Field
  readonly cell: Cell
  readonly disabled: boolean
  readonly onCell: (cell: Cell) => void
}

function Input({ field, cell, disabled, onCell }: InputProps) {
  const { kind, label, help } = field
  if (kind === 'flag') {
    return (
      <Box>
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={cell === true}
              disabled={disabled}
              onChange={(event) => onCell(event.target.checked)}
            />
          }
          label={label}
        />
        {help !== undefined && (
          <Typography variant="caption" color="textSecondary" component="p" sx={{ margin: 0 }}>
            {help}
          </Typography>
        )}
      </Box>
    )
  }
  if (kind === 'file') return <CompanyFileInput field={field} file={String(cell)} disabled={disabled} onFile={onCell} />
  const chooses = kind === 'choice'
  return (
    <TextField
      select={chooses}
      label={kind === 'whole' && field.unit !== undefined ? `${label}, ${field.unit}` : label}
      value={String(cell)}
      disabled={disabled}
      onChange={(event) => onCell(event.target.value)}
      helperText={help}
      slotProps={{
        htmlInput: {
          autoComplete: 'off',
          ...(kind === 'line' && { maxLength: field.max }),
          ...(kind === 'decimal' && { inputMode: 'decimal' }),
        },
      }}
      fullWidth
    >
      {chooses
        ? field.choices.map(([value, name]) => (
            <MenuItem key={String(value)} value={String(value)}>
              {name}
            </MenuItem>
          ))
        : undefined}
    </TextField>
  )
}
