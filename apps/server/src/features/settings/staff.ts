/**
 * Settings and channels in the office: which role may change which group, the preview of a change, and the audit entry
 * in the transaction of the change. settings.ts holds the rules.
 */
import { isReason, type Reason } from '@veritick/contract'
import { may, type Role, SETTING_GROUPS, type SettingGroup, type SettingKey } from '@veritick/contract/office'
import { type OfficeHandlers, refuse, say } from '../../calls/index.ts'
import { writeAudit } from '../../services/audit/index.ts'
import { HOUR_MS } from '../../services/clock/index.ts'
import { firstDayEnd, namesOf } from '../../services/office/index.ts'
import type { Context } from './context.ts'
import { tellOfProtection } from './notify.ts'
import { alsoTold, isChannel, isProtected } from './protection.ts'
import { isSettingKey, SETTINGS } from './registry.ts'
import type { SettingView } from './settings.ts'

const GROUP_OF: { readonly [Key in SettingKey]: SettingGroup } = {
  verify_reg_type: 'registration',
  is_show_mobile: 'registration',
  default_language: 'registration',
  restricted_countries: 'registration',
  areas: 'registration',
  identity_birth_date_required: 'registration',
  identity_rejected_days: 'registration',
  closed_account_kept_days: 'registration',
  closed_unused_account_kept_days: 'registration',
  // The role of the contact settings works with no conversation, so it does not decide when they are deleted.
  support_kept_days: 'registration',
  invite_off_countries: 'registration',
  invite_special_accounts: 'registration',
  payee_hold_hours: 'money',
  password_hold_hours: 'money',
  setting_delay_hours: 'money',
  usual_hours_identity: 'money',
  usual_hours_deposit: 'money',
  usual_hours_draw: 'money',
  deposit_min_usd: 'money',
  deposit_without_verification_max_usd: 'money',
  deposit_two_person_limit_usd: 'money',
  deposit_approver_limit_usd: 'money',
  deposit_price_max_hours: 'money',
  charge_networks: 'channels',
  charge_symbols: 'channels',
  charge_banks: 'channels',
  card_provider: 'channels',
  draw_min_usd: 'money',
  draw_max_day_usd: 'money',
  draw_two_person_limit_usd: 'money',
  draw_approver_limit_usd: 'money',
  draw_currencies: 'channels',
  draw_price_max_hours: 'money',
  trade_fee_type: 'trading',
  support_email: 'contact',
  service_link: 'contact',
  service_link_type: 'contact',
  operator: 'company',
  companies: 'company',
  company_documents: 'company',
  company_claims: 'company',
  desktop_host: 'company',
  terms_changed_on: 'company',
  support_hours: 'contact',
  complaint_email: 'contact',
  alert_recipients: 'alerts',
  alert_quiet_minutes: 'alerts',
  alert_feed_silent_seconds: 'alerts',
  alert_commit_late_ms: 'alerts',
}

/** Refusals whose cause is the value. */
const OF_VALUE: ReadonlySet<Reason> = new Set<Reason>(['setting_invalid', 'sms_unavailable', 'sandbox_beside_money'])

const mayChange = (role: Role, key: SettingKey): boolean => may(role, SETTING_GROUPS[GROUP_OF[key]])

/**
 * The delay of a change that weakens a protection. On the first day of a platform the first value of each
 * list of channels has none. Later a first bank account would lead deposits away from the networks that customers know.
 * `seenVersion`: 0 where the change is the first one.
 */
async function delayOf(
  { settings, store, runtime, encryption, knownVersions }: Context,
  change: { readonly key: SettingKey; readonly seenVersion: number },
): Promise<number> {
  const delay = settings.get('setting_delay_hours') * HOUR_MS
  if (change.seenVersion > 0 || !isChannel(change.key)) return delay
  const firstDay = await firstDayEnd({ query: store.query, encryption, knownVersions })
  return firstDay === undefined || runtime.now() < firstDay ? 0 : delay
}

export function settingHandlers(
  context: Context,
): OfficeHandlers<'settingList' | 'settingHistory' | 'settingPreview' | 'settingChange'> {
  const { settings, store, runtime, engineSync } = context
  /** The engine must know the kind of fee; every other setting is read where it is used. */
  const inForce = ({ key, next }: SettingView) => next === undefined && isInEngine(key)
  const isInEngine = (key: SettingKey) => key !== 'trade_fee_type' || !engineSync.waits(key)

  return {
    settingList: async ({ staff }) => {
      const data = settings.list().map((view) => wireSetting({ ...view, inForce: inForce(view) }, staff.role))
      return { ok: true, data: { data, total: data.length } }
    },

    settingHistory: async ({ params }) => {
      if (!isSettingKey(params.key)) return refuse('setting_unknown', 'key')
      const versions = await settings.history(params.key)
      const named = await namesOf(
        { ...context, query: store.query },
        versions.map(({ who }) => who),
      )
      const data = versions.map(({ who, reason, holdsFrom, ...version }) => ({
        ...version,
        by: named(who),
        reason_text: reason,
        holds_from: holdsFrom,
      }))
      return { ok: true, data: { data, total: data.length } }
    },

    settingPreview: async (request) => previewOf(context, request),

    settingChange: async ({ params, staff, actor }) => {
      const { key, value, seen_version: seenVersion, reason_text: reason } = params
      if (!isSettingKey(key)) return refuse('setting_unknown', 'key')
      if (!mayChange(staff.role, key)) return refuse('not_permitted')
      const delay = await delayOf(context, { key, seenVersion })
      const change = { key, value, who: actor.who, reason, seenVersion, delay }
      const changed = await settings.change(change, async (tx, { before, after, ...force }) => {
        const at = runtime.now()
        await writeAudit(
          { ...context, tx },
          {
            actor,
            action: 'setting_change',
            subject: { kind: 'setting', id: key },
            reason,
            before,
            after,
            at,
          },
        )
        if (!isProtected(key)) return
        const roles = alsoTold(key, settings.get(key))
        await tellOfProtection(context, tx, { key, by: staff.name, reason, at, ...force, alsoTold: roles })
      })
      if (!changed.ok) return refuse(changed.reason, OF_VALUE.has(changed.reason) ? 'value' : undefined)
      const view = viewOf(settings, key)
      return view === undefined
        ? refuse('setting_unknown', 'key')
        : { ok: true, data: wireSetting({ ...view, inForce: inForce(view) }, staff.role) }
    },
  }
}

type Handled = OfficeHandlers<'settingPreview'>['settingPreview']

/** Describes the change without making it. */
async function previewOf(context: Context, { params, staff, language }: Parameters<Handled>[0]) {
  const { settings, runtime } = context
  const { key, value } = params
  const view = isSettingKey(key) ? viewOf(settings, key) : undefined
  if (view === undefined) return refuse('setting_unknown', 'key')
  if (!mayChange(staff.role, view.key)) return refuse('not_permitted')
  const issues = SETTINGS[view.key].schema.safeParse(value).error?.issues ?? []
  const faults = issues.map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    // The schemas of addresses and accounts give a refusal's reason as the message.
    message: isReason(message) ? say(language, `refusals.${message}`) : message,
  }))
  const refusal = faults.length === 0 ? settings.refusalOf(view.key, value) : undefined
  if (refusal !== undefined) faults.push({ path: [], message: say(language, `refusals.${refusal}`) })
  const { value: before, version } = view
  const changed = JSON.stringify(value) !== JSON.stringify(before)
  const delay = await delayOf(context, { key: view.key, seenVersion: version })
  const from = settings.holdsFrom({ key: view.key, value, delay })
  const holdsFrom = from > runtime.now() ? from : null
  return { ok: true as const, data: { before, after: value ?? null, version, changed, holds_from: holdsFrom, faults } }
}

const viewOf = (settings: Context['settings'], key: SettingKey): SettingView | undefined =>
  settings.list().find((each) => each.key === key)

function wireSetting(view: SettingView & { readonly inForce: boolean }, role: Role) {
  const { key, value, initial, version, setAt, next, isPublic, doc, inForce } = view
  return {
    key,
    group: GROUP_OF[key],
    value,
    initial,
    version,
    set_at: setAt ?? null,
    is_public: isPublic,
    in_force: inForce,
    next:
      next === undefined
        ? null
        : { version: next.version, value: next.value, set_at: next.setAt, holds_from: next.holdsFrom },
    doc,
    changeable: mayChange(role, key),
  }
}
