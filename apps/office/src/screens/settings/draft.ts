/** The draft of a setting: texts and flags, converted from and to the stored value. */
import { formatDecimal, parseDecimal, unreachable } from '@veritick/domain'
import type { Typed } from '../../actions/CheckAndSave.tsx'
import { MONEY } from '../../actions/difference.ts'
import { typedText } from '../../format/money.ts'
import type { Field, Form } from './forms.ts'

export type Cell = string | boolean
export type DraftRow = { readonly id: number; readonly cells: Readonly<Record<string, Cell>> }

export type Draft =
  | { readonly kind: 'record'; readonly row: DraftRow }
  | { readonly kind: 'one'; readonly cell: Cell }
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'rows'; readonly rows: readonly DraftRow[] }

export type Wire = Typed<unknown>

const DECIMALS = 6

type Fields = Readonly<Record<string, unknown>>

export function draftOf(form: Form, value: unknown): Draft {
  switch (form.kind) {
    case 'record':
      return { kind: 'record', row: rowOf(form.fields, 0, { ...form.fresh, ...recordsOf([value])[0] }) }
    case 'one':
      return { kind: 'one', cell: cellOf(value) }
    case 'words':
      return { kind: 'words', text: Array.isArray(value) ? value.join(' ') : '' }
    case 'rows':
      return {
        kind: 'rows',
        rows: recordsOf(value).map((row) => rowOf(form.fields, Number(row.id), { ...form.fresh, ...row })),
      }
    default:
      return unreachable(form)
  }
}

export function wireOf(form: Form, draft: Draft): Wire {
  if (form.kind === 'record' && draft.kind === 'record') return recordOf(form.fields, draft.row)
  if (form.kind === 'one' && draft.kind === 'one') return cellValue(form.field, draft.cell)
  if (form.kind === 'words' && draft.kind === 'words')
    return { ok: true, value: draft.text.split(/[\s,;]+/).filter((word) => word !== '') }
  if (form.kind === 'rows' && draft.kind === 'rows') return listOf(form.fields, draft.rows, form.of)
  return { ok: false, fault: 'This form does not fit this setting.' }
}

/**
 * A new entry gets an id that no entry ever had, because customers' records refer to ids. `highest`: of the ids in all
 * stored versions.
 */
export function freshRow(
  form: Extract<Form, { kind: 'rows' }>,
  ids: { readonly rows: readonly DraftRow[]; readonly highest: number },
): DraftRow {
  const id = 1 + Math.max(ids.highest, ...ids.rows.map((row) => row.id))
  return rowOf(form.fields, id, form.fresh)
}

/** The highest id of an entry in these values; 0: there is none. */
export const highestId = (values: readonly unknown[]): number =>
  Math.max(0, ...values.flatMap(recordsOf).map(({ id }) => (typeof id === 'number' ? id : 0)))

function rowOf(fields: readonly Field[], id: number, value: Fields): DraftRow {
  return { id, cells: Object.fromEntries(fields.map(({ name }) => [name, cellOf(value[name])])) }
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && MONEY.test(value)) return typedText(value)
  return value === undefined || value === null ? '' : String(value)
}

export function recordsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((each): each is Fields => typeof each === 'object' && each !== null) : []
}

function recordOf(fields: readonly Field[], row: DraftRow): Wire {
  const value: Record<string, unknown> = {}
  for (const field of fields) {
    const wire = cellValue(field, row.cells[field.name] ?? '')
    if (!wire.ok) return wire
    value[field.name] = wire.value
  }
  return { ok: true, value }
}

function listOf(fields: readonly Field[], rows: readonly DraftRow[], of: string): Wire {
  const values: unknown[] = []
  for (const row of rows) {
    const read = recordOf(fields, row)
    if (!read.ok) return { ok: false, fault: `${of} ${row.id}: ${read.fault}` }
    values.push({ id: row.id, ...recordsOf([read.value])[0] })
  }
  return { ok: true, value: values }
}

function cellValue(field: Field, cell: Cell): Wire {
  const text = typeof cell === 'string' ? cell.trim() : ''
  switch (field.kind) {
    case 'flag':
      return { ok: true, value: cell === true }
    case 'file':
    case 'line':
      return text === '' && field.optional !== true
        ? { ok: false, fault: `${field.label} is missing.` }
        : { ok: true, value: text }
    case 'decimal':
      return decimalValue(field.label, text)
    case 'whole':
      return /^\d{1,9}$/.test(text)
        ? { ok: true, value: Number(text) }
        : { ok: false, fault: `${field.label}: write a whole number.` }
    case 'entry':
      return { ok: false, fault: `${field.label}: choose one.` }
    case 'choice': {
      const chosen = field.choices.find(([value]) => String(value) === text)
      return chosen === undefined ? { ok: false, fault: `${field.label}: choose one.` } : { ok: true, value: chosen[0] }
    }
    default:
      return unreachable(field)
  }
}

/** The typed number in the form of the wire, or its fault. */
function decimalValue(label: string, text: string): Wire {
  const value = parseDecimal(text, DECIMALS)
  return typeof value === 'number'
    ? { ok: true, value: formatDecimal(value, DECIMALS) }
    : { ok: false, fault: `${label}: write a number such as 12.50.` }
}

/** A value under the labels of its form, choices by their names. */
export function labelled(form: Form, value: unknown): unknown {
  if (form.kind === 'one') return named(form.field, value)
  if (form.kind === 'words') return value
  if (form.kind === 'record') return labelledRecord(form, recordsOf([value])[0] ?? {})
  return recordsOf(value).map((row) => ({ id: row.id, ...labelledRecord(form, row) }))
}

function labelledRecord(form: Extract<Form, { kind: 'rows' | 'record' }>, row: Fields): Fields {
  const full = { ...form.fresh, ...row }
  return Object.fromEntries(form.fields.map((field) => [field.label, named(field, full[field.name])]))
}

function named(field: Field, value: unknown): unknown {
  return field.kind === 'choice' ? (field.choices.find(([each]) => each === value)?.[1] ?? value) : value
}
