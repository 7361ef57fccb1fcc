/**
 * One valid request of every call that changes an order or moves money, each about records of its own. Which calls
 * these are, their records in the contract say: a new one without a request here does not compile, and fails each test
 * that goes through all of them by its name.
 */
import { type Call, type CallName, ORDER_STATUS, ORDER_TYPE } from '@veritick/contract'
import { CALL_NAMES, CALLS } from '@veritick/contract/calls'
import { bindTron, customer, draws, fund, openChannels, picture, provesDraw, verify } from './customers.ts'
import { codeTo } from './people.ts'
import type { Caller, TestServer } from './test-server.ts'

type With<Trait extends string> = {
  [Name in CallName]: (typeof CALLS)[Name] extends { readonly [Each in Trait]: true } ? Name : never
}[CallName]
export type DeedName = With<'changesOrder'> | With<'movesMoney'>

/** `by`: whose records it is about. `opens`: refused while the account is frozen. */
export type Deed = {
  readonly call: DeedName
  readonly opens: boolean
  readonly by: Caller
  readonly params: Readonly<Record<string, unknown>>
}

/** A verified customer with money, whose address is `name`@example.com, at open channels. EURUSD has a price. */
export async function trader(server: TestServer, name: string): Promise<Caller> {
  await openChannels(server, { card_provider: 'sandbox' })
  server.feed.say('EURUSD', '1.08500', '1.08510')
  const person = await customer(server, name)
  await verify(server, person)
  await fund(server, person, 900)
  return person
}

export async function deedsOf(server: TestServer, name: string, person: Caller): Promise<readonly Deed[]> {
  const demo = await server.person()
  const orders = await orderRequests(server, person)
  const money = await moneyRequests(server, name, person)
  const requests: { readonly [Name in DeedName]: Deed['params'] } = { ...orders, ...money, resetForexDemoAccount: {} }
  return CALL_NAMES.flatMap((call) => {
    const { changesOrder, movesMoney, opens }: Call = CALLS[call]
    if (changesOrder !== true && movesMoney !== true) return []
    const [deed, params] = Object.entries(requests).find(([each]) => each === call) ?? []
    if (deed === undefined || params === undefined) throw new Error(`deeds.ts has no request of ${call}`)
    const by = call === 'resetForexDemoAccount' ? demo : person
    return [{ call: call as DeedName, opens: opens === true, by, params }]
  })
}

async function orderRequests(server: TestServer, person: Caller) {
  const terms = { forex_id: server.feed.id('EURUSD'), type: ORDER_TYPE.buy, cont: '0.01', multiple: 30 } as const
  const held = async (cont = '0.01') =>
    (await person.does('submit', { ...terms, cont, status: ORDER_STATUS.holding })).Id
  const waiting = { ...terms, status: ORDER_STATUS.pending, target_price: '1.08000' } as const
  return {
    submit: { ...terms, status: ORDER_STATUS.holding },
    close: { id: await held() },
    closePart: { id: await held('0.03'), cont: '0.01' },
    reverse: { id: await held() },
    setStopPrice: { id: await held(), stop_loss_price: '1.00000', target_profit_price: '0' },
    amendTrade: {
      id: (await person.does('submit', waiting)).Id,
      target_price: '1.07000',
      stop_loss_price: '0',
      target_profit_price: '0',
    },
    cancelTrade: { id: (await person.does('submit', waiting)).Id },
  }
}

async function moneyRequests(server: TestServer, name: string, person: Caller) {
  const draw_method_id = await bindTron(server, person, name)
  const draw = { draw_currency_id: 1, draw_method_id, number: '30' }
  const withdrawal = await draws(server, person, { ...draw, number: '20' })
  const code = async (dc_address: string) => {
    // Another code is not sent at once.
    server.passTime(90_000)
    await person.does('sendCode', { purpose: 'payee', dc_address })
    return codeTo(server, `${name}@example.com`)
  }
  const other = { type: 1, draw_id: 2, dc_address: '0x52908400098527886E0F7030069857D2E4169EE7' } as const
  const { id: method } = await person.does('bindDrawMethod', { ...other, auth_code: await code(other.dc_address) })
  const bind = { type: 1, draw_id: 1, dc_address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' } as const
  const bindDrawMethod = { ...bind, auth_code: await code(bind.dc_address) }
  await provesDraw(server, person, draw)
  return {
    chargeSubmit: { charge_id: 1, number: '40', proofImg: await picture(server, person) },
    chargeWireSubmit: { wire_id: 1, number: '40', proofImg: await picture(server, person) },
    chargeCard: { number: '40' },
    bindDrawMethod,
    deleteDrawMethod: { id: method },
    draw,
    drawCancel: { id: withdrawal.id },
  }
}
