/** Names of requests and transfers: 32 hex digits from the seed. */
import type { RequestId } from '@veritick/engine'
import type { Random } from './random.ts'

export function requestFrom(random: Random): RequestId {
  let hex = ''
  for (let part = 0; part < 4; part++)
    hex += random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return hex
}
