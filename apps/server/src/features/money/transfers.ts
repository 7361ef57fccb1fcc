/**
 * How a record of money asks the engine: under a reference made from its own number, so that asking again is harmless.
 * What the engine did already counts as done.
 */
import { createHash } from 'node:crypto'
import type { Reason } from '@veritick/contract'
import type { Command } from '@veritick/engine'
import type { Core } from '../../core/index.ts'

export const depositReference = (deposit: number): string => referenceOf(`charge:${deposit}`)
export const correctionReference = (correction: number): string => referenceOf(`correction:${correction}`)
export const rewardReference = (reward: number): string => referenceOf(`reward:${reward}`)
export const withdrawalReference = (withdrawal: number): string => referenceOf(`draw:${withdrawal}`)

/** `undefined`: it is done, now or before. */
export async function moveOnce(
  core: Core,
  command: Extract<Command, { readonly kind: 'credit' | 'lock_withdrawal' | 'settle_withdrawal' }>,
): Promise<Reason | undefined> {
  const { outcome } = await core.submit({ command })
  if (outcome.ok || outcome.reason === 'transfer_exists' || outcome.reason === 'transfer_settled') return undefined
  return outcome.reason
}

/** One at a time for each record: a caller who comes while it runs gets the same result. */
export function oneRunEach<Record extends number, Result>(
  run: (record: Record) => Promise<Result>,
): (record: Record) => Promise<Result> {
  const running = new Map<Record, Promise<Result>>()
  return (record) => {
    const known = running.get(record)
    if (known !== undefined) return known
    const result = run(record).finally(() => running.delete(record))
    running.set(record, result)
    return result
  }
}

function referenceOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32)
}
