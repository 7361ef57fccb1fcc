/**
 * Readers of single parameters, from a query, form or JSON body. The reason word of a fault is the message of the
 * issue.
 */
import { DECIMAL_TEXT_MAX, DIRECTION_CONTROLS, parseDecimal, withoutDirectionControls } from '@veritick/domain'
import { z } from 'zod'
import type { Reason } from '../errors.ts'
import { ID_MAX } from './values.ts'

type Read<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: Reason }

const good = <Value>(value: Value): Read<Value> => ({ ok: true, value })
const bad = (reason: Reason): Read<never> => ({ ok: false, reason })

/** A schema from a reader. `Input` is the type of a typed client; the reader gets what really arrived. */
function field<Input, Value>(reader: (input: unknown) => Read<Value>, meta: Readonly<Record<string, unknown>>) {
  return z
    .custom<Input>(() => true)
    .transform((input, context): Value => {
      const read = input === undefined ? bad('parameter_missing') : reader(input)
      if (read.ok) return read.value
      context.addIssue({ code: 'custom', message: read.reason })
      return z.NEVER
    })
    .meta(meta)
}

function plainText(input: unknown): Read<string> {
  if (typeof input === 'number') return numberText(String(input))
  if (typeof input !== 'string') return bad('parameter_wrong_type')
  return numberText(input)
}

function numberText(text: string): Read<string> {
  if (text === '') return bad('parameter_missing')
  if (text.length > DECIMAL_TEXT_MAX) return bad('number_too_long')
  // Any scale: only the form of the number is checked.
  return parseDecimal(text, 0) === 'not_a_number' ? bad('number_malformed') : good(text)
}

/** A plain decimal as text; the feature parses it at the instrument's precision. */
export const decimal = (description: string) =>
  field<string | number, string>(plainText, { type: ['string', 'number'], description, examples: ['0.10'] })

/** A whole number between two bounds. */
export function whole(options: { readonly min: number; readonly max: number; readonly description: string }) {
  const { min, max, description } = options
  return field<string | number, number>(
    (input) => {
      const text = plainText(input)
      if (!text.ok) return text
      const value = parseDecimal(text.value, 0)
      if (value === 'too_precise') return bad('number_not_whole')
      if (typeof value !== 'number' || value < min || value > max) return bad('number_out_of_range')
      return good(value)
    },
    { type: ['integer', 'string'], minimum: min, maximum: max, description },
  )
}

/** One of several whole numbers. */
export function choice<const Value extends number>(values: readonly Value[], description: string) {
  return field<Value | `${Value}`, Value>(
    (input) => {
      const text = plainText(input)
      if (!text.ok) return text
      const value = parseDecimal(text.value, 0)
      const found = values.find((each) => each === value)
      return found === undefined ? bad('parameter_not_allowed') : good(found)
    },
    { type: ['integer', 'string'], enum: values, description },
  )
}

/** One of several words. */
export function word<const Value extends string>(values: readonly Value[], description: string) {
  return field<Value, Value>(
    (input) => {
      if (typeof input !== 'string') return bad('parameter_wrong_type')
      if (input === '') return bad('parameter_missing')
      const found = values.find((each) => each === input)
      return found === undefined ? bad('parameter_not_allowed') : good(found)
    },
    { type: 'string', enum: values, description },
  )
}

/** Free text up to a length; `pattern` narrows its characters. */
export function text(options: { readonly max: number; readonly pattern?: RegExp; readonly description: string }) {
  const { max, pattern, description } = options
  return field<string, string>(
    (input) => {
      if (typeof input !== 'string') return bad('parameter_wrong_type')
      if (input.length > max) return bad('parameter_too_long')
      if (pattern !== undefined && !pattern.test(input)) return bad('parameter_not_allowed')
      return good(input)
    },
    { type: 'string', maxLength: max, description, ...(pattern === undefined ? {} : { pattern: pattern.source }) },
  )
}

/** A flag, as JSON or forms express it. */
export const flag = (description: string) =>
  field<boolean | 0 | 1 | 'true' | 'false' | '0' | '1', boolean>(
    (input) => {
      // An object of a client may have no text: asked for it, it throws.
      if (typeof input === 'object') return bad('parameter_wrong_type')
      const word = String(input)
      if (word === 'true' || word === '1') return good(true)
      if (word === 'false' || word === '0') return good(false)
      return bad(word === '' ? 'parameter_missing' : 'parameter_wrong_type')
    },
    { type: ['boolean', 'string'], description },
  )

type Words = { readonly max: number; readonly description: string }

/** A text that must not be empty. */
export const words = (options: Words) => cleanWords(options, (text) => text)

/** Text of one person that others read, of one or more lines. It is read in the direction of its letters. */
export const prose = (options: Words) => cleanWords(options, withoutDirectionControls)

function cleanWords({ max, description }: Words, clean: (text: string) => string) {
  return field<string, string>(
    (input) => {
      if (typeof input !== 'string') return bad('parameter_wrong_type')
      const text = clean(input)
      if (text.trim() === '') return bad('parameter_missing')
      return input.length > max ? bad('parameter_too_long') : good(text)
    },
    { type: 'string', minLength: 1, maxLength: max, description },
  )
}

/** Line breaks, control characters and direction marks, which would change how the line reads. */
const MISLEADING = new RegExp(`[\\p{Cc}${DIRECTION_CONTROLS}]`, 'u')

/** One line that other people read; optional. */
export const lineIfGiven = (options: { readonly max: number; readonly description: string }) =>
  wordsIfGiven({ ...options, refused: MISLEADING })

/** As `prose`; optional. */
export const proseIfGiven = (options: Words) => wordsIfGiven({ ...options, clean: withoutDirectionControls })

/** An optional text; forms send empty fields. */
export function wordsIfGiven(
  options: Words & { readonly refused?: RegExp; readonly clean?: (text: string) => string },
) {
  const { max, description, refused, clean = (text) => text } = options
  return field<string, string | undefined>(
    (input) => {
      if (typeof input !== 'string') return bad('parameter_wrong_type')
      if (input.length > max) return bad('parameter_too_long')
      if (refused?.test(input)) return bad('parameter_not_allowed')
      const text = clean(input)
      return good(text.trim() === '' ? undefined : text)
    },
    { type: 'string', maxLength: max, description },
  ).optional()
}

/** An optional id; forms send empty fields. */
export const idIfGiven = (description: string) =>
  field<string | number, number | undefined>(
    (input) => {
      if (input === '') return good(undefined)
      const text = plainText(input)
      if (!text.ok) return text
      const value = parseDecimal(text.value, 0)
      const isId = typeof value === 'number' && value >= 1 && value <= ID_MAX
      return isId ? good(value) : bad('number_out_of_range')
    },
    { type: ['integer', 'string'], minimum: 1, maximum: ID_MAX, description },
  ).optional()
