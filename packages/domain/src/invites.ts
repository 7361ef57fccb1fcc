/**
 * The rules of the invite programme, as the specification states them, and the pure functions that decide them. All
 * moments are wall time. A working day is Monday to Friday, UTC: holidays differ by country and only make it longer.
 */
import { type Micros, type Millis, micros, millis, MICROS_PER_USD as USD } from './numbers.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const INVITE_RULES = {
  /** The invited customer signs in within this many days of the registration. */
  signInDays: 7,
  /** Value of closed positions of real accounts. */
  volume: micros(500 * USD),
  /** The net deposit of a step stays for this many days without a break. */
  keptDays: 3,
  /** A reward is reviewed for this many working days before it can be paid. */
  reviewWorkingDays: 3,
  /** 2025-02-25 16:00 at UTC+8. Earlier registrations earn nothing. */
  effectiveFrom: millis(Date.UTC(2025, 1, 25, 8)),
} as const

/** Each step is rewarded once for an invited customer. Lowest first. */
export const INVITE_STEPS = [
  { step: 1, netDeposit: micros(300 * USD), reward: micros(30 * USD) },
  { step: 2, netDeposit: micros(30_000 * USD), reward: micros(500 * USD) },
  { step: 3, netDeposit: micros(100_000 * USD), reward: micros(1_000 * USD) },
] as const

export type InviteStep = (typeof INVITE_STEPS)[number]['step']

/** Money that came to or left the real accounts of an invited customer. Signed. */
export type DepositFlow = { readonly at: Millis; readonly kind: 'payment' | 'correction'; readonly amount: Micros }

export type KeptDeposit = {
  /** Deposits less withdrawals now. */
  readonly net: Micros
  /** Since when it is at least the threshold; `undefined`: it is below. */
  readonly since: Millis | undefined
  /** The longest time without a break that it was at least the threshold, in milliseconds. */
  readonly longest: number
}

/**
 * How long the net deposit stayed at or above `threshold`. `flows`: oldest first. A withdrawal counts when it is
 * requested; one that comes back begins a new period. A correction that takes money counts like a withdrawal; one that
 * gives money only makes up for earlier ones, because compensation is not a deposit.
 */
export function keptDeposit(
  flows: readonly DepositFlow[],
  { threshold, now }: { readonly threshold: Micros; readonly now: Millis },
): KeptDeposit {
  let payments = 0
  let corrections = 0
  let since: Millis | undefined
  let longest = 0
  for (const { at, kind, amount } of flows) {
    if (kind === 'payment') payments += amount
    else corrections = Math.min(0, corrections + amount)
    const isEnough = payments + corrections >= threshold
    if (isEnough) since ??= at
    else if (since !== undefined) {
      longest = Math.max(longest, at - since)
      since = undefined
    }
  }
  if (since !== undefined) longest = Math.max(longest, now - since)
  return { net: micros(payments + corrections), since, longest }
}

/** True once the deposit has stayed for the days of INVITE_RULES without a break; `longest` in milliseconds. */
export const isKeptLongEnough = ({ longest }: Pick<KeptDeposit, 'longest'>): boolean =>
  longest >= INVITE_RULES.keptDays * DAY_MS

/** Whole days kept so far, at most those that are needed. */
export const keptDays = ({ longest }: Pick<KeptDeposit, 'longest'>): number =>
  Math.min(INVITE_RULES.keptDays, Math.floor(longest / DAY_MS))

/** `missed`: the time has passed without a sign-in. */
export function signInOf(
  customer: { readonly registeredAt: Millis; readonly firstSignInAt: Millis | undefined },
  now: Millis,
): 'done' | 'open' | 'missed' {
  const until = customer.registeredAt + INVITE_RULES.signInDays * DAY_MS
  if (customer.firstSignInAt !== undefined) return customer.firstSignInAt <= until ? 'done' : 'missed'
  return now <= until ? 'open' : 'missed'
}

/** The steps whose conditions are met. */
export function stepsReached(
  measured: { readonly signIn: 'done' | 'open' | 'missed'; readonly volume: Micros },
  kept: (threshold: Micros) => KeptDeposit,
): readonly InviteStep[] {
  if (measured.signIn !== 'done' || measured.volume < INVITE_RULES.volume) return []
  return INVITE_STEPS.filter(({ netDeposit }) => isKeptLongEnough(kept(netDeposit))).map(({ step }) => step)
}

const SATURDAY = 6
const SUNDAY = 0

/** The moment that is `days` working days later, at the same time of day. From a weekend they count from its end. */
export function addWorkingDays(from: Millis, days: number): Millis {
  const weekday = (at: number) => new Date(at).getUTCDay()
  const isFree = (at: number) => weekday(at) === SATURDAY || weekday(at) === SUNDAY
  let at: number = from
  if (isFree(at)) {
    at -= at % DAY_MS
    while (isFree(at)) at += DAY_MS
  }
  for (let left = days; left > 0; ) {
    at += DAY_MS
    // The day that ends here counts by its last moment: from midnight of Friday one working day ends at midnight.
    if (!isFree(at - 1)) left -= 1
  }
  return millis(at)
}
