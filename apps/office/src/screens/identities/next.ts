/** The next identity: the oldest waiting one that no other staff member has locked. */
import { IDENTITY_STATUS } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { useMe } from '../../data/session.ts'
import { useLook } from '../../data/useCall.ts'
import { holderOf } from '../../reviews/lockHolder.ts'

type Row = OfficeData<'identityQueue'>['data'][number]

export function useNext(id: number): number | undefined {
  const staffId = useMe()?.staff.id ?? 0
  const queue = useLook('identityQueue', { status: '1' })
  return nextOf(queue.data?.data ?? [], { id, staffId, now: Date.now() })
}

export function nextOf(
  rows: readonly Row[],
  here: { readonly id: number; readonly staffId: number; readonly now: number },
): number | undefined {
  return rows.find(
    (row) => row.id !== here.id && row.status === IDENTITY_STATUS.waiting && holderOf(row.taken, here).kind !== 'other',
  )?.id
}
