/**
 * Price alerts of customers: what fires them, what a restart keeps, limits, repeated requests, two customers. The watch
 * itself is compared with a scan in watch.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallInput, PRICE_ALERTS } from '@veritick/contract'
import { must } from '@veritick/domain'
import { furtherTest } from '@veritick/testing/quick'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Phones } from '@veritick/testing/test-sockets'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { STEPS_PER_CUSTOMER } from './step-turns.ts'

let testServer: TestServer

beforeAll(async () => {
  testServer = await openTestServer()
})
beforeEach(() => price('1.08500'))
afterAll(() => testServer.close())

function price(bid: string, server = testServer): void {
  server.feed.say('EURUSD', bid, (Number(bid) + 0.0001).toFixed(5))
}

const above = { forex_id: 1, side: 'above', price: '1.09000', repeat: false } as const
const add = (person: Caller, changes: Partial<CallInput<'priceAlertAdd'>> = {}) =>
  person.does('priceAlertAdd', { ...above, ...changes })
const alertsOf = async (person: Caller, server = testServer) => {
  await server.context.priceAlerts.settled()
  return (await person.does('priceAlertList', {})).list
}
const noticesOf = async (person: Caller, server = testServer) => {
  await server.context.priceAlerts.settled()
  return (await person.does('noticeList', {})).list.filter(({ kind }) => kind === 'price_alert')
}

describe('a published bid fires an alert', () => {
  test('above and below, once, with price and time of the quote, the note, and a push to the open app', async () => {
    const ana = await testServer.person()
    const phones = new Phones(testServer)
    const phone = await phones.open()
    await phone.signIn(ana, ['FOREX_NOTICE'])
    await add(ana, { note: 'sell half' })
    await add(ana, { side: 'below', price: '1.08000' })
    // The ask reaches the price, the bid does not.
    price('1.08995')
    expect(await noticesOf(ana)).toEqual([])
    price('1.09010')
    const at = testServer.context.market.clock()
    await phone.until(() => phone.of('FOREX_NOTICE').some(({ data }) => data !== null))
    phones.hangUp()
    price('1.08500')
    price('1.09010')
    const notices = await noticesOf(ana)
    expect(notices.map(({ instrument }) => instrument)).toEqual(notices.map(() => expect.any(Number)))
    expect(notices.map(({ words, time }) => ({ words, time }))).toEqual([
      { words: 'EUR/USD rose to 1.09010 (alert at 1.09000).\nsell half', time: at },
    ])
    price('1.08000')
    expect((await noticesOf(ana))[0]?.words).toBe('EUR/USD fell to 1.08000 (alert at 1.08000).')
    expect(await alertsOf(ana)).toMatchObject([
      { side: 'below', state: 'done', fired_price: '1.08000' },
      { side: 'above', state: 'done', fired_at: at, fired_price: '1.09010', show_code: 'EUR/USD', note: 'sell half' },
    ])
  })

  test('a repeating one fires again only after the time has passed and the bid has gone back', async () => {
    const ben = await testServer.person()
    await add(ben, { repeat: true })
    price('1.09000')
    testServer.feed.wait(PRICE_ALERTS.rearmMillis)
    // 0.05 % of 1.09000, rounded up, are 55 points.
    price('1.08946')
    price('1.09000')
    expect(await noticesOf(ben)).toHaveLength(1)
    expect((await alertsOf(ben))[0]?.state).toBe('cooling')
    price('1.08945')
    expect((await alertsOf(ben))[0]?.state).toBe('armed')
    price('1.09000')
    expect(await noticesOf(ben)).toHaveLength(2)
  })

  test('a suspect quote is not published and fires nothing', async () => {
    const checked = await openTestServer({ checked: true })
    try {
      for (const bid of ['1.08500', '1.08501', '1.08502']) price(bid, checked)
      const person = await checked.person()
      await add(person)
      price('1.30000', checked)
      price('1.08503', checked)
      expect(await noticesOf(person, checked)).toEqual([])
      expect((await alertsOf(person, checked))[0]?.state).toBe('armed')
    } finally {
      await checked.close()
    }
  })
})

describe('the customer', () => {
  test('changes an alert, which arms it at its new price, and deletes it', async () => {
    const cara = await testServer.person()
    const { id } = await add(cara)
    price('1.09000')
    await noticesOf(cara)
    price('1.08500')
    const terms = { side: 'below', price: '1.07000', repeat: true, note: 'lower' } as const
    expect(await cara.does('priceAlertChange', { id, ...terms })).toMatchObject({ ...terms, state: 'armed' })
    price('1.09000')
    expect(await noticesOf(cara)).toHaveLength(1)
    price('1.07000')
    expect(await noticesOf(cara)).toHaveLength(2)
    await cara.does('priceAlertDelete', { id })
    expect(await alertsOf(cara)).toEqual([])
    expect(await cara.reason('priceAlertDelete', { id })).toBe('price_alert_unknown')
    expect(await cara.reason('priceAlertChange', { id, ...terms })).toBe('price_alert_unknown')
  })

  test.each([
    ['1.08500', 'price_alert_reached', 'price'],
    ['1.08400', 'price_alert_reached', 'price'],
    ['0', 'price_not_positive', 'price'],
    ['-1', 'price_not_positive', 'price'],
    ['1.090001', 'price_off_step', 'price'],
    ['much', 'number_malformed', 'price'],
  ])('a price of %s is refused as %s', async (wrong, reason, field) => {
    const person = await testServer.person()
    expect(await person.asks('priceAlertAdd', { ...above, price: wrong })).toMatchObject({ reason, field })
    expect(await alertsOf(person)).toEqual([])
  })

  test('an unknown instrument, one without a quote, and a note with line breaks or too long are refused', async () => {
    const person = await testServer.person()
    expect(await person.reason('priceAlertAdd', { ...above, forex_id: 99_999 })).toBe('instrument_unknown')
    expect(await person.reason('priceAlertAdd', { ...above, forex_id: 2 })).toBe('price_stale')
    expect(await person.reason('priceAlertAdd', { ...above, note: 'a\nb' })).toBe('parameter_not_allowed')
    const long = 'x'.repeat(PRICE_ALERTS.noteMax + 1)
    expect(await person.reason('priceAlertAdd', { ...above, note: long })).toBe('parameter_too_long')
    expect(await alertsOf(person)).toEqual([])
  })

  test('has a limited number; one that has fired makes room', async () => {
    const dan = await testServer.person()
    const { id } = await add(dan, { price: '1.08600' })
    price('1.08600')
    await noticesOf(dan)
    price('1.08500')
    for (let step = 1; step < PRICE_ALERTS.max; step++) await add(dan, { price: `1.2${String(step).padStart(4, '0')}` })
    expect(await alertsOf(dan)).toHaveLength(PRICE_ALERTS.max)
    await add(dan, { price: '1.30000' })
    const ids = (await alertsOf(dan)).map((each) => each.id)
    expect(ids).toHaveLength(PRICE_ALERTS.max)
    expect(ids).not.toContain(id)
    const both = [add(dan, { price: '1.30001' }), add(dan, { price: '1.30002' })]
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await dan.reason('priceAlertAdd', { ...above, price: '1.30001' })).toBe('price_alert_limit_reached')
  })

  test('the same idempotency key adds one alert, also when both requests come at once', async () => {
    const eva = await testServer.person()
    const key = { 'idempotency-key': 'alert of eva' }
    const answers = await Promise.all([1, 2, 3].map(() => eva.asks('priceAlertAdd', above, key)))
    expect(new Set(answers.map(({ data }) => (data as { id: number }).id)).size).toBe(1)
    expect(await alertsOf(eva)).toHaveLength(1)
    expect((await eva.asks('priceAlertAdd', { ...above, price: '1.2' }, key)).reason).toBe('idempotency_mismatch')
  })

  test('reads, changes and deletes only their own', async () => {
    const [finn, gil] = [await testServer.person(), await testServer.person()]
    const { id } = await add(finn)
    const terms = { side: 'above', price: '1.50000', repeat: true } as const
    expect(await gil.reason('priceAlertChange', { id, ...terms })).toBe('price_alert_unknown')
    expect(await gil.reason('priceAlertDelete', { id })).toBe('price_alert_unknown')
    expect(await alertsOf(gil)).toEqual([])
    price('1.09000')
    expect(await noticesOf(gil)).toEqual([])
    expect(await noticesOf(finn)).toHaveLength(1)
  })
})

furtherTest(
  'many alerts of one customer at a price do not delay that of another; notices are written as a set',
  async () => {
    const server = await openTestServer()
    try {
      price('1.08500', server)
      const [many, one] = [await server.person(), await server.person()]
      for (let count = 0; count < PRICE_ALERTS.max; count += 1)
        await add(many, { note: `number ${count}`, repeat: true })
      await add(one)
      const told: number[] = []
      server.context.notices.onStored(({ notices }) => told.push(notices.length))
      price('1.09000', server)
      expect(await noticesOf(one, server)).toHaveLength(1)
      expect(await noticesOf(many, server)).toHaveLength(PRICE_ALERTS.max)
      // By transaction: ten of the first customer and the one of the other, then the rest.
      expect(told).toEqual([
        STEPS_PER_CUSTOMER,
        1,
        ...Array(PRICE_ALERTS.max / STEPS_PER_CUSTOMER - 1).fill(STEPS_PER_CUSTOMER),
      ])
      const notes = (await noticesOf(many, server)).map(({ words }) => words.split('\n')[1])
      expect(notes).toEqual(Array.from({ length: PRICE_ALERTS.max }, (_, at) => `number ${PRICE_ALERTS.max - 1 - at}`))
    } finally {
      await server.close()
    }
  },
)

test('a restart loses no alert and fires none twice; what was crossed meanwhile fires at the first quote', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veritick-price-alerts-'))
  const first = await openTestServer({ dataDir, again: true })
  price('1.08500', first)
  const before = await first.person()
  await add(before, { price: '1.08600' })
  await add(before, { price: '1.09000', note: 'while down' })
  const cooling = await add(before, { price: '1.08700', repeat: true })
  price('1.08700', first)
  const token = before.token
  const fired = await noticesOf(before, first)
  expect(fired).toHaveLength(2)
  await first.stop()

  const second = await openTestServer({ dataDir, again: true })
  try {
    const { Caller: CallerOf } = await import('@veritick/testing/test-server')
    const person = new CallerOf(second.url, must(token ?? undefined, 'signed in'))
    expect(await noticesOf(person, second)).toHaveLength(2)
    second.feed.wait(PRICE_ALERTS.rearmMillis)
    price('1.09200', second)
    const at = second.context.market.clock()
    const [newest, ...older] = await noticesOf(person, second)
    expect(newest).toMatchObject({ words: 'EUR/USD rose to 1.09200 (alert at 1.09000).\nwhile down', time: at })
    expect(older.map(({ id }) => id)).toEqual(fired.map(({ id }) => id))
    expect((await alertsOf(person, second)).find(({ id }) => id === cooling.id)?.state).toBe('cooling')
    price('1.08500', second)
    price('1.08700', second)
    expect(await noticesOf(person, second)).toHaveLength(4)
  } finally {
    await second.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
