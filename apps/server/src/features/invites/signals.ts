/**
 * Signs that one person is behind an invited account and another of the same circle: the inviter, the inviter's own
 * inviter, and the other customers that the inviter invited. They share an identity document, a name with a birth date,
 * a payee, a browser or a network. Staff see them; customers never do.
 */
import { REWARD_SIGNALS } from '@veritick/contract/office'
import type { UserId } from '@veritick/domain'
import type { Query } from '../../store/index.ts'

export type SignalWord = (typeof REWARD_SIGNALS)[number]
export type Signal = { readonly by: SignalWord; readonly user: UserId }

/** Signals that one reward shows. A ring of accounts has far fewer; a shared network of a provider may have more. */
const SIGNALS_MAX = 50

/** The most telling first. */
export async function signalsOf(
  query: Query,
  pair: { readonly inviter: UserId; readonly invited: UserId },
): Promise<readonly Signal[]> {
  const rows = await query<{ by: SignalWord; user_id: UserId }>(SIGNALS, [pair.inviter, pair.invited])
  return rows.map(({ by, user_id: user }) => ({ by, user }))
}

/** Each word once, in the order of REWARD_SIGNALS. */
export const wordsOfSignals = (signals: readonly Signal[]): readonly SignalWord[] =>
  REWARD_SIGNALS.filter((word) => signals.some(({ by }) => by === word))

export const signalWordsIn = (flags: string): SignalWord[] => {
  const words = flags.split(' ')
  return REWARD_SIGNALS.filter((word) => words.includes(word))
}

const SIGNALS = `with circle as (
    select user_id from users
    where user_id <> $2 and (user_id = $1 or invited_by = $1
      or user_id = (select invited_by from users where user_id = $1))
  ), shared as (
    select 'document' as by, other.user_id from identity_submissions own
      join identity_submissions other on other.number_print = own.number_print
      where own.user_id = $2
    union select 'person', other.user_id from identity_submissions own
      join identity_submissions other on other.person_print = own.person_print
      where own.user_id = $2
    union select 'payee', other.user_id from payees own join payees other on other.account_print = own.account_print
      where own.user_id = $2
    union select 'browser', circle.user_id from known_browsers own
      join known_browsers other on split_part(other.browser_hash, '.', 1) = split_part(own.browser_hash, '.', 1)
      join circle on other.owner = 'customer ' || circle.user_id
      where own.owner = 'customer ' || $2::text
    union select 'network', other.user_id from user_networks own
      join user_networks other on other.network_hash = own.network_hash
      where own.user_id = $2
  )
  select shared.by, shared.user_id from shared join circle on circle.user_id = shared.user_id
  order by array_position(array[${REWARD_SIGNALS.map((word) => `'${word}'`).join(', ')}], shared.by), shared.user_id
  limit ${SIGNALS_MAX}`
