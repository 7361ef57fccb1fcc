/**
 * The office's own table of calls; customers cannot call it. Every area has a file with its calls, each one record.
 * Answers use the envelope of the app; a list is `{ data, total }`.
 */
import type { z } from 'zod'
import { AUDIT_CALLS } from './audit.ts'
import type { OfficeCall } from './call.ts'
import { COMPANY_FILE_CALLS } from './company.ts'
import { CORRECTION_CALLS } from './corrections.ts'
import { EXPOSURE_CALLS } from './exposure.ts'
import { HEALTH_CALLS } from './health.ts'
import { INSTRUMENT_CALLS } from './instruments.ts'
import { NEWS_OFFICE_CALLS } from './news.ts'
import { PEOPLE_CALLS } from './people.ts'
import { may, type Role } from './permissions.ts'
import { REVIEW_CALLS } from './reviews.ts'
import { REWARD_CALLS } from './rewards.ts'
import { SESSION_CALLS } from './session.ts'
import { SETTING_CALLS } from './settings.ts'
import { SMS_CALLS } from './sms.ts'
import { STAFF_CALLS } from './staff.ts'
import { SUPPORT_CALLS } from './support.ts'
import { WITHDRAWAL_CALLS } from './withdrawals.ts'

export * from './alerts.ts'
export * from './call.ts'
export { CORRECTION_CATEGORIES, CORRECTION_STATES } from './corrections.ts'
export { HEALTH_TROUBLES, type HealthTrouble } from './health.ts'
export { CREDIT_SCORE_MAX, IDENTITY_STATES, REMARK_MAX } from './people.ts'
export * from './permissions.ts'
export { REVIEW_KINDS, REVIEW_TAKEN_MINUTES, type ReviewKind } from './queues.ts'
export { REWARD_SIGNALS, REWARD_STATES } from './rewards.ts'
export { STAFF_HOLD_HOURS, STAFF_NAME_MAX } from './session.ts'
export { SETTING_GROUPS, SETTING_KEYS, type SettingGroup, type SettingKey } from './settings.ts'
export type { SetupStep } from './staff.ts'
export { FEEDBACK_STATES, SUPPORT_STATES } from './support.ts'
export { WITHDRAWAL_STATES } from './withdrawals.ts'

export const OFFICE_CALLS = {
  ...SESSION_CALLS,
  ...PEOPLE_CALLS,
  ...REVIEW_CALLS,
  ...WITHDRAWAL_CALLS,
  ...CORRECTION_CALLS,
  ...REWARD_CALLS,
  ...EXPOSURE_CALLS,
  ...STAFF_CALLS,
  ...AUDIT_CALLS,
  ...HEALTH_CALLS,
  ...SETTING_CALLS,
  ...INSTRUMENT_CALLS,
  ...SMS_CALLS,
  ...COMPANY_FILE_CALLS,
  ...SUPPORT_CALLS,
  ...NEWS_OFFICE_CALLS,
} as const satisfies Record<string, OfficeCall>

export type OfficeCallName = keyof typeof OFFICE_CALLS

export const OFFICE_CALL_NAMES = Object.keys(OFFICE_CALLS).filter((name): name is OfficeCallName =>
  Object.hasOwn(OFFICE_CALLS, name),
)

/** Whether a staff member with this role may make the call. */
export function mayCall(role: Role, { caller }: Pick<OfficeCall, 'caller'>): boolean {
  if (caller === 'visitor' || caller === 'staff') return true
  return typeof caller === 'string' ? may(role, caller) : caller.some((each) => may(role, each))
}

/** Whether this role decides about money, so that a hold affects it. */
export function decidesMoney(role: Role): boolean {
  return OFFICE_CALL_NAMES.some((name) => {
    const call: OfficeCall = OFFICE_CALLS[name]
    return call.movesMoney === true && mayCall(role, call)
  })
}

/** The input of a call, as a client sends it. */
export type OfficeInput<Name extends OfficeCallName> = z.input<(typeof OFFICE_CALLS)[Name]['request']>
/** The input of a call, as the server parses it. */
export type OfficeRequest<Name extends OfficeCallName> = z.output<(typeof OFFICE_CALLS)[Name]['request']>
/** `data` of a successful answer. */
export type OfficeData<Name extends OfficeCallName> = z.output<(typeof OFFICE_CALLS)[Name]['answer']>
