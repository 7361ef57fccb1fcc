/**
 * The access log: a staff member who reads a customer's data or documents leaves one audit entry. One entry stands for
 * each staff member, subject and quarter of an hour, so a page with many parts is one entry.
 */

import { LOCK_NAMED } from '../../store/index.ts'
import { type Actor, writeAudit } from '../audit/index.ts'
import type { Context } from './context.ts'

type ViewedKind = 'person' | 'identity' | 'deposit' | 'withdrawal' | 'correction' | 'reward' | 'support' | 'feedback'

export const LOOK_AGAIN_MS = 15 * 60_000

export async function recordAccess(
  { store, runtime }: Pick<Context, 'store' | 'runtime'>,
  look: {
    readonly actor: Actor
    readonly kind: ViewedKind
    readonly id: number
  },
): Promise<void> {
  const { actor, kind, id } = look
  await store.transaction(async (tx) => {
    await tx.query(LOCK_NAMED, [`look of ${actor.who} at ${kind} ${id}`])
    const at = runtime.now()
    const known = await tx.query(
      'select 1 from audit where subject_kind = $1 and subject = $2 and action = $3 and who = $4 and at > $5 limit 1',
      [kind, String(id), `${kind}_view`, actor.who, at - LOOK_AGAIN_MS],
    )
    if (known.length === 0)
      await writeAudit(tx, { actor, action: `${kind}_view`, subject: { kind, id }, reason: '', at })
  })
}
