/** A list that could not be read is read again by itself when the server answers again. */
import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en'], onLine: true })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
const { queryClient, startQueries } = await import('./queries.ts')
const { setConnection } = await import('./live.ts')

it('reads what failed, and nothing else, once the connection is live again', async () => {
  startQueries()
  const server = { up: false }
  const reads = { failed: 0, good: 0 }
  const failed = new QueryObserver(queryClient, {
    queryKey: ['failed'],
    retry: false,
    queryFn: () => {
      reads.failed += 1
      return server.up ? Promise.resolve('list') : Promise.reject(new Error('no network'))
    },
  })
  const good = new QueryObserver(queryClient, {
    queryKey: ['good'],
    queryFn: () => {
      reads.good += 1
      return Promise.resolve('list')
    },
  })
  const leave = [failed.subscribe(() => {}), good.subscribe(() => {})]
  await expect.poll(() => failed.getCurrentResult().status).toBe('error')
  setConnection('lost')
  server.up = true
  expect(reads).toEqual({ failed: 1, good: 1 })
  setConnection('live')
  await expect.poll(() => failed.getCurrentResult().data).toBe('list')
  expect(reads).toEqual({ failed: 2, good: 1 })
  for (const each of leave) each()
  queryClient.clear()
})
