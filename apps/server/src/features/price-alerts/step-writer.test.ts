/** A customer whose alerts cannot be stored delays no other customer, and keeps the alerts as they were. */
import { type AccountId, type UserId, userId } from '@veritick/domain'
import { userOf } from '@veritick/testing/customers'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ShownRows } from '../../services/seals/index.ts'
import type { PriceAlertParts } from './context.ts'
import { StepWriter } from './step-writer.ts'
import type { Step } from './watch.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('steps of a customer that fail twice are left out, those of all others are stored', async () => {
  const { store, runtime, market, log, encryption } = server.context
  const shown = new ShownRows({ encryption, log })
  server.feed.say('EURUSD', '1.08500', '1.08510')
  const people = await Promise.all([1, 2, 3].map(() => server.person()))
  const steps: Step[] = []
  for (const person of people) {
    const added = { forex_id: 1, side: 'above', price: '1.09000', repeat: false } as const
    const { id } = await person.does('priceAlertAdd', added)
    const user = userId(await userOf(person))
    const alert = { alert: id, user, version: 1, instrument: 1, side: 'above', price: 109_000 } as const
    steps.push({ kind: 'fires', alert: { ...alert, repeats: false, firedAt: undefined }, bid: 109_000, time: 1 })
  }
  const bad = steps[1]?.alert.user
  const tries: UserId[] = []
  const notices: PriceAlertParts['notices'] = {
    add: async (_, { user }: { readonly user: UserId; readonly account: AccountId }) => {
      tries.push(user)
      if (user === bad) throw new Error('a row of this customer cannot be read')
      return { user, notices: [], unread: { all: 0, hiddenFrom: [] } }
    },
    told: () => {},
  }
  let told = 0
  const writer = new StepWriter({ store, runtime, market, notices, log, encryption, shown }, () => {
    told += 1
  })
  writer.add(steps)
  await writer.settled()
  expect(tries.filter((user) => user === bad)).toHaveLength(2)
  expect(told, 'quotes may go on').toBe(1)
  const states = await Promise.all(
    people.map(async (person) => (await person.does('priceAlertList', {})).list.map(({ state }) => state)),
  )
  expect(states).toEqual([['done'], ['armed'], ['done']])
  await writer.stop()
})
