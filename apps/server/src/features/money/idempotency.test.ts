/**
 * A call about money that is sent again gets its first answer, whatever the operator has switched off and whatever has
 * become of the account since; the same wish under a new key is refused. On both stores.
 */
import type { CallName } from '@veritick/contract'
import {
  bindTron,
  booksProblems,
  customer,
  draws,
  FINN,
  fund,
  openChannels,
  picture,
  set,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { codeTo } from '@veritick/testing/people'
import { openPlace, type Place, storeKinds } from '@veritick/testing/stores'
import { type Answered, type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type Keyed = { readonly call: CallName; readonly params: Readonly<Record<string, unknown>>; readonly later: string }

describe.each(storeKinds())('on the %s store', (kind) => {
  let place: Place
  let doors: TestServer
  let ana: Caller

  beforeAll(async () => {
    place = await openPlace(kind, ['simulated'])
    doors = await openTestServer({ dataDir: place.dataDir, config: { databaseUrl: place.databaseUrl } })
    await openChannels(doors, { card_provider: 'sandbox' })
    ana = await customer(doors, 'ana')
    await verify(doors, ana)
    await fund(doors, ana, 900)
    doors.feed.say('EURUSD', '1.08500', '1.08510')
  }, 120_000)
  afterAll(async () => {
    await doors.close()
    await place.clean()
  }, 60_000)

  const ask = ({ call, params }: Keyed, key: string): Promise<Answered> =>
    ana.asks(call, params, { 'idempotency-key': key })

  /**
   * Everything that takes a key and moves, promises or binds money, and how the same is refused once all of it is
   * switched off.
   */
  async function everyCall(): Promise<readonly Keyed[]> {
    const draw_method_id = await bindTron(doors, ana, 'ana')
    const draw = { draw_currency_id: 1, draw_method_id, number: '30' }
    const waiting = await draws(doors, ana, draw)
    const order = { forex_id: doors.feed.id('EURUSD'), type: 1, status: 1, cont: '0.01', multiple: 30 } as const
    const holding = await ana.does('submit', order)
    // Another code is not sent at once.
    doors.passWallTime(90_000)
    const dc_address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
    await ana.does('sendCode', { purpose: 'payee', dc_address })
    const bind = { type: 1, draw_id: 1, dc_address, auth_code: await codeTo(doors, 'ana@example.com') }
    return [
      {
        call: 'chargeSubmit',
        params: { charge_id: 1, number: '40', proofImg: await picture(doors, ana) },
        later: 'account_frozen',
      },
      {
        call: 'chargeWireSubmit',
        params: { wire_id: 1, number: '40', proofImg: await picture(doors, ana) },
        later: 'account_frozen',
      },
      { call: 'chargeCard', params: { number: '40' }, later: 'account_frozen' },
      { call: 'bindDrawMethod', params: bind, later: 'channel_unknown' },
      { call: 'draw', params: draw, later: 'account_frozen' },
      // Taken back is taken back: a new key finds it so.
      { call: 'drawCancel', params: { id: waiting.id }, later: 'good' },
      { call: 'submit', params: order, later: 'account_frozen' },
      { call: 'close', params: { id: holding.Id }, later: 'order_ended' },
    ]
  }

  test('each is answered as it was', async () => {
    const calls = await everyCall()
    const first: Answered[] = []
    for (const each of calls) first.push(await ask(each, `once ${each.call}`))
    expect(first.map((answered, index) => [calls[index]?.call, answered.reason])).toEqual(
      calls.map(({ call }) => [call, undefined]),
    )

    for (const key of ['charge_networks', 'charge_banks', 'charge_symbols', 'draw_currencies'])
      await set(doors, key, [])
    await set(doors, 'card_provider', 'none')
    const user = await userOf(ana)
    const frozen = await doors.context.freezes.freeze({
      user,
      actor: FINN,
      reason: 'for the test',
      remark: 'We are checking',
    })
    expect(frozen).toMatchObject({ ok: true })

    for (const [index, each] of calls.entries()) {
      const again = await ask(each, `once ${each.call}`)
      expect([each.call, again.reason, again.data]).toEqual([each.call, undefined, first[index]?.data])
      expect([each.call, (await ask(each, `anew ${each.call}`)).reason ?? 'good']).toEqual([each.call, each.later])
    }
    expect(await booksProblems(doors)).toEqual([])
  })
})
