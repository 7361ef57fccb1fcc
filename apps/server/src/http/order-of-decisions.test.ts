/**
 * Every call that places, changes or ends an order is decided when it arrives, at the quote of that moment, also while
 * the commit of another customer hangs. While a commit is late each is refused as busy, and a repeat waits for its
 * first answer. Real PostgreSQL, through the real server.
 */
import { type CallName, HEADER_REPEATED } from '@veritick/contract'
import type { CALLS } from '@veritick/contract/calls'
import { must } from '@veritick/domain'
import { canHavePostgres } from '@veritick/testing/scratch-postgres'
import { type StoreFaults, storeFaults } from '@veritick/testing/store-faults'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { type Answered, type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '../services/rate-limits/index.ts'

const PATIENCE = { timeout: 20_000 }
/** A commit is late after a second: what is awaited before that is looked for often. */
const SOON = { timeout: 900, interval: 5 }
const buy = { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 } as const
const sellStop = { ...buy, type: 2, status: 0, target_price: '1.08470' } as const

/** Calls about one order. A reset ends all orders of an account, so it has no place beside them. */
type OrderCall = Exclude<
  { [Name in CallName]: (typeof CALLS)[Name] extends { readonly changesOrder: true } ? Name : never }[CallName],
  'resetForexDemoAccount'
>
type Requests = { readonly [Name in OrderCall]: Readonly<Record<string, unknown>> }

/** The fields of each answer when it was decided at a bid of 1.08500. A new call without its line does not compile. */
const DECIDED_IN_TIME: Requests = {
  submit: { Price: '1.08500' },
  close: { UpdatePrice: '1.08500' },
  closePart: { Quantity: '0.01', UpdatePrice: '1.08500' },
  reverse: { OrderType: 2, Price: '1.08500' },
  setStopPrice: { TargetLossPrice: '1.08475' },
  amendTrade: { OriginPrice: '1.08490' },
  cancelTrade: { CloseReason: 'user' },
}
const NAMES = Object.keys(DECIDED_IN_TIME) as readonly OrderCall[]

async function requestsOf(person: Caller): Promise<Requests> {
  const held = async (cont = '0.01') => (await person.does('submit', { ...buy, cont })).Id
  return {
    submit: { ...buy, type: 2, seen_price: '1.08500' },
    close: { id: await held(), seen_price: '1.08500' },
    closePart: { id: await held('0.03'), cont: '0.01', seen_price: '1.08500' },
    reverse: { id: await held(), seen_price: '1.08500' },
    setStopPrice: { id: await held(), stop_loss_price: '1.08475', target_profit_price: '0' },
    amendTrade: {
      id: (await person.does('submit', sellStop)).Id,
      target_price: '1.08490',
      stop_loss_price: '0',
      target_profit_price: '0',
    },
    cancelTrade: { id: (await person.does('submit', sellStop)).Id },
  }
}

describe.skipIf(!canHavePostgres())('on PostgreSQL', () => {
  let location: StoreLocation
  let server: TestServer
  let faults: StoreFaults

  beforeAll(async () => {
    location = await openLocation('server', ['simulated'])
    server = await openTestServer({ dataDir: location.dataDir, config: { databaseUrl: location.databaseUrl } })
    faults = await storeFaults(must(location.databaseUrl, 'a server'), server.context.config.world)
  })
  beforeEach(() => server.feed.say('EURUSD', '1.08500', '1.08510'))
  afterAll(async () => {
    await faults.end()
    await server.close()
    await location.clean()
  })

  const waiting = () => expect.poll(() => server.context.core.stats().waiting, SOON)
  const keyed = (key: string) => ({ 'idempotency-key': key })
  function askAll(person: Caller, requests: Requests, key = (name: string) => keyed(name)) {
    return NAMES.map((name): Promise<Answered> => person.asks(name, requests[name], key(name)))
  }

  // A machine that needs a second for six requests makes the last of them busy.
  const again = { timeout: 60_000, retry: 3 }
  test('what is asked while the commit of another customer hangs is decided before a later quote', again, async () => {
    const [ana, ben] = [await server.person(), await server.person()]
    const requests = await requestsOf(ana)
    const unlock = await faults.lock('fence')
    let answers: readonly Promise<Answered>[]
    try {
      const other = ben.asks('submit', buy)
      await waiting().toBe(1)
      answers = askAll(ana, requests)
      await waiting().toBe(1 + NAMES.length)
      server.feed.say('EURUSD', '1.08450', '1.08460')
      await unlock()
      expect((await other).code).toBe(1)
    } finally {
      await unlock()
    }
    for (const [index, { reason, data }] of (await Promise.all(answers)).entries()) {
      const name = must(NAMES[index], 'a call')
      expect([name, reason, data]).toEqual([name, undefined, expect.objectContaining(DECIDED_IN_TIME[name])])
    }
  })

  test('while a commit is late each new request is busy, and a repeat waits for its first answer', async () => {
    const ana = await server.person()
    const [requests, others] = [await requestsOf(ana), await requestsOf(ana)]
    const unlock = await faults.lock('fence')
    try {
      const first = askAll(ana, requests)
      await expect.poll(() => server.context.core.stats().commitTrouble?.reason, PATIENCE).toBe('commit_late')
      const anew = (name: string) => keyed(`anew ${name}`)
      for (const { status, reason } of await Promise.all(askAll(ana, others, anew)))
        expect([status, reason]).toEqual([503, 'busy'])
      const again = askAll(ana, requests)
      const soon = new Promise((resolve) => setTimeout(resolve, 200, 'none'))
      expect(await Promise.race([...again, soon]), 'no repeat is answered before its first answer').toBe('none')
      await unlock()
      const answered = await Promise.all(first)
      expect(answered.map(({ code, reason }) => [code, reason])).toEqual(NAMES.map(() => [1, undefined]))
      for (const [index, repeat] of (await Promise.all(again)).entries())
        expect([repeat.headers[HEADER_REPEATED.toLowerCase()], repeat.data]).toEqual(['true', answered[index]?.data])
      // Busy has promised that nothing was done: the same requests are carried out now.
      await expect.poll(() => server.context.core.stats().commitTrouble, PATIENCE).toBeUndefined()
      for (const { code, headers } of await Promise.all(askAll(ana, others, anew)))
        expect([code, headers[HEADER_REPEATED.toLowerCase()]]).toEqual([1, undefined])
    } finally {
      await unlock()
    }
  })

  test('an order that waits for the turn of its network is busy too once a commit is late', async () => {
    const ana = await server.person()
    const unlock = await faults.lock('fence')
    try {
      const asked = Array.from({ length: LIMITS.networkTurns.orders.running + 1 }, () => ana.asks('submit', buy))
      const { status, reason } = await Promise.race(asked)
      expect([status, reason, server.context.core.stats().commitTrouble?.reason]).toEqual([503, 'busy', 'commit_late'])
      await unlock()
      const answers = await Promise.all(asked)
      expect(answers.filter((each) => each.code === 1)).toHaveLength(LIMITS.networkTurns.orders.running)
    } finally {
      await unlock()
    }
  })
})
