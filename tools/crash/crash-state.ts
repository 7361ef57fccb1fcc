/** The state of one customer's money, in every table that holds it. */
import type { UserId } from '@veritick/domain'
import { userOf } from '@veritick/testing/customers'
import { mailsTo } from '@veritick/testing/people'
import type { Caller, TestServer } from '@veritick/testing/test-server'

export type CustomerState = {
  readonly balance: string
  readonly locked: string
  /** The kind and state of each record, with their number. */
  readonly records: Readonly<Record<string, number>>
  readonly ledger: Readonly<Record<string, number>>
  readonly mails: Readonly<Record<string, number>>
  /** Proof pictures that can still be read. */
  readonly pictures: number
}

export async function stateOf(
  server: TestServer,
  whose: { readonly me: Caller; readonly email: string },
): Promise<CustomerState> {
  const { me, email } = whose
  const { balance, lock_balance: locked } = await me.does('forexDetail', {})
  const { store, core } = server.context
  await core.projected()
  const user = await userOf(me)
  const words = (sql: string) => store.query<{ word: string }>(sql, [user]).then((rows) => rows.map(({ word }) => word))
  return {
    balance,
    locked,
    records: counted([
      ...(await words(
        `select 'deposit ' || state || ' ' || coalesce(credited, 0) as word from deposits where user_id = $1`,
      )),
      ...(await words(`select 'withdrawal ' || state as word from withdrawals where user_id = $1`)),
      ...(await words(`select 'correction ' || state as word from corrections where user_id = $1`)),
      ...(await words(`select 'reward ' || state as word from invite_rewards where user_id = $1`)),
    ]),
    ledger: counted(
      await words(
        'select l.kind as word from account_log l join accounts a on a.account_id = l.account where a.user_id = $1',
      ),
    ),
    mails: counted((await mailsTo(server, email)).map(({ subject }) => subject)),
    pictures: await picturesOf(server, user),
  }
}

async function picturesOf({ context, url }: TestServer, user: UserId): Promise<number> {
  const rows = await context.store.query<{ proof: string }>(
    'select proof from deposits where user_id = $1 and proof is not null',
    [user],
  )
  const [signedIn] = await context.sessions.list(user)
  const viewer = { kind: 'real', id: user, session: signedIn?.id } as const
  const looks = await Promise.all(rows.map(({ proof }) => fetch(url + context.files.tickets.address(proof, viewer))))
  return looks.filter((look) => look.headers.get('content-type') === 'image/jpeg').length
}

function counted(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
