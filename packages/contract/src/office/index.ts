/**
 * The office's own table of calls with its schemas; customers cannot call it. Every area has a file with its calls,
 * requests and responses under the same names. Answers use the envelope of the app; a list is `{ data, total }`.
 */
import type { z } from 'zod'
import { AUDIT_CALLS, AUDIT_REQUESTS, AUDIT_RESPONSES } from './audit.ts'
import type { OfficeCall } from './call.ts'
import { CORRECTION_CALLS, CORRECTION_REQUESTS, CORRECTION_RESPONSES } from './corrections.ts'
import { EXPOSURE_CALLS, EXPOSURE_REQUESTS, EXPOSURE_RESPONSES } from './exposure.ts'
import { HEALTH_CALLS, HEALTH_REQUESTS, HEALTH_RESPONSES } from './health.ts'
import { INSTRUMENT_CALLS, INSTRUMENT_REQUESTS, INSTRUMENT_RESPONSES } from './instruments.ts'
import { PEOPLE_CALLS, PEOPLE_REQUESTS, PEOPLE_RESPONSES } from './people.ts'
import { may, type Role } from './permissions.ts'
import { REVIEW_CALLS, REVIEW_REQUESTS, REVIEW_RESPONSES } from './reviews.ts'
import { SESSION_CALLS, SESSION_REQUESTS, SESSION_RESPONSES } from './session.ts'
import { SETTING_CALLS, SETTING_REQUESTS, SETTING_RESPONSES } from './settings.ts'
import { SMS_CALLS, SMS_REQUESTS, SMS_RESPONSES } from './sms.ts'
import { STAFF_CALLS, STAFF_REQUESTS, STAFF_RESPONSES } from './staff.ts'

export * from './alerts.ts'
export * from './call.ts'
export { CORRECTION_CATEGORIES, CORRECTION_STATES } from './corrections.ts'
export { HEALTH_TROUBLES, type HealthTrouble } from './health.ts'
export { CREDIT_SCORE_MAX, IDENTITY_STATES } from './people.ts'
export * from './permissions.ts'
export { REVIEW_KINDS, REVIEW_TAKEN_MINUTES, WITHDRAWAL_STATES } from './reviews.ts'
export { STAFF_HOLD_HOURS } from './session.ts'
export { SETTING_GROUPS, SETTING_KEYS, type SettingGroup, type SettingKey } from './settings.ts'
export type { SetupStep } from './staff.ts'

export const OFFICE_CALLS = {
  ...SESSION_CALLS,
  ...PEOPLE_CALLS,
  ...REVIEW_CALLS,
  ...CORRECTION_CALLS,
  ...EXPOSURE_CALLS,
  ...STAFF_CALLS,
  ...AUDIT_CALLS,
  ...HEALTH_CALLS,
  ...SETTING_CALLS,
  ...INSTRUMENT_CALLS,
  ...SMS_CALLS,
} as const satisfies Record<string, OfficeCall>

export type OfficeCallName = keyof typeof OFFICE_CALLS

export const OFFICE_CALL_NAMES = Object.keys(OFFICE_CALLS).filter((name): name is OfficeCallName =>
  Object.hasOwn(OFFICE_CALLS, name),
)

/** Whether this role decides about money, so that a hold affects it. */
export function decidesMoney(role: Role): boolean {
  return OFFICE_CALL_NAMES.some((name) => {
    const { money = false, permission }: OfficeCall = OFFICE_CALLS[name]
    if (!money || permission === 'visitor' || permission === 'staff') return false
    return typeof permission === 'string' ? may(role, permission) : permission.some((each) => may(role, each))
  })
}

export const OFFICE_REQUESTS = {
  ...SESSION_REQUESTS,
  ...PEOPLE_REQUESTS,
  ...REVIEW_REQUESTS,
  ...CORRECTION_REQUESTS,
  ...EXPOSURE_REQUESTS,
  ...STAFF_REQUESTS,
  ...AUDIT_REQUESTS,
  ...HEALTH_REQUESTS,
  ...SETTING_REQUESTS,
  ...INSTRUMENT_REQUESTS,
  ...SMS_REQUESTS,
} as const satisfies Record<OfficeCallName, z.ZodObject>

export const OFFICE_RESPONSES = {
  ...SESSION_RESPONSES,
  ...PEOPLE_RESPONSES,
  ...REVIEW_RESPONSES,
  ...CORRECTION_RESPONSES,
  ...EXPOSURE_RESPONSES,
  ...STAFF_RESPONSES,
  ...AUDIT_RESPONSES,
  ...HEALTH_RESPONSES,
  ...SETTING_RESPONSES,
  ...INSTRUMENT_RESPONSES,
  ...SMS_RESPONSES,
} as const satisfies Record<OfficeCallName, z.ZodType>

/** The input of a call, as a client sends it. */
export type OfficeInput<Name extends OfficeCallName> = z.input<(typeof OFFICE_REQUESTS)[Name]>
/** The input of a call, as the server parses it. */
export type OfficeRequest<Name extends OfficeCallName> = z.output<(typeof OFFICE_REQUESTS)[Name]>
/** `data` of a successful answer. */
export type OfficeData<Name extends OfficeCallName> = z.output<(typeof OFFICE_RESPONSES)[Name]>
