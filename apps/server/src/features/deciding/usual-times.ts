/** How long each review usually takes: one figure, told to the customer who waits and to whoever works on the queue. Whole minutes. */

import type { House } from '../../house.ts'
import { depositDurations } from '../deposits/queries.ts'
import { reviewDurations } from '../identity/queries.ts'
import { withdrawalDurations } from '../withdrawals/queries.ts'
import { usualMinutes } from './usual.ts'

type Parts = Pick<House, 'store' | 'settings'>

export const usualOfIdentity = async ({ store, settings }: Parts): Promise<number> =>
  usualMinutes(await reviewDurations(store.db), settings.get('usual_hours_identity'))

export const usualOfDeposit = async ({ store, settings }: Parts): Promise<number> =>
  usualMinutes(await depositDurations(store.db), settings.get('usual_hours_deposit'))

export const usualOfWithdrawal = async ({ store, settings }: Parts): Promise<number> =>
  usualMinutes(await withdrawalDurations(store.db), settings.get('usual_hours_draw'))
