/**
 * Clients of the calls of customers and staff for journeys. A journey shares two cores with many others, so now and
 * then a store answers late and the server refuses a call for the moment (503). These clients then ask again, as a
 * person would, under the same idempotency key.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Answered, Caller } from '@veritick/testing/caller'
import { StaffCaller } from '@veritick/testing/test-office'

const REFUSED_FOR_THE_MOMENT = 503
const TRIES_MAX = 5
const PAUSE_MILLIS = 2_000

export class PatientCaller extends Caller {
  override raw(...call: Parameters<Caller['raw']>): Promise<Answered> {
    return patiently(() => super.raw(...call))
  }
}

export class PatientStaffCaller extends StaffCaller {
  override raw(...call: Parameters<StaffCaller['raw']>): Promise<Answered> {
    return patiently(() => super.raw(...call))
  }
}

async function patiently(ask: () => Promise<Answered>): Promise<Answered> {
  for (let tries = 1; ; tries += 1) {
    const answered = await ask()
    if (answered.status !== REFUSED_FOR_THE_MOMENT || tries === TRIES_MAX) return answered
    await pause(PAUSE_MILLIS)
  }
}
