/** How long a review here usually takes: one figure for the customer who waits and for the staff. Whole minutes. */
import type { Store } from '../../store/index.ts'
import { usualMinutes } from '../approvals/index.ts'
import type { Settings } from '../settings/index.ts'
import { depositDurations } from './queries.ts'

type Parts = { readonly store: Store; readonly settings: Settings }

export const usualOfDeposit = async ({ store, settings }: Parts): Promise<number> =>
  usualMinutes(await depositDurations(store.db), settings.get('usual_hours_deposit'))
