/** Ids on the wire: one-to-one, the same after a restart, and no counter that a customer could read. */
import { createHmac } from 'node:crypto'
import { must } from '@veritick/domain'
import { customer, openChannels, picture, userOf } from '@veritick/testing/customers'
import { staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Phones } from '@veritick/testing/test-sockets'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ORDERS_WITH_DEMO_MAX } from '../../core/command-queue.ts'
import { realRuntime } from '../clock/index.ts'
import { Bijection } from './bijection.ts'
import { idsOf, ORDER_ID_MAX, ORDER_ID_MIN, RECORD_ID_MAX, RECORD_ID_MIN } from './ids.ts'

const keyOf = (name: string) => createHmac('sha256', 'test').update(name).digest()
const encryptionOf = (secret: string) => ({
  fingerprint: (_purpose: string, content: string | Uint8Array) => keyOf(`${secret} ${content}`).toString('hex'),
})

const idsWith = (secret: string) => idsOf({ encryption: encryptionOf(secret), runtime: realRuntime })

describe('a secret mapping of numbers', () => {
  test.each([2, 3, 10, 1000, 4_096, 4_097])('every number below %i is hit once, and leads back', (size) => {
    const mapping = new Bijection({ key: keyOf('a'), size })
    const images = Array.from({ length: size }, (_, value) => mapping.forward(value))
    expect(new Set(images).size).toBe(size)
    expect(images.every((image) => image >= 0 && image < size)).toBe(true)
    expect(images.map((image) => mapping.backward(image))).toEqual(images.map((_, value) => value))
  })

  test('many together are what each of them is alone', () => {
    for (const [size, first] of [
      [65_537, 0],
      [9e11, 8e11],
      [70, 0],
    ] as const) {
      const mapping = new Bijection({ key: keyOf('a'), size })
      const values = Array.from({ length: 64 }, (_, at) => first + at).reverse()
      expect(mapping.forwardAll(values)).toEqual(values.map((value) => mapping.forward(value)))
    }
    expect(new Bijection({ key: keyOf('a'), size: 70 }).forwardAll([])).toEqual([])
    expect(() => new Bijection({ key: keyOf('a'), size: 70 }).forwardAll([7, 70])).toThrow('below the size')
  })

  test('a list of orders has the ids that each has alone, and those that were not remembered are made together', () => {
    const [one, two] = [idsWith('one'), idsWith('one')]
    const list = [7, 500, 3, 500, 2 ** 20 + 7, ORDER_ID_MAX - ORDER_ID_MIN]
    const alone = list.map((order) => two.order(order))
    one.order(3)
    const made = vi.spyOn(Bijection.prototype, 'forwardAll')
    expect(one.orders(list)).toEqual(alone)
    expect(made.mock.calls.map(([values]) => values)).toEqual([list.filter((order) => order !== 3 && order !== 7)])
    made.mockRestore()
  })

  test('as many orders as may live stay remembered', () => {
    const ids = idsWith('one')
    const live = Array.from({ length: ORDERS_WITH_DEMO_MAX }, (_, at) => at + 1)
    const before = ids.orders(live)
    const made = vi.spyOn(Bijection.prototype, 'forwardAll')
    expect(ids.orders(live)).toEqual(before)
    expect(made).not.toHaveBeenCalled()
    made.mockRestore()
  })

  test('orders have the same ids in sequence, in any order, and at the end of the range', () => {
    const [one, two] = [idsWith('one'), idsWith('one')]
    const last = ORDER_ID_MAX - ORDER_ID_MIN
    const orders = [...Array.from({ length: 200 }, (_, at) => at + 1), last - 3, last - 2, last]
    const backwards = orders.toReversed().map((order) => two.order(order))
    expect(orders.map((order) => one.order(order))).toEqual(backwards.reverse())
  })

  test('another key is another mapping, the same key the same one', () => {
    const of = (name: string) =>
      Array.from({ length: 20 }, (_, value) => new Bijection({ key: keyOf(name), size: 1e12 }).forward(value))
    expect(of('a')).toEqual(of('a'))
    expect(of('a')).not.toEqual(of('b'))
  })

  test('neighbours lie far apart: half of the steps go down, and half of the differences are above a quarter of the range', () => {
    const mapping = new Bijection({ key: keyOf('a'), size: 1e12 })
    const images = Array.from({ length: 2000 }, (_, value) => mapping.forward(value))
    const steps = images.slice(1).map((image, index) => image - must(images[index], 'the one before'))
    expect(steps.filter((step) => step < 0).length).toBeGreaterThan(900)
    expect(steps.filter((step) => Math.abs(step) > 2.5e11).length).toBeGreaterThan(900)
  })

  test('kinds and stores have mappings of their own', () => {
    const [one, two] = [idsWith('one'), idsWith('two')]
    expect(one.order(7)).not.toBe(one.entry(7))
    expect(one.order(7)).not.toBe(two.order(7))
    expect(idsWith('one').order(7)).toBe(one.order(7))
    for (const order of [1, 2, 1e9, ORDER_ID_MAX - ORDER_ID_MIN]) expect(one.orderNamed(one.order(order))).toBe(order)
    for (const id of [1, 7, ORDER_ID_MIN - 1, ORDER_ID_MAX + 1])
      expect(one.orderNamed(id)).toBe(Number.MAX_SAFE_INTEGER)
  })
})

describe('on the wire', () => {
  let server: TestServer
  let phones: Phones
  beforeAll(async () => {
    server = await openTestServer()
    phones = new Phones(server)
    await openChannels(server)
    server.feed.say('EURUSD', '1.08500', '1.08510')
  })
  afterAll(async () => {
    phones.hangUp()
    await server.close()
  })
  const isRecord = (id: number) => id >= RECORD_ID_MIN && id <= RECORD_ID_MAX
  const isMapped = (id: number | null) => id !== null && id >= ORDER_ID_MIN && id <= ORDER_ID_MAX
  const buy = { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 } as const

  test('orders: answers, lists, account log, socket and receipts name one and the same id, and the engine its own', async () => {
    const ana = await server.person()
    const phone = await phones.open()
    await phone.signIn(ana, ['FOREX_TRADE', 'FOREX_CLOSED', 'FOREX_NOTICE'])
    const orders = [await ana.does('submit', buy), await ana.does('submit', buy)]
    const shown = orders.map(({ Id }) => Id)
    expect(shown.every(isMapped)).toBe(true)
    expect(Math.abs((shown[0] ?? 0) - (shown[1] ?? 0))).toBeGreaterThan(1_000_000)
    const [first = 0, second = 0] = shown
    expect((await ana.does('myDeal', { status: 1 })).data.map(({ Id }) => Id)).toEqual([second, first])
    await ana.does('close', { id: first })
    await phone.until(() =>
      phone.of('FOREX_CLOSED').some(({ data }) => (data as { ids: number[] }).ids.includes(first)),
    )
    const list = (await ana.does('forexChange', {})).list
    expect(list.filter(({ OrderId }) => OrderId === first).length).toBeGreaterThan(0)
    expect(list.every(({ Id, OrderId }) => isMapped(Id) && (OrderId === null || isMapped(OrderId)))).toBe(true)
    const receipt = await ana.does('receipt', { id: first })
    expect(receipt.order).toBe(server.context.ids.orderNamed(first))
    expect(await ana.reason('close', { id: receipt.order })).toBe('order_unknown')
  })

  test('users, deposits and references get ten digits that do not count up', async () => {
    const people = [await customer(server, 'ana'), await customer(server, 'ben')]
    const users = await Promise.all(people.map(userOf))
    expect(users.every(isRecord)).toBe(true)
    expect(Math.abs((users[0] ?? 0) - (users[1] ?? 0))).toBeGreaterThan(1000)
    const [ana] = people
    const charge = async () => {
      const person = must(ana, 'a customer')
      return person.does('chargeSubmit', { charge_id: 1, number: '60', proofImg: await picture(server, person) })
    }
    const [one, two] = [await charge(), await charge()]
    expect([one.id, two.id].every(isRecord)).toBe(true)
    expect(Math.abs(one.id - two.id)).toBeGreaterThan(1000)
    const { data } = await must(ana, 'a customer').does('chargeList', {})
    expect(data.map(({ id }) => id)).toEqual([two.id, one.id])
  })

  test('the office finds a customer by the id of an order or a deposit, as the customer reads it', async () => {
    const cara = await customer(server, 'cara')
    const user = await userOf(cara)
    const { id } = await cara.does('chargeSubmit', {
      charge_id: 1,
      number: '60',
      proofImg: await picture(server, cara),
    })
    const dora = await server.person()
    const order = await dora.does('submit', buy)
    await server.context.core.projected()
    const { caller: support } = await staffMember(server, 'support')
    const found = async (q: string) => (await support.does('peopleSearch', { q })).data.map((each) => each.id)
    expect(await found(String(id))).toEqual([user])
    expect(await found(String(user))).toEqual([user])
    expect(await found(String(order.Id))).toEqual([await userOf(dora)])
    const { data } = await support.does('personOrders', { id: await userOf(dora), status: 1 })
    expect(data.map((each) => each.Id)).toEqual([order.Id])
  })
})
