/**
 * The review lock of a record: taken automatically while a staff member who may decide has it open, and shown to other
 * staff. It informs and blocks nothing.
 */
import { Alert } from '@mui/material'
import type { OfficeData, OfficeInput } from '@veritick/contract/office'
import { useEffect } from 'react'
import { call } from '../data/call.ts'
import { useMe } from '../data/session.ts'
import { Tag } from '../design/parts.tsx'
import { useNow } from '../design/useNow.ts'
import { timeText } from '../format/time.ts'
import { keepTaken } from './keepTaken.ts'
import { holderOf } from './lockHolder.ts'

type Kind = OfficeInput<'reviewTake'>['kind']
type ReviewLock = OfficeData<'reviewTake'>['taken']

/** Keeps the lock while the record is open, unless another staff member holds it; releases it when the page closes. */
export function useReviewLock(record: {
  readonly kind: Kind
  readonly id: number
  readonly taken: ReviewLock
  readonly wanted: boolean
}): void {
  const staffId = useMe()?.staff.id ?? 0
  const { kind, id, wanted } = record
  const free = wanted && holderOf(record.taken, { staffId, now: Date.now() }).kind !== 'other'
  useEffect(() => {
    if (!free) return
    return keepTaken((name) => void call(name, { kind, id }).catch(() => undefined))
  }, [free, kind, id])
}

/** The holder of the review lock, in a row of a queue. */
export function LockTag({ taken }: { readonly taken: ReviewLock }) {
  const staffId = useMe()?.staff.id ?? 0
  const holder = holderOf(taken, { staffId, now: useNow() })
  if (holder.kind === 'other') return <Tag tone="warn">{holder.name}</Tag>
  return holder.kind === 'you' ? <Tag tone="accent">you</Tag> : null
}

/** Above an open record, for a reader who may decide about it. */
export function LockNotice({ taken }: { readonly taken: ReviewLock }) {
  const staffId = useMe()?.staff.id ?? 0
  const holder = holderOf(taken, { staffId, now: useNow() })
  if (holder.kind !== 'other') return null
  return (
    <Alert severity="warning">
      {holder.name} is viewing this record until {timeText(holder.until)} UTC at the latest. You can still decide; the
      first decision counts.
    </Alert>
  )
}
