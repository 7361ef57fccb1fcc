/**
 * The states of an article and the transitions between them, in the form of casework (decision 57). The store knows
 * draft, released and withdrawn. The clock tells whether a released article is scheduled, published or ended, so no
 * process has to act at that moment.
 */
import type { NewsState } from '@veritick/contract'
import type { NewsRow } from './queries.ts'

/** The state at a moment. Published from its moment on, and not any more at its end. */
export function stateAt({ state, publishAt, endAt }: Times, now: number): NewsState {
  if (state !== 'released') return state
  if (publishAt === null || publishAt > now) return 'scheduled'
  return endAt !== null && endAt <= now ? 'ended' : 'published'
}
type Times = Pick<NewsRow, 'state' | 'publishAt' | 'endAt'>

export type NewsTransition = {
  readonly from: readonly NewsState[]
  readonly to: NewsRow['state'] | 'unchanged'
  /** The action in the audit log. */
  readonly action: string
}

export const NEWS_TRANSITIONS = {
  /** New texts. Customers see the new texts of a published article at once. */
  save: { from: ['draft', 'scheduled', 'published'], to: 'unchanged', action: 'news_save' },
  /** Publishes at once or at a moment; a scheduled article gets the new moment. */
  publish: { from: ['draft', 'scheduled'], to: 'released', action: 'news_publish' },
  withdraw: { from: ['scheduled', 'published'], to: 'withdrawn', action: 'news_withdraw' },
  reopen: { from: ['withdrawn', 'ended'], to: 'draft', action: 'news_reopen' },
} as const satisfies Record<string, NewsTransition>

export const mayTake = (transition: NewsTransition, state: NewsState): boolean => transition.from.includes(state)
