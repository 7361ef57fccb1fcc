/** Makes the records of Ana for matrix.test.ts, on both her real accounts. */
import { randomUUID } from 'node:crypto'
import type { CallData } from '@veritick/contract'
import { type AccountId, must } from '@veritick/domain'
import { Authenticator } from '@veritick/testing/authenticator'
import { accountOf, bindTron, draws, fund, picture, switchTo, userOf } from '@veritick/testing/customers'
import { codeTo } from '@veritick/testing/people'
import type { Caller, TestServer } from '@veritick/testing/test-server'
import { generateSync } from 'otplib'
import { openFurtherAccount } from '../features/accounts/further-account.ts'
import { accountToShow } from '../features/accounts/index.ts'
import { ANA, CARD_USD, type Hers, type Second } from './matrix-rows-fixture.ts'

export const APP_URL = 'https://trade.example.com'
export const HASH = 'a1'.repeat(32)
export const IBAN = 'DE89370400440532013000'

/** Orders of each kind, a withdrawal that waits, payees, a picture, a second session, two-factor. */
export async function makeRecords(server: TestServer, person: Caller): Promise<Hers> {
  const orders = await makeOrders(person)
  const payee = await bindTron(server, person, 'ana.private')
  server.passTime(61_000)
  const bank = { bank_name: 'PRIVATE BANK', bank_swift: 'COBADEFFXXX', payee_account: IBAN }
  await person.does('sendCode', { purpose: 'payee', ...bank })
  await person.does('bindDrawMethod', {
    type: 2,
    draw_id: 3,
    ...bank,
    payee_name: 'ANA PRIVATE',
    auth_code: await codeTo(server, ANA),
  })
  const draw = await draws(server, person, {
    draw_currency_id: 1,
    draw_method_id: payee,
    number: '70',
    memo: 'rent of ana',
  })
  const second = await secondAccountOf(server, person, payee)
  const proofImg = await picture(server, person)
  await person.does('chargeSubmit', { charge_id: 1, number: '55', proofImg, tx_hash: HASH })
  const cardKey = randomUUID()
  const begun = await person.asks('chargeCard', { number: CARD_USD }, { 'idempotency-key': cardKey })
  const proofs = await makeProofs(server, person)
  await person.does('supportSend', { text: 'ANA PRIVATE', picture: await picture(server, person) })
  await person.does('feedbackOwn', { kind: 'complaint', text: 'ANA PRIVATE' })
  const above = { forex_id: 1, side: 'above', price: '1.2', repeat: false, note: 'ANA PRIVATE' } as const
  const { id: priceAlert } = await person.does('priceAlertAdd', above)
  const session = must(
    (await person.does('sessionList', {})).find(({ current }) => current),
    'she is signed in',
  ).id
  server.passTime(61_000)
  await person.does('sendCode', { purpose: 'proof' })
  return {
    user: await userOf(person),
    accounts: [await accountOf(server, person), second.account],
    notice: await noticeTo(server, await accountOf(server, person)),
    priceAlert,
    second,
    ...orders,
    withdrawal: draw.id,
    payee,
    session,
    picture: await picture(server, person),
    card: must((begun.data as CallData<'chargeCard'>).url.split('/').at(-1), 'the page names the payment'),
    cardKey,
    code: await codeTo(server, ANA),
    ...proofs,
  }
}

/** A holding, a pending and an ended order. */
async function makeOrders(person: Caller): Promise<Pick<Hers, 'holding' | 'pending' | 'ended'>> {
  const buy = { forex_id: 1, type: 1, cont: '0.01', multiple: 30 } as const
  const holding = await person.does('submit', { ...buy, status: 1 })
  const pending = await person.does('submit', { ...buy, status: 0, target_price: '1.00000' })
  const ended = await person.does('submit', { ...buy, status: 1 })
  await person.does('close', { id: ended.Id })
  return { holding: holding.Id, pending: pending.Id, ended: ended.Id }
}

type Proofs = Pick<Hers, 'appCode' | 'recoveryCode' | 'passkeyId' | 'passkey'>

/** The authenticator app with its recovery codes, and a passkey that has signed in. */
async function makeProofs(server: TestServer, person: Caller): Promise<Proofs> {
  server.passTime(61_000)
  await person.does('sendCode', { purpose: 'proof' })
  const { secret } = await person.does('twoFactorBegin', { auth_code: await codeTo(server, ANA) })
  const { recovery_codes } = await person.does('twoFactorConfirm', { totp_code: appCodeOf(server, secret) })
  const authenticator = new Authenticator(APP_URL)
  const begin = await person.does('passkeyBegin', { totp_code: must(recovery_codes[1], 'ten codes') })
  const { id: passkeyId } = await person.does('passkeyAdd', {
    passkey: authenticator.create(begin),
    name: 'phone of ana',
  })
  const passkey = authenticator.get(await server.visitor.does('passkeyOptions', { purpose: 'sign_in' }))
  await server.visitor.does('passkeySignIn', { passkey })
  return {
    appCode: appCodeOf(server, secret),
    recoveryCode: must(recovery_codes[0], 'ten codes'),
    passkeyId,
    passkey,
  }
}

/**
 * Orders of each kind, a withdrawal that waits and a notice on a further real account. The person ends on the first
 * one.
 */
async function secondAccountOf(server: TestServer, person: Caller, payee: number): Promise<Second> {
  const first = await accountOf(server, person)
  const once = { key: 'second of ana', content: '' }
  const made = await openFurtherAccount(server.context, { user: await userOf(person), kind: 'real', once })
  if (!made.ok) throw new Error(made.reason)
  const { account } = made.value
  await switchTo(server, person, account)
  await fund(server, person, 4321)
  const orders = await makeOrders(person)
  const draw = await draws(server, person, {
    draw_currency_id: 1,
    draw_method_id: payee,
    number: '90',
    memo: 'rent of ana',
  })
  const ids = { ...orders, withdrawal: draw.id }
  await switchTo(server, person, first)
  return { account, ...ids, notice: await noticeTo(server, account) }
}

/** A notice that only she may read. */
async function noticeTo(server: TestServer, account: AccountId): Promise<number> {
  const facts = { kind: 'order_opened', order: 1, code: 'ANA PRIVATE', price: '1' } as const
  const { store, notices } = server.context
  const owned = must(await accountToShow(store.db, account), 'it has an owner')
  const told = await store.transaction((tx) => notices.add(tx, owned, [{ account, at: 1, facts }]))
  return must(told.notices[0], 'a notice is kept').notice
}

const appCodeOf = (server: TestServer, secret: string) =>
  generateSync({ secret, epoch: Math.floor(server.context.wallClock() / 1000) })
