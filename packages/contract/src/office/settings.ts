/**
 * Settings of the operator, payment channels included: each with its meaning, versions, a preview of a change, and the
 * change. The group of a setting decides which role may change it.
 */
import { z } from 'zod'
import { whole, words } from '../schemas/fields.ts'
import { count, moment } from '../schemas/values.ts'
import { CHANGES, DECIDES, listOf, none, type OfficeCall, READS, reasonText } from './call.ts'
import { actor } from './people.ts'
import type { Permission } from './permissions.ts'

/** Groups of settings, and the permission to change each. */
export const SETTING_GROUPS = {
  registration: 'settings_registration',
  money: 'settings_money',
  channels: 'settings_channels',
  trading: 'settings_trading',
  contact: 'settings_contact',
  company: 'settings_company',
  alerts: 'settings_alerts',
} as const satisfies Record<string, Permission>
export type SettingGroup = keyof typeof SETTING_GROUPS
const GROUPS = [
  'registration',
  'money',
  'channels',
  'trading',
  'contact',
  'company',
  'alerts',
] as const satisfies readonly SettingGroup[]

/**
 * All settings. The server defines the valid values, the office the forms; both fail to compile without one of them.
 */
export const SETTING_KEYS = [
  'verify_reg_type',
  'is_show_mobile',
  'default_language',
  'restricted_countries',
  'areas',
  'identity_birth_date_required',
  'identity_rejected_days',
  'closed_account_kept_days',
  'closed_unused_account_kept_days',
  'support_kept_days',
  'invite_off_countries',
  'invite_special_accounts',
  'payee_hold_hours',
  'password_hold_hours',
  'setting_delay_hours',
  'usual_hours_identity',
  'usual_hours_deposit',
  'usual_hours_draw',
  'deposit_min_usd',
  'deposit_without_verification_max_usd',
  'deposit_two_person_limit_usd',
  'deposit_approver_limit_usd',
  'deposit_price_max_hours',
  'charge_networks',
  'charge_symbols',
  'charge_banks',
  'card_provider',
  'draw_min_usd',
  'draw_max_day_usd',
  'draw_two_person_limit_usd',
  'draw_approver_limit_usd',
  'draw_currencies',
  'draw_price_max_hours',
  'trade_fee_type',
  'support_email',
  'service_link',
  'service_link_type',
  'support_hours',
  'complaint_email',
  'operator',
  'companies',
  'company_documents',
  'company_claims',
  'desktop_host',
  'terms_changed_on',
  'alert_recipients',
  'alert_quiet_minutes',
  'alert_feed_silent_seconds',
  'alert_commit_late_ms',
] as const
export type SettingKey = (typeof SETTING_KEYS)[number]

const CHANGERS = [
  'settings_registration',
  'settings_money',
  'settings_channels',
  'settings_trading',
  'settings_contact',
  'settings_company',
  'settings_alerts',
] as const

const key = words({ max: 64, description: 'Of the setting' })
const value = z.unknown().meta({ description: 'JSON of the type of the setting' })

export const settingRow = z.object({
  key: z.literal(SETTING_KEYS),
  group: z.literal(GROUPS),
  value: z.unknown(),
  initial: z.unknown().meta({ description: 'The default value' }),
  version: count,
  set_at: moment.nullable().meta({ description: 'When the current value was saved; null: never changed' }),
  is_public: z.boolean(),
  in_force: z.boolean().meta({
    description: 'false: the value is saved and takes effect in a moment; until then the previous one applies',
  }),
  next: z
    .object({ version: count, value: z.unknown(), set_at: moment, holds_from: moment })
    .nullable()
    .meta({ description: 'A newer version that is saved and not in force yet' }),
  doc: z.string(),
  changeable: z.boolean().meta({ description: 'Whether the caller may change it' }),
})

export const SETTING_CALLS = {
  settingList: {
    ...READS,
    path: '/office/settings/list',
    caller: 'settings_read',
    doc: 'All settings with their current values.',
    request: none,
    answer: listOf(settingRow),
  },
  settingHistory: {
    ...READS,
    path: '/office/settings/history',
    caller: 'settings_read',
    doc: 'All versions of one setting, newest first.',
    request: z.object({ key }),
    answer: listOf(
      z.object({
        version: count,
        value: z.unknown(),
        by: actor,
        reason_text: z.string(),
        at: moment,
        holds_from: moment,
      }),
    ),
  },
  settingPreview: {
    ...CHANGES,
    path: '/office/settings/preview',
    caller: CHANGERS,
    doc: 'Preview of a change: before, after and faults. Saves nothing.',
    request: z.object({ key, value }),
    answer: z.object({
      before: z.unknown(),
      after: z.unknown(),
      version: count,
      changed: z.boolean(),
      holds_from: moment.nullable().meta({ description: 'null: it would hold at once' }),
      faults: z.array(
        z.object({
          path: z.array(z.union([z.string(), z.number()])).meta({ description: 'Path in the value' }),
          message: z.string(),
        }),
      ),
    }),
  },
  settingChange: {
    ...DECIDES,
    path: '/office/settings/change',
    caller: CHANGERS,
    doc:
      'Changes a setting. seen_version must be the current version, so that of two simultaneous changes one is ' +
      'refused.',
    request: z.object({
      key,
      value,
      seen_version: whole({
        min: 0,
        max: 1_000_000_000,
        description: 'The version that the caller saw; 0: never changed',
      }),
      reason_text: reasonText,
    }),
    answer: settingRow,
  },
} as const satisfies Record<string, OfficeCall>
