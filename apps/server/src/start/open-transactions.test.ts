/** The watch of the test server: what asks the core inside a transaction fails, and fails the test. */
import { accountOf, customer } from '@veritick/testing/customers'
import { openTestServer } from '@veritick/testing/test-server'
import { expect, test } from 'vitest'

test('a question, a command and a wait inside a transaction fail, and the test with them', async () => {
  const server = await openTestServer({ embedded: true })
  const { store, core, market } = server.context
  const account = await accountOf(server, await customer(server, 'ana'))
  const inside = (lane: Pick<typeof store, 'transaction'>, ask: () => Promise<unknown>) =>
    lane.transaction(async ({ query }) => {
      await query('select 1')
      return Promise.all([ask()])
    })
  const question = () => core.query({ kind: 'account', account })
  const command = { kind: 'freeze_account', at: market.clock(), account, frozen: true } as const
  await expect(inside(store, question)).rejects.toThrow('core.query was called inside a transaction')
  await expect(inside(store, () => core.submit({ command }))).rejects.toThrow('core.submit')
  await expect(inside(store.background, () => core.projected())).rejects.toThrow('core.projected')
  expect((await question())?.frozen).toBe(false)
  await expect(server.close()).rejects.toThrow('core.query was called inside a transaction')
})

test('work that a transaction began and did not wait for may ask after its end', async () => {
  const server = await openTestServer({ embedded: true })
  const { store, core } = server.context
  let goOn = () => {}
  const ended = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const later = await store.transaction(async () => ({ asked: ended.then(() => core.query({ kind: 'trading' })) }))
  goOn()
  expect(await later.asked).toBeDefined()
  await server.close()
})
