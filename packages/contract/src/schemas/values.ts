/** Schemas of wire values: decimal text, moments and identifiers. */
import { z } from 'zod'

export const decimalText = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .meta({ description: 'Decimal string' })
export const money = decimalText.meta({ description: 'USD, 6 decimals' })
export const price = decimalText.meta({ description: "Price, the instrument's decimals" })
export const lots = decimalText.meta({ description: 'Lots' })
export const percent = decimalText.meta({ description: 'Percent, 2 decimals' })
/** The largest id that an `integer` column of the store holds. */
export const ID_MAX = 2_147_483_647
export const id = z.int().min(1)
export const moment = z.int().meta({ description: 'Unix milliseconds' })
/** ISO 8601 with offset. */
export const isoMoment = z.iso.datetime({ offset: true })
export const count = z.int().min(0)
