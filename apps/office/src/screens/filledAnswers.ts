/** Answers of the office's calls with one text in every place where the contract allows any text. For tests. */
import { OFFICE_CALLS, type OfficeCallName } from '@veritick/contract/office'
import type { z } from 'zod'
import { FORMS } from './settings/forms.ts'
import type { Field, Form } from './settings/formTypes.ts'

/** Examples of strings with a fixed form: money, moment, day, hashes. */
const FORMED = ['1.00', '2026-11-22T12:00:00.000Z', '2026-11-22', 'a'.repeat(64), 'a'.repeat(32)]

/** The data of a successful answer of a call. */
export function filledAnswer(name: OfficeCallName, text: string): unknown {
  if (name === 'settingList') return { data: SETTINGS(text), total: 1 }
  return filled(OFFICE_CALLS[name].answer, text)
}

type Schema = z.core.$ZodType

function filled(schema: Schema, text: string): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return [text, ...FORMED].find((each) => (schema as z.ZodType).safeParse(each).success) ?? text
    case 'number':
    case 'int' as never:
      return 1
    case 'boolean':
      return true
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'nullable':
    case 'optional':
      return filled(def.innerType, text)
    case 'array':
      return [filled(def.element, text)]
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([field, each]) => [field, filled(each, text)]))
    case 'record':
      return { [text]: filled(def.valueType, text) }
    case 'union':
      return filled(def.options[0] as Schema, text)
    case 'unknown':
    case 'any':
      return { [text]: text }
    default:
      throw new Error(`an answer has a ${def.type}, which this test cannot fill yet`)
  }
}

const SETTINGS = (text: string) =>
  Object.entries(FORMS).map(([key, form]) => ({
    ...(filled(OFFICE_CALLS.settingList.answer, text) as { data: readonly object[] }).data[0],
    key,
    value: settingOf(form, text),
    group: ['operator', 'companies'].includes(key) ? 'company' : 'channels',
  }))

function settingOf(form: Form, text: string): unknown {
  const record = (fields: readonly Field[]) =>
    Object.fromEntries(fields.map((field) => [field.name, fieldOf(field, text)]))
  switch (form.kind) {
    case 'record':
      return record(form.fields)
    case 'rows':
      return [{ id: 1, ...record(form.fields) }]
    case 'words':
      return [text]
    case 'one':
      return fieldOf(form.field, text)
  }
}

function fieldOf(field: Field, text: string): unknown {
  switch (field.kind) {
    case 'decimal':
      return '1.000000'
    case 'whole':
    case 'entry':
      return 1
    case 'flag':
      return true
    case 'choice':
      return field.choices[0]?.[0]
    case 'file':
      return ''
    case 'line':
      return text
  }
}
