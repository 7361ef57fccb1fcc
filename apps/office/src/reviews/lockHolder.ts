/** The holder of a review lock. For display only: the record itself decides between two simultaneous decisions. */
import type { OfficeData } from '@veritick/contract/office'

type ReviewLock = OfficeData<'reviewTake'>['taken']

export type Holder =
  | { readonly kind: 'free' | 'you' }
  | { readonly kind: 'other'; readonly name: string; readonly until: number }

export function holderOf(taken: ReviewLock, me: { readonly staffId: number; readonly now: number }): Holder {
  if (taken === null || taken.until <= me.now) return { kind: 'free' }
  if (taken.by.who === `staff:${me.staffId}`) return { kind: 'you' }
  return { kind: 'other', name: taken.by.name === '' ? taken.by.who : taken.by.name, until: taken.until }
}
