/** How long a review here usually takes: one figure for the customer who waits and for the staff. Whole minutes. */
import type { Store } from '../../store/index.ts'
import { usualMinutes } from '../approvals/index.ts'
import type { Settings } from '../settings/index.ts'
import { withdrawalDurations } from './queries.ts'

type Parts = { readonly store: Store; readonly settings: Settings }

export const usualOfWithdrawal = async ({ store, settings }: Parts): Promise<number> =>
  usualMinutes(await withdrawalDurations(store.db), settings.get('usual_hours_draw'))
