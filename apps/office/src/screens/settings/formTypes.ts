/** The parts that the form of a setting is made of. */
import type { SettingKey } from '@veritick/contract/office'

export type Choice = readonly [value: string | number, label: string]

export type Field = {
  readonly name: string
  readonly label: string
  readonly help?: string
} & (
  | { readonly kind: 'line'; readonly max?: number; readonly optional?: boolean }
  | { readonly kind: 'decimal' }
  | { readonly kind: 'whole'; readonly unit?: string }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  /** An entry of another setting, by its id. `called`: the field with its name. */
  | { readonly kind: 'entry'; readonly of: SettingKey; readonly called: string }
  | { readonly kind: 'flag' }
  /** A file of a company, added here and stored under its hash. */
  | { readonly kind: 'file'; readonly accept: string; readonly optional?: boolean }
)

export type Form =
  /** One record. */
  | { readonly kind: 'record'; readonly fields: readonly Field[]; readonly fresh: Readonly<Record<string, unknown>> }
  /** One value. */
  | { readonly kind: 'one'; readonly field: Field }
  /** A list of short words, separated by spaces or commas. */
  | { readonly kind: 'words'; readonly label: string; readonly help: string }
  /** A list of entries, each with an id that is never reused. */
  | {
      readonly kind: 'rows'
      readonly of: string
      readonly fields: readonly Field[]
      readonly fresh: Readonly<Record<string, unknown>>
    }
