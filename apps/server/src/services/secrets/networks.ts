/**
 * Networks that a customer signed in from, by which several accounts of one person are found. The store holds keyed
 * hashes, for as long as such a ring can matter.
 */
import type { UserId } from '@veritick/domain'
import type { Query } from '../../store/index.ts'
import { DAY_MS, type Runtime } from '../clock/index.ts'
import type { Encryption } from '../encryption/index.ts'

/** More than a customer uses. The least recently used one is forgotten first. */
const NETWORKS_MAX = 20
const KEPT_MS = 90 * DAY_MS

/** `network`: as rate limits count it (services/network). Pass the transaction's query. */
export async function rememberNetwork(
  query: Query,
  given: {
    readonly user: UserId
    readonly network: string
    readonly runtime: Runtime
    readonly encryption: Pick<Encryption, 'fingerprint'>
  },
): Promise<void> {
  const { user, network, runtime, encryption } = given
  const now = runtime.now()
  await query(
    `insert into user_networks (user_id, network_hash, used_at) values ($1, $2, $3)
     on conflict (user_id, network_hash) do update set used_at = excluded.used_at`,
    [user, encryption.fingerprint('customer network', network), now],
  )
  await query(
    `delete from user_networks where user_id = $1 and (used_at < $2 or network_hash in
       (select network_hash from user_networks where user_id = $1 order by used_at desc, network_hash offset $3))`,
    [user, now - KEPT_MS, NETWORKS_MAX],
  )
}
