/**
 * The shape of the calls of the office, and the schemas that their requests share. A state-changing call is posted as
 * JSON with an idempotency key, the CSRF header and, where its record says so, a reason.
 */
import { z } from 'zod'
import type { CallRecord } from '../calls/call.ts'
import { text, whole, word } from '../schemas/fields.ts'
import { count, ID_MAX } from '../schemas/values.ts'
import type { Permission } from './permissions.ts'

/** `visitor`: without a session. `staff`: with one. */
export type OfficeCaller = Permission | 'visitor' | 'staff'

/**
 * Of several permissions any is enough. A call with `movesMoney` is refused with `staff_held` for STAFF_HOLD_HOURS
 * after a change of the caller's access.
 */
export type OfficeCall = CallRecord<OfficeCaller | readonly Permission[], `/office/${string}`>

/** Reads. */
export const READS = { methods: ['GET'], changes: false } as const
/** A decision: changes state, with a reason. */
export const DECIDES = { methods: ['POST'], changes: true, needsReason: true } as const
/** A decision about a customer's money: credits, pays, or rejects. */
export const PAYS = { ...DECIDES, movesMoney: true } as const
/** Changes state without a reason: the caller's own records, drafts, notes, and messages of support. */
export const CHANGES = { methods: ['POST'], changes: true } as const

/** Carries `csrf` of the answer of `me`; required for every posted call with a session. */
export const HEADER_CSRF = 'x-csrf-token'

export const REASON_TEXT_MIN = 3
export const REASON_TEXT_MAX = 500
const ROWS_MAX = 100
const PAGE_MAX = 1_000_000
const MOMENT_MAX = 8_640_000_000_000_000

/** The reason of an action; stored in the audit log. */
export const reasonText = z
  .string('reason_missing')
  .trim()
  .min(REASON_TEXT_MIN, 'reason_missing')
  .max(REASON_TEXT_MAX, 'reason_missing')
  .meta({ description: 'Reason, 3 to 500 characters; stored in the audit log' })

export { none } from '../calls/call.ts'
export const idOf = (what: string) => whole({ min: 1, max: ID_MAX, description: `Id of the ${what}` })
export const momentIfGiven = (description: string) => whole({ min: 0, max: MOMENT_MAX, description }).optional()

/** Rows of a page by default. */
export const OFFICE_PAGE_SIZE = 25

/** The parameters of every list. */
export const pages = {
  page: whole({ min: 1, max: PAGE_MAX, description: 'Page, from 1' }).optional(),
  per_page: whole({ min: 1, max: ROWS_MAX, description: `Rows a page, ${OFFICE_PAGE_SIZE} unless said` }).optional(),
}

/** For lists that can be sorted; `sort`: a field of the table, with a leading - for descending. */
export function paged<const Field extends string>(fields: readonly Field[]) {
  return {
    ...pages,
    sort: word(
      [...fields, ...fields.map((field) => `-${field}` as const)],
      'Field to sort by; - before it: descending',
    ).optional(),
  }
}

/** A free-text filter. */
export const filterText = (description: string) => text({ max: 200, description }).optional()

export const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), total: count })
