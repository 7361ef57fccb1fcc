/** A client that is refused too often waits for each further refusal; answers and other networks wait for nothing. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '../services/rate-limits/index.ts'
import { ASSET, openWeb, type WebFixture } from './web-fixture.ts'

const { max, millis, waitMs } = LIMITS.refusals
const REFUSED = { method: 'POST', url: ASSET } as const
const [FLOOD, NEIGHBOUR] = ['203.0.113.9', '203.0.113.10']

let web: WebFixture

beforeEach(async () => {
  web = await openWeb()
  await web.app.ready()
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await web.close()
})

test('a client is refused so often a second at once, and further refusals are sent later', async () => {
  let refused = 0
  const ask = async (remoteAddress: string) => {
    const { statusCode } = await web.app.inject({ ...REFUSED, remoteAddress })
    if (remoteAddress === FLOOD) refused += 1
    return statusCode
  }
  for (let each = 0; each < max; each++) expect(await ask(FLOOD)).toBe(404)
  const late = [ask(FLOOD), ask(FLOOD)]
  expect(await ask(NEIGHBOUR)).toBe(404)
  expect((await web.app.inject({ url: ASSET, remoteAddress: FLOOD })).statusCode).toBe(200)
  expect(refused).toBe(max)
  vi.advanceTimersByTime(waitMs)
  expect(await Promise.all(late)).toEqual([404, 404])
  vi.advanceTimersByTime(millis)
  expect(await ask(FLOOD)).toBe(404)
})
