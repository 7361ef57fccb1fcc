/**
 * The steps of a deposit or withdrawal, from the server's record: past ones with their times, the current one, the next
 * ones. Their texts are in the locale section `timeline`.
 */
import { CHARGE_STATUS, CHARGE_TYPE, type ChargeRecord, DRAW_STATUS, type DrawRecord } from '@veritick/contract'
import { unreachable } from '@veritick/domain'
import { MINUTE_MILLIS } from '../../format/time.ts'

export const DEPOSIT_STEPS = [
  'reported',
  'checking',
  'begun',
  'paying_card',
  'credited',
  'declined',
  'rejected',
  'invalid',
] as const
export const WITHDRAWAL_STEPS = ['requested', 'review', 'approved', 'paying', 'paid', 'released', 'cancelled'] as const
export type StepName = (typeof DEPOSIT_STEPS)[number] | (typeof WITHDRAWAL_STEPS)[number]

/** `ended`: the record stopped here without a movement of money. */
export type Step = {
  readonly name: StepName
  readonly state: 'done' | 'now' | 'next' | 'ended'
  /** Unix milliseconds. */
  readonly at?: number
  /** The remark of staff or of the bank. */
  readonly note?: string
}

type WithTimeline = {
  readonly timeline: readonly { readonly step: string; readonly at: string; readonly note: string }[]
}

/** Time and note of a step in the server's record. */
function recorded(record: WithTimeline, step: string): Pick<Step, 'at' | 'note'> {
  const found = record.timeline.find((each) => each.step === step)
  if (found === undefined) return {}
  return { at: Date.parse(found.at), ...(found.note === '' ? {} : { note: found.note }) }
}

export function depositSteps(deposit: Pick<ChargeRecord, 'type' | 'status' | 'timeline'>): Step[] {
  const card = deposit.type === CHARGE_TYPE.card
  const first: Step = { name: card ? 'begun' : 'reported', state: 'done', ...recorded(deposit, 'reported') }
  const { status } = deposit
  switch (status) {
    case CHARGE_STATUS.unchecked:
      return [first, { name: card ? 'paying_card' : 'checking', state: 'now' }, { name: 'credited', state: 'next' }]
    case CHARGE_STATUS.begun:
      return [first, { name: 'paying_card', state: 'now' }, { name: 'credited', state: 'next' }]
    case CHARGE_STATUS.finished:
      return [first, { name: 'credited', state: 'done', ...recorded(deposit, 'finished') }]
    case CHARGE_STATUS.rejected:
      return [first, { name: card ? 'declined' : 'rejected', state: 'ended', ...recorded(deposit, 'rejected') }]
    case CHARGE_STATUS.invalid:
      return [first, { name: 'invalid', state: 'ended', ...recorded(deposit, 'invalid') }]
    default:
      return unreachable(status)
  }
}

export function withdrawalSteps(draw: Pick<DrawRecord, 'status' | 'timeline'>): Step[] {
  const requested: Step = { name: 'requested', state: 'done', ...recorded(draw, 'requested') }
  const approval = recorded(draw, 'approved')
  const approved: Step[] = approval.at === undefined ? [] : [{ name: 'approved', state: 'done', ...approval }]
  const { status } = draw
  switch (status) {
    case DRAW_STATUS.waiting:
      return [
        requested,
        { name: 'review', state: 'now' },
        { name: 'paying', state: 'next' },
        { name: 'paid', state: 'next' },
      ]
    case DRAW_STATUS.approved:
      return [requested, ...approved, { name: 'paying', state: 'now' }, { name: 'paid', state: 'next' }]
    case DRAW_STATUS.paid:
      return [requested, ...approved, { name: 'paid', state: 'done', ...recorded(draw, 'paid') }]
    case DRAW_STATUS.rejected:
      return [requested, ...approved, { name: 'released', state: 'ended', ...recorded(draw, 'rejected') }]
    case DRAW_STATUS.cancelled:
      return [requested, { name: 'cancelled', state: 'ended', ...recorded(draw, 'cancelled') }]
    default:
      return unreachable(status)
  }
}

/** The state of a record, for its colour: open, done, or ended without a movement of money. */
export type Standing = 'open' | 'done' | 'ended'

export function standingOf(steps: readonly Step[]): Standing {
  if (steps.some((step) => step.state === 'now')) return 'open'
  return steps.at(-1)?.state === 'ended' ? 'ended' : 'done'
}

const HOUR_MINUTES = 60
const DAY_HOURS = 24
/** Above this, days are used. */
const HOURS_MAX = 48

/** A usual time in minutes, hours or days, rounded up. */
export function usualOf(minutes: number): { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number } {
  if (minutes <= HOUR_MINUTES) return { unit: 'minutes', count: Math.max(1, minutes) }
  const hours = Math.ceil(minutes / HOUR_MINUTES)
  return hours <= HOURS_MAX ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.ceil(hours / DAY_HOURS) }
}

/** Whether a record takes longer than usual. */
export const isLate = (now: number, wait: { readonly since: number; readonly usualMinutes: number }): boolean =>
  now - wait.since > wait.usualMinutes * MINUTE_MILLIS
