/**
 * The kind of fee that is durable, kept in memory: lists of instruments name it to visitors, and a question to the core
 * would wait for orders that a store in trouble does not commit. It is the same for all accounts, and only the operator
 * changes it.
 */
import type { FeeType } from '@veritick/domain'
import type { Core } from '../../core/index.ts'

export async function followFeeType(core: Pick<Core, 'query' | 'onPublished'>): Promise<() => FeeType> {
  let published: FeeType | undefined
  core.onPublished(({ events }) => {
    for (const event of events) if (event.kind === 'fee_type_set') published = event.feeType
  })
  // Asked after the listener stands: a change that comes before the answer is newer than the answer.
  const { feeType: first } = await core.query({ kind: 'trading' })
  return () => published ?? first
}
