/**
 * Settings and channels in the office. The rules stand in features/settings; here is who may change which group, what a change would be,
 * and the audit entry in the transaction of the change.
 */
import { isReason, type Reason } from '@veritick/contract'
import { may, type Role, SETTING_GROUPS, type SettingGroup, type SettingKey } from '@veritick/contract/office'
import { type OfficeHandlers, refuse, say } from '../../calls/index.ts'
import { writeAudit } from '../../services/audit/index.ts'
import { HOUR_MS } from '../../services/clock/index.ts'
import { namesOf } from '../../services/office/index.ts'
import type { Context } from './context.ts'
import { tellOfProtection } from './notify.ts'
import { isProtected } from './protection.ts'
import { isSettingKey, SETTINGS } from './registry.ts'
import type { SettingView } from './settings.ts'

const GROUP_OF: { readonly [Key in SettingKey]: SettingGroup } = {
  verify_reg_type: 'registration',
  is_show_mobile: 'registration',
  restricted_countries: 'registration',
  areas: 'registration',
  identity_birth_date_required: 'registration',
  identity_rejected_days: 'registration',
  payee_hold_hours: 'money',
  password_hold_hours: 'money',
  setting_delay_hours: 'money',
  usual_hours_identity: 'money',
  usual_hours_deposit: 'money',
  usual_hours_draw: 'money',
  deposit_min_usd: 'money',
  deposit_without_verification_max_usd: 'money',
  deposit_two_person_limit_usd: 'money',
  charge_networks: 'channels',
  charge_symbols: 'channels',
  charge_banks: 'channels',
  card_provider: 'channels',
  draw_min_usd: 'money',
  draw_max_day_usd: 'money',
  draw_two_person_limit_usd: 'money',
  draw_currencies: 'channels',
  trade_fee_type: 'trading',
  support_email: 'contact',
  service_link: 'contact',
  service_link_type: 'contact',
  alert_recipients: 'alerts',
  alert_quiet_minutes: 'alerts',
  alert_feed_silent_seconds: 'alerts',
  alert_commit_late_ms: 'alerts',
}

/** Refusals that the value itself is the reason of. */
const OF_VALUE: ReadonlySet<Reason> = new Set<Reason>(['setting_invalid', 'sms_unavailable', 'sandbox_beside_money'])

const mayChange = (role: Role, key: SettingKey): boolean => may(role, SETTING_GROUPS[GROUP_OF[key]])

/** How long a change waits that weakens the protection of money. */
const delayOf = (settings: Context['settings']): number => settings.get('setting_delay_hours') * HOUR_MS

export function settingHandlers(
  context: Context,
): OfficeHandlers<'settingList' | 'settingHistory' | 'settingPreview' | 'settingChange'> {
  const { settings, store, runtime, engineSync } = context
  /** Only the kind of fee goes to the engine; everything else is read where it is used. */
  const inForce = ({ key, next }: SettingView) => next === undefined && isTold(key)
  const isTold = (key: SettingKey) => key !== 'trade_fee_type' || !engineSync.waits(key)
  const viewOf = (key: SettingKey) => settings.list().find((each) => each.key === key)

  return {
    settingList: async ({ staff }) => {
      const data = settings.list().map((view) => wireSetting({ ...view, inForce: inForce(view) }, staff.role))
      return { ok: true, data: { data, total: data.length } }
    },

    settingHistory: async ({ params }) => {
      if (!isSettingKey(params.key)) return refuse('setting_unknown', 'key')
      const versions = await settings.history(params.key)
      const named = await namesOf(
        store.query,
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

    settingPreview: async ({ params, staff, language }) => {
      const { key, value } = params
      const view = isSettingKey(key) ? viewOf(key) : undefined
      if (view === undefined) return refuse('setting_unknown', 'key')
      if (!mayChange(staff.role, view.key)) return refuse('not_permitted')
      const issues = SETTINGS[view.key].schema.safeParse(value).error?.issues ?? []
      const faults = issues.map(({ path, message }) => ({
        path: path.map((part) => (typeof part === 'number' ? part : String(part))),
        // Rules of addresses and accounts answer the word of a refusal.
        message: isReason(message) ? say(language, `refusals.${message}`) : message,
      }))
      const refusal = faults.length === 0 ? settings.refusalOf(view.key, value) : undefined
      if (refusal !== undefined) faults.push({ path: [], message: say(language, `refusals.${refusal}`) })
      const changed = JSON.stringify(value) !== JSON.stringify(view.value)
      const from = settings.holdsFrom({ key: view.key, value, delay: delayOf(settings) })
      const holdsFrom = from > runtime.now() ? from : null
      const data = {
        before: view.value,
        after: value ?? null,
        version: view.version,
        changed,
        holds_from: holdsFrom,
        faults,
      }
      return { ok: true, data }
    },

    settingChange: async ({ params, staff, actor }) => {
      const { key, value, seen_version: seenVersion, reason_text: reason } = params
      if (!isSettingKey(key)) return refuse('setting_unknown', 'key')
      if (!mayChange(staff.role, key)) return refuse('not_permitted')
      const change = { key, value, who: actor.who, reason, seenVersion, delay: delayOf(settings) }
      const changed = await settings.change(change, async (tx, { before, after, holdsFrom }) => {
        const at = runtime.now()
        await writeAudit(tx, {
          actor,
          action: 'setting_change',
          subject: { kind: 'setting', id: key },
          reason,
          before,
          after,
          at,
        })
        if (isProtected(key)) await tellOfProtection(context, tx, { key, by: staff.name, reason, at, holdsFrom })
      })
      if (!changed.ok) return refuse(changed.reason, OF_VALUE.has(changed.reason) ? 'value' : undefined)
      const view = viewOf(key)
      return view === undefined
        ? refuse('setting_unknown', 'key')
        : { ok: true, data: wireSetting({ ...view, inForce: inForce(view) }, staff.role) }
    },
  }
}

function wireSetting(view: SettingView & { readonly inForce: boolean }, role: Role) {
  const { key, value, initial, version, next, isPublic, doc, inForce } = view
  return {
    key,
    group: GROUP_OF[key],
    value,
    initial,
    version,
    is_public: isPublic,
    in_force: inForce,
    next: next === undefined ? null : { version: next.version, value: next.value, holds_from: next.holdsFrom },
    doc,
    changeable: mayChange(role, key),
  }
}
