/** Automatic reads: after a failure once the server answers, and after a change on another device. */
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { CODE_SUCCESS, type Reason, type User } from '@veritick/contract'
import { SIGNED_IN } from '@veritick/testing/signed-in'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en'], onLine: true })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
const { readFromFirstPage } = await import('./paging.ts')
const { CallFailed } = await import('./api.ts')
const { queries, queryClient, startQueries } = await import('./queries.ts')
const { setConnection } = await import('./live.ts')
const { clearSession, sessionNow, signIn } = await import('./session.ts')

it('reads only failed queries again once the connection is live', async () => {
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

it('reads the lists of orders again after a change on another device, except lists read since', async () => {
  const reads = { changed: 0, own: 0 }
  const watch = (status: number, list: 'changed' | 'own') =>
    new QueryObserver(queryClient, {
      queryKey: ['personal', 'orders', status],
      queryFn: async () => {
        reads[list] += 1
        return reads[list]
      },
      staleTime: 60_000,
    })
  const changed = watch(0, 'changed').subscribe(() => {})
  const own = watch(1, 'own').subscribe(() => {})
  await expect.poll(() => reads).toEqual({ changed: 1, own: 1 })
  queryClient.setQueryData(['personal', 'orders', 0], 'old', { updatedAt: Date.now() - 10_000 })
  queries.renewLists()
  queryClient.setQueryData(['personal', 'orders', 1], 'read after the answer', { updatedAt: Date.now() + 1 })
  await expect.poll(() => reads.changed).toBe(2)
  expect(reads.own).toBe(1)
  changed()
  own()
  queryClient.clear()
})

/** A shown list of orders whose reads the test answers. */
function slowList(status: number) {
  const answers: ((list: string) => void)[] = []
  const queryKey = ['personal', 'orders', status]
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const list = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: 60_000 })
  const leave = list.subscribe(() => {})
  return { answers, leave, refetch: () => void list.refetch(), shown: () => list.getCurrentResult().data }
}

it('reads a list again whose read began before the push, also when it is still running or has just ended', async () => {
  const [first, ended, running, own] = [slowList(0), slowList(1), slowList(3), slowList(4)]
  for (const list of [ended, running, own]) {
    list.answers[0]?.('known')
    await expect.poll(list.shown).toBe('known')
  }
  ended.refetch()
  running.refetch()
  queries.renewLists()
  ended.answers[1]?.('before the push')
  own.refetch()
  await expect.poll(() => ended.answers.length).toBe(3)
  first.answers[0]?.('before the push')
  running.answers[1]?.('before the push')
  await expect.poll(() => [first.answers.length, running.answers.length]).toEqual([2, 3])
  for (const list of [first, ended, running, own]) list.answers.at(-1)?.('after the push')
  for (const list of [first, ended, running, own]) await expect.poll(list.shown).toBe('after the push')
  expect([first, ended, running, own].map(({ answers }) => answers.length)).toEqual([2, 3, 3, 2])
  for (const list of [first, ended, running, own]) list.leave()
  queryClient.clear()
})

it('a list that is being read when a second sign-in comes is read for the new session', async () => {
  const user = { id: 1 } as unknown as User
  const answers: ((list: string) => void)[] = []
  const list = new QueryObserver(queryClient, {
    queryKey: ['personal', 'passkeys'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  signIn({ token: 'filled in by the browser', user })
  const leave = list.subscribe(() => {})
  expect(answers.length).toBe(1)
  signIn({ token: 'of the button', user })
  await expect.poll(() => answers.length).toBe(2)
  answers[0]?.('of the first session')
  answers[1]?.('of the second session')
  await expect.poll(() => list.getCurrentResult().data).toBe('of the second session')
  clearSession()
  expect(queryClient.getQueryData(['personal', 'passkeys'])).toBeUndefined()
  expect(answers.length).toBe(2)
  leave()
})

/** A list of many pages, of which three are read. `reads`: the pages asked since. */
async function longList(queryKey: readonly unknown[]) {
  const reads: number[] = []
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey,
    queryFn: ({ pageParam }) => {
      reads.push(pageParam)
      return Promise.resolve(pageParam)
    },
    initialPageParam: 1,
    getNextPageParam: (_, pages: readonly number[]) => pages.length + 1,
    staleTime: 60_000,
  })
  let leave = list.subscribe(() => {})
  for (const pages of [1, 2, 3]) {
    if (pages > 1) await list.fetchNextPage()
    await expect.poll(() => list.getCurrentResult().data?.pages.length).toBe(pages)
  }
  reads.length = 0
  const show = () => {
    leave = list.subscribe(() => {})
  }
  return { reads, show, hide: () => leave(), refetch: list.refetch }
}

it('a pull reads the first page of the lists of its screen, not all pages', async () => {
  const [news, orders] = [await longList(['words', 'news']), await longList(['personal', 'orders', 3])]
  await readFromFirstPage(queryClient, () => Promise.all([news.refetch(), queries.refreshOrders()]))
  expect([news.reads, orders.reads]).toEqual([[1], [1]])
  news.hide()
  orders.hide()
  queryClient.clear()
})

it('a changed order reads all pages of a shown list, of a hidden history the first once it is shown', async () => {
  const [shown, hidden] = [await longList(['personal', 'orders', 1]), await longList(['personal', 'orders', 3])]
  const [positions, ledger] = [
    await longList(['personal', 'orders', 0]),
    await longList(['personal', 'money', 'changes']),
  ]
  for (const list of [hidden, positions, ledger]) list.hide()
  await queries.refreshOrders()
  for (const list of [hidden, positions, ledger]) list.show()
  await expect.poll(() => positions.reads).toEqual([1, 2, 3])
  await expect.poll(() => [shown, hidden, ledger].map(({ reads }) => reads)).toEqual([[1, 2, 3], [1], [1]])
  for (const list of [shown, hidden, positions, ledger]) list.hide()
  queryClient.clear()
})

it('a changed order reads one page of the history that the customer left for another tab', async () => {
  const history = await longList(['personal', 'orders', 3])
  queries.cutHistory()
  await queries.refreshOrders()
  expect(history.reads).toEqual([1])
  history.hide()
  queryClient.clear()
})

it('a freeze that arrives while the customer is being read is shown, although the read began before it', async () => {
  const answers: ((frozen: 0 | 1) => void)[] = []
  const read = (frozen: 0 | 1) => Response.json({ code: CODE_SUCCESS, msg: '', data: { ...SIGNED_IN, frozen } })
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push((frozen) => resolve(read(frozen)))))
  signIn({ token: 'token', user: SIGNED_IN })
  queries.rereadMe()
  await expect.poll(() => answers.length).toBe(1)
  queries.rereadMe()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(1)
  answers[0]?.(0)
  await expect.poll(() => sessionNow().user?.frozen).toBe(1)
  clearSession()
  queryClient.clear()
})

it('a read that is refused for now is read again by itself, one that is refused for good is not', async () => {
  const asked = { busy: 0, gone: 0 }
  const refusal = (reason: Reason) => Promise.reject(new CallFailed({ kind: 'refused', message: reason, reason }))
  const busy = new QueryObserver(queryClient, {
    queryKey: ['busy'],
    queryFn: () => (++asked.busy === 1 ? refusal('shutting_down') : Promise.resolve('list')),
  })
  const gone = new QueryObserver(queryClient, {
    queryKey: ['gone'],
    queryFn: () => {
      asked.gone += 1
      return refusal('order_unknown')
    },
  })
  const leave = [busy.subscribe(() => {}), gone.subscribe(() => {})]
  await expect.poll(() => busy.getCurrentResult().data, { timeout: 10_000 }).toBe('list')
  expect([asked, gone.getCurrentResult().status]).toEqual([{ busy: 2, gone: 1 }, 'error'])
  for (const each of leave) each()
  queryClient.clear()
})

it('a freeze that is told while the server is busy is shown once the server answers', async () => {
  let asked = 0
  const busy = () => Response.json({ code: 5003, reason: 'busy', msg: 'later', data: null }, { status: 503 })
  const frozen = () => Response.json({ code: CODE_SUCCESS, msg: '', data: { ...SIGNED_IN, frozen: 1 } })
  vi.stubGlobal('fetch', async () => (++asked === 1 ? busy() : frozen()))
  signIn({ token: 'token', user: SIGNED_IN })
  queries.rereadMe()
  await expect.poll(() => sessionNow().user?.frozen, { timeout: 10_000 }).toBe(1)
  expect(asked).toBe(2)
  clearSession()
  queryClient.clear()
})
