/**
 * Submits documents. When the first answer was lost, the retry is refused because documents wait or are verified
 * already; then the state of the server is the answer. Any other failure stays a failure.
 */
import { REVIEW_STATUS } from '@veritick/contract'
import { CallFailed } from '../../data/api.ts'
import type { Center } from './identity.ts'

const THERE_ALREADY: readonly string[] = ['identity_waiting', 'identity_verified']

type Calls = { readonly send: () => Promise<Center>; readonly read: () => Promise<Center> }

export async function handIn({ send, read }: Calls): Promise<Center> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof CallFailed) || error.reason === undefined || !THERE_ALREADY.includes(error.reason))
      throw error
    const center = await read()
    if (center.review_status !== REVIEW_STATUS.none) return center
    throw error
  }
}
