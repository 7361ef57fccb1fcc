/**
 * Column kinds that both drivers agree on. A `bigint` comes as text from one driver and as a number from the other;
 * here it is always a safe whole number, or the process stops. Bytes are always a Uint8Array.
 */
import { assert } from '@veritick/domain'
import { type SQL, sql } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'

/** A `bigint` column for amounts, prices, moments and ids: every value that the code keeps as a safe whole number. */
export const whole = customType<{ data: number; driverData: string | number | bigint }>({
  dataType: () => 'bigint',
  fromDriver: wholeFrom,
  toDriver: (value) => wholeFrom(value),
})

/**
 * A `numeric` column for a sum over the life of an account, which may pass what a number holds exactly: micro-dollars
 * as a bigint. The store never rounds it, and both drivers give it as text.
 */
export const lifetimeSum = customType<{ data: bigint; driverData: string | number | bigint }>({
  dataType: () => 'numeric',
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => String(value),
})

/** A `bytea` column. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => new Uint8Array(value),
})

/** Reads the driver's value of a `bigint` as an exact number. */
export function wholeFrom(value: string | number | bigint): number {
  const number = Number(value)
  assert(Number.isSafeInteger(number), `the store holds ${String(value)}, which no safe whole number can`)
  return number
}

/** Of a check: the column holds one of these words. Null passes, as in every check of SQL. */
export function oneOf(column: string, words: readonly string[]): SQL {
  return sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(', ')})`)
}

/** Of a check: a staff member, as in the audit log. */
export const isStaff = (column: string): SQL => sql.raw(`${column} ~ '^staff:[0-9]{1,9}$'`)

/**
 * Of a check: the id of a picture (services/uploads), which is the name of its file. Any other text could name a file
 * outside the folder of pictures.
 */
export const isPicture = (column: string): SQL => sql.raw(`${column} ~ '^[0-9a-f]{32}$'`)
