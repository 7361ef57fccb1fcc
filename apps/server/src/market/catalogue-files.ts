/** The shape of the catalogue's files, and the messages about their faults: file, line and entry. */
import { SESSION_KINDS } from '@veritick/domain'
import { LANGUAGES } from '@veritick/locales'
import { z } from 'zod'

/** How an instrument is drawn: two flags by ISO country code, or letters. */
export type Mark =
  | { readonly kind: 'pair'; readonly base: string; readonly quote: string }
  | { readonly kind: 'monogram'; readonly text: string }

const id = z.int().min(1).max(1_000_000)
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, 'must be a decimal text such as "0.25"')
const positive = z.string().regex(/^(?=.*[1-9])\d+(\.\d+)?$/, 'must be a positive decimal text such as "0.25"')
const someNames = z.partialRecord(z.enum(LANGUAGES), z.string().min(1)).and(z.object({ en: z.string().min(1) }))
const allNames = z.record(z.enum(LANGUAGES), z.string().min(1))

/** Further names that the search finds: `Google` for Alphabet. */
const aliases = z.array(z.string().trim().min(1)).default([])

/** Where the busy hours of a factor are; `round`: all day with a rest around 22:00 UTC. */
const HOURS = ['asia', 'europe', 'america', 'round'] as const
export type Hours = (typeof HOURS)[number]
const hours = z.enum(HOURS)

export const categoriesFile = z.strictObject({
  categories: z.array(z.strictObject({ id, key: z.string().min(1), names: allNames })).min(1),
})

export const currenciesFile = z.strictObject({
  currencies: z.array(
    z.strictObject({
      code: z.string().regex(/^[A-Z]{3}$/),
      names: someNames,
      aliases,
      /** ISO country code of the flag, or the letters that are drawn for a metal. */
      mark: z.string().min(1).max(3),
      /** USD for one unit. */
      worth: positive,
      volatility: positive,
      hours,
    }),
  ),
})

const instrument = {
  id,
  category: z.string(),
  showCode: z.string().optional(),
  enabled: z.boolean().default(true),
  session: z.enum(SESSION_KINDS),
  pricePrecision: z.int().min(0).max(6),
  contractSize: z.int().min(1).max(1_000_000_000),
  lotStep: decimal,
  lotMin: decimal,
  lotMax: decimal,
  marginMode: z.enum(['fixed', 'leveraged']),
  leverages: z.array(z.int().min(1).max(1000)),
  feePerLot: decimal,
  feeOfMargin: decimal,
  financingLong: decimal,
  financingShort: decimal,
  spread: decimal,
  quoteAgeMaxSeconds: z.int().min(10).max(86_400).default(300),
}

export const pairEntry = z.strictObject({
  ...instrument,
  code: z.string().regex(/^[A-Z]{6}$/, 'must be two currency codes'),
})

export const companyEntry = z.strictObject({
  ...instrument,
  code: z.string().regex(/^[A-Z][A-Z0-9.]{0,11}$/),
  names: someNames,
  aliases,
  mark: z.string().min(1).max(3).optional(),
  quote: z.string(),
  hours,
  /** Ordinary price in the quote currency. */
  worth: positive,
  volatility: positive,
})

type TextFile = { readonly name: string; readonly text: string }

/** Throws with file and line where the text is not JSON, with file and path where it has another shape. */
export function readFileOf<Shape extends z.ZodType>(file: TextFile, shape: Shape): z.infer<Shape> {
  const parsed = shape.safeParse(json(file))
  if (parsed.success) return parsed.data
  throw new Error(`${file.name}: ${faultText(parsed.error)}`)
}

export type EntryRead<Entry> = { readonly entry: Entry; readonly fail: (why: string) => never }

const instrumentsFile = z.strictObject({
  defaults: z.record(z.string(), z.unknown()).default({}),
  instruments: z.array(z.record(z.string(), z.unknown())),
})

/** The instruments of a file, each laid over the file's defaults. `fail` names file, line and code of the entry. */
export function withDefaults<Shape extends z.ZodType>(
  file: TextFile,
  shape: Shape,
): readonly EntryRead<z.infer<Shape>>[] {
  const { defaults, instruments } = readFileOf(file, instrumentsFile)
  return instruments.map((own, index) => {
    const code = typeof own.code === 'string' ? own.code : undefined
    const fail = (why: string): never => {
      // Only a fault needs its line: looking for the lines of all entries takes longer than reading the file.
      throw new Error(`${file.name}${lineOf(file.text, code)}: ${code ?? `instrument ${index + 1}`}: ${why}`)
    }
    const parsed = shape.safeParse({ ...defaults, ...own })
    return { entry: parsed.success ? parsed.data : fail(faultText(parsed.error)), fail }
  })
}

function json(file: TextFile): unknown {
  try {
    return JSON.parse(file.text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const position = /position (\d+)/.exec(message)?.[1]
    const line = position === undefined ? '' : `:${file.text.slice(0, Number(position)).split('\n').length}`
    throw new Error(`${file.name}${line}: not JSON: ${message}`)
  }
}

function faultText(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`.trim()).join('; ')
}

function lineOf(text: string, code: string | undefined): string {
  if (code === undefined) return ''
  const index = text
    .split('\n')
    .findIndex((line) => new RegExp(`"code"\\s*:\\s*"${code.replace(/[^A-Za-z0-9]/g, '\\$&')}"`).test(line))
  return index < 0 ? '' : `:${index + 1}`
}
