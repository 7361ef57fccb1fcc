/** For tests: a freeze as a process leaves it that ended before the engine was told. */
import type { UserId } from '@veritick/domain'
import { committing, resealRow } from '@veritick/testing/reseal'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Query } from '../../store/index.ts'
import { changePerson } from '../accounts/index.ts'

export async function freezeUntold(
  { query, encryption }: { readonly query: Query; readonly encryption: Encryption },
  user: UserId,
): Promise<void> {
  await query(
    `insert into freezes (user_id, frozen, version, applied, decided_by, reason, remark, at)
     values ($1, true, 1, false, 'staff:101', 'asked by the bank', 'We are checking', 1)
     on conflict (user_id) do update set frozen = true, applied = false, version = freezes.version + 1, at = 1`,
    [user],
  )
  await resealRow({ query, encryption }, 'freezes', { user_id: user })
  await changePerson({ encryption }, committing(query), user, { frozen_at: 1 })
}
