/** The data of /mine/invite: the link, the conditions with their numbers, and the progress of a friend. */
import { INVITE_PARAMETER, type InviteFriend, type InviteInfo } from '@veritick/contract'
import type { Key } from '@veritick/locales'

/** The registration page with this code. */
export const inviteLink = (origin: string, code: string): string =>
  `${origin}/register?${INVITE_PARAMETER}=${encodeURIComponent(code)}`

/** The code of a link; `invite` is its short form in printed links. Empty: none. */
export function codeInLink(search: string): string {
  const parameters = new URLSearchParams(search)
  return parameters.get(INVITE_PARAMETER) ?? parameters.get('invite') ?? ''
}

type Formats = {
  /** Money of the wire with its currency. */
  readonly money: (amount: string) => string
  readonly moment: (at: number) => string
}

export type Text = { readonly key: Key; readonly values: Readonly<Record<string, string>> }

/** The conditions in the order in which a friend meets them. */
export function conditionsOf({ rules }: Pick<InviteInfo, 'rules'>, { money, moment }: Formats): readonly Text[] {
  return [
    { key: 'invite.rule_sign_in', values: { days: String(rules.sign_in_days) } },
    { key: 'invite.rule_volume', values: { amount: money(rules.volume) } },
    { key: 'invite.rule_deposit', values: { days: String(rules.kept_days) } },
    { key: 'invite.rule_verified', values: {} },
    { key: 'invite.rule_review', values: { days: String(rules.review_working_days) } },
    { key: 'invite.rule_once', values: {} },
    { key: 'invite.rule_excluded', values: {} },
    { key: 'invite.rule_from', values: { time: moment(rules.effective_from) } },
    { key: 'invite.rule_privacy', values: {} },
  ]
}

export type Condition = Text & { readonly isMet: boolean }

/** The reason why a friend earns nothing; `undefined`: the friend counts. */
export function notCounted(friend: InviteFriend, { rules }: Pick<InviteInfo, 'rules'>, { moment }: Formats) {
  if (friend.counts === 1) return undefined
  const isEarly = friend.joined_at < rules.effective_from
  return isEarly
    ? ({ key: 'invite.not_counted_early', values: { time: moment(rules.effective_from) } } as const)
    : ({ key: 'invite.not_counted_excluded', values: {} } as const)
}

/** The three conditions of a friend. Empty if the registration earns nothing. */
export function progressOf(friend: InviteFriend, { rules }: Pick<InviteInfo, 'rules'>): readonly Condition[] {
  if (friend.counts === 0) return []
  const isKept = friend.kept_days >= rules.kept_days
  const days = { day: String(friend.kept_days), days: String(rules.kept_days) }
  return [
    { key: `invite.sign_in_${friend.sign_in}`, values: {}, isMet: friend.sign_in === 'done' },
    {
      key: friend.volume_reached === 1 ? 'invite.volume_done' : 'invite.volume_open',
      values: {},
      isMet: friend.volume_reached === 1,
    },
    { key: isKept ? 'invite.kept_done' : 'invite.kept_open', values: isKept ? {} : days, isMet: isKept },
  ]
}

/** The rewards of a friend, each with its state and moment. */
export function rewardsOf({ rewards }: Pick<InviteFriend, 'rewards'>, { money, moment }: Formats): readonly Text[] {
  return rewards.map(({ state, amount, from }) => ({
    key: `invite.reward_${state}`,
    values: { amount: money(amount), time: moment(from) },
  }))
}

/** The texts for a missing programme; `undefined`: the programme is open. */
export function closedTexts({
  state,
}: Pick<InviteInfo, 'state'>): { readonly title: Key; readonly text: Key } | undefined {
  if (state === 'open') return undefined
  return state === 'country_off'
    ? { title: 'invite.off_title', text: 'invite.off_text' }
    : { title: 'invite.excluded_title', text: 'invite.excluded_text' }
}
