/**
 * The first day of a platform: what is new to it then is no sign of a theft, because everything is. It ends a day after
 * an admin's first sign-in, as the audit log says, which cannot be altered.
 */
import type { Query } from '../../store/index.ts'
import { DAY_MS } from '../clock/index.ts'

const FIRST_DAY_MS = DAY_MS

/** `undefined`: no admin has signed in yet. */
export async function firstDayEnd(query: Query): Promise<number | undefined> {
  const [first] = await query<{ at: number }>(
    `select at from audit where action = 'staff_sign_in' and role = 'admin' order by entry_id limit 1`,
  )
  return first && first.at + FIRST_DAY_MS
}
