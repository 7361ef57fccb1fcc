/**
 * Which terms of use are in force, and which customers have not accepted them yet. The texts have a version; the
 * setting `terms_changed_on` makes a new one of the same texts, such as for another contract party. The customers who
 * have not accepted are kept in memory, because every order asks: their number is small except after a change.
 */
import type { Millis, UserId } from '@veritick/domain'
import { LEGAL_DATE, LEGAL_VERSION } from '@veritick/locales/legal'
import type { Logger } from 'pino'
import type { Session } from '../../calls/index.ts'
import type { Store, Transaction } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'

export type UsageTermsParts = {
  readonly store: Store
  readonly settings: Settings
  readonly log: Logger
}

/** `changedOn`: the day of the change, YYYY-MM-DD. */
export type TermsInForce = { readonly version: string; readonly changedOn: string }

type SessionOf = Pick<Session, 'user' | 'accountKind'>

export type UsageTerms = {
  inForce(): TermsInForce
  /** True until the customer has accepted the version in force. */
  isNeeded(user: UserId): boolean
  /** The refusal of an order of this session that opens. A demo account needs no terms. */
  refusalOf(session: SessionOf): 'terms_acceptance_needed' | undefined
  /** The customer has accepted this version, if and only if the transaction commits. Idempotent. */
  accept(tx: Transaction, accepted: Accepted & { readonly at: Millis }): Promise<void>
}

/** The later of the texts' own date and the day that the operator states. */
export function termsInForce(changedOn: string): TermsInForce {
  if (changedOn <= LEGAL_DATE) return { version: LEGAL_VERSION, changedOn: LEGAL_DATE }
  return { version: `${LEGAL_VERSION} of ${changedOn}`, changedOn }
}

/** Reads who has not accepted before it answers its first caller. */
export async function openUsageTerms(parts: UsageTermsParts): Promise<UsageTerms> {
  const { settings, log } = parts
  const inForce = () => termsInForce(settings.get('terms_changed_on'))
  let waiting = await readWaiting(parts, inForce().version)
  /** For each read of the store that is under way, the acceptances that ended meanwhile: it may have missed them. */
  const reading = new Set<Accepted[]>()

  settings.onChanged(async (key) => {
    const { version } = inForce()
    if (key !== 'terms_changed_on' || version === waiting.version) return
    const endedMeanwhile: Accepted[] = []
    reading.add(endedMeanwhile)
    try {
      const read = await readWaiting(parts, version)
      for (const accepted of endedMeanwhile) note(read, accepted)
      // A later change may have been read first.
      if (version === inForce().version) waiting = read
    } catch (error) {
      log.error({ err: error }, 'who has accepted the terms could not be read; every customer is asked')
    } finally {
      reading.delete(endedMeanwhile)
    }
  })

  /** Until it is read who has accepted a new version, every customer is asked. */
  const isNeeded = (user: UserId): boolean => waiting.version !== inForce().version || waiting.users.has(user)
  return {
    inForce,
    isNeeded,
    refusalOf: ({ user, accountKind }) =>
      accountKind === 'real' && isNeeded(user) ? 'terms_acceptance_needed' : undefined,
    accept: async (tx, accepted) => {
      const { user, version, at } = accepted
      tx.onEnd((end) => {
        // Of an unknown end the customer is asked again, and may accept the same version a second time.
        const ended = end === 'committed' ? accepted : { user, version: '' }
        for (const meanwhile of reading) meanwhile.push(ended)
        note(waiting, ended)
      })
      await tx.query(
        'insert into terms_acceptances (user_id, version, accepted_at) values ($1, $2, $3) on conflict do nothing',
        [user, version, at],
      )
    },
  }
}

type Accepted = { readonly user: UserId; readonly version: string }

function note(waiting: Waiting, { user, version }: Accepted): void {
  if (version === waiting.version) waiting.users.delete(user)
  else waiting.users.add(user)
}

type Waiting = { readonly version: string; readonly users: Set<UserId> }

async function readWaiting({ store }: Pick<UsageTermsParts, 'store'>, version: string): Promise<Waiting> {
  const rows = await store.query<{ user: UserId }>(
    `select user_id as user from users where kind = 'real' and not exists (
       select 1 from terms_acceptances accepted where accepted.user_id = users.user_id and accepted.version = $1)`,
    [version],
  )
  return { version, users: new Set(rows.map(({ user }) => user)) }
}
