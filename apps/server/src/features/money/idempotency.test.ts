/**
 * A call that changes an order or moves money and is sent again gets its first answer, also when the operator has
 * switched the call off or frozen the account since; the same request under a new key is refused. On both
 * stores. The rows are all calls with these traits.
 */
import { booksProblems, FINN, set, userOf } from '@veritick/testing/customers'
import { type Deed, type DeedName, deedsOf, trader } from '@veritick/testing/deeds'
import { openServerOn } from '@veritick/testing/server-on'
import { storeKinds } from '@veritick/testing/stores'
import type { Answered, TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** The answer to the same request under a new key, where it is not that of a frozen account. */
const ANEW: { readonly [Name in DeedName]?: string } = {
  bindDrawMethod: 'channel_unknown',
  close: 'order_ended',
  reverse: 'order_ended',
  cancelTrade: 'order_ended',
}

describe.each(storeKinds())('on the %s store', (kind) => {
  let server: TestServer

  beforeAll(async () => {
    server = await openServerOn(kind)
  })
  afterAll(() => server.close())

  const ask = ({ by, call, params }: Deed, key: string): Promise<Answered> =>
    by.asks(call, params, { 'idempotency-key': key })

  test('each is answered as it was', async () => {
    const ana = await trader(server, 'ana')
    const deeds = await deedsOf(server, 'ana', ana)
    const first: Answered[] = []
    for (const deed of deeds) first.push(await ask(deed, `once ${deed.call}`))
    expect(first.map(({ reason }, index) => [deeds[index]?.call, reason])).toEqual(
      deeds.map(({ call }) => [call, undefined]),
    )

    for (const key of ['charge_networks', 'charge_banks', 'charge_symbols', 'draw_currencies']) {
      await set(server, key, [])
    }
    await set(server, 'card_provider', 'none')
    const freeze = { user: await userOf(ana), actor: FINN, reason: 'for the test', remark: 'We are checking' }
    expect(await server.context.freezes.freeze(freeze)).toMatchObject({ ok: true })

    // An attacker with write access to the store makes it forget the keys.
    const used = "'withdrawal', 'deposit', 'payee'"
    const forgotten = `delete from idempotency_keys where kind in (${used}) returning 1`
    expect((await server.context.store.query(forgotten)).length).toBeGreaterThan(2)
    for (const [index, deed] of deeds.entries()) {
      const again = await ask(deed, `once ${deed.call}`)
      expect([deed.call, again.reason, again.data]).toEqual([deed.call, undefined, first[index]?.data])
      const anew = ANEW[deed.call] ?? (deed.opens ? 'account_frozen' : 'good')
      expect([deed.call, (await ask(deed, `anew ${deed.call}`)).reason ?? 'good']).toEqual([deed.call, anew])
    }
    expect(await booksProblems(server)).toEqual([])
  })
})
