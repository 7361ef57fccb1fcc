/**
 * Payments by card on the sandbox: paid once, however often its notice comes; no forged, late or left-over notice
 * credits an account.
 */

import { CARD_NOTICE_PATH, CARD_SIGNATURE_HEADER } from '@veritick/contract'
import { MONEY_MAX, micros, must } from '@veritick/domain'
import { booksProblems, customer, FINN, GRETA, openChannels, set } from '@veritick/testing/customers'
import { mailsTo } from '@veritick/testing/people'
import { reseal, resealRow } from '@veritick/testing/reseal'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringsSandboxToMoney, maySandboxStand } from '../settings/sandbox-rule.ts'
import { openSettings } from '../settings/settings.ts'
import { CARD_OPEN_MS } from './report.ts'
import { NOTICE_AGE_MS, sandboxOf } from './sandbox.ts'

let server: TestServer
let ana: Caller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server, { card_provider: 'sandbox' })
  ana = await customer(server, 'ana')
})
afterAll(() => server.close())

const balance = async () => (await ana.does('getBalance', {})).balance
const last = async () => must((await ana.does('chargeList', { type: 2 })).data[0], 'a payment was begun')
const press = (url: string, outcome: 'paid' | 'failed') =>
  fetch(server.url + url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome }),
    headers: { origin: server.url },
  })
const notice = async (sent: { readonly body: string; readonly signature: string }, provider = 'sandbox') => {
  const headers = { 'content-type': 'application/json', lang: 'en', [CARD_SIGNATURE_HEADER]: sent.signature }
  const answer = await fetch(`${server.url}${CARD_NOTICE_PATH}/${provider}`, {
    method: 'POST',
    headers,
    body: sent.body,
  })
  return { status: answer.status, ...((await answer.json()) as { code: number; reason?: string }) }
}
const referenceOf = (url: string) => must(url.split('/').at(-1), 'the page names the payment')
const sandbox = () => sandboxOf(server.context)

test('paid on the page of the provider, credited by its notice', async () => {
  expect((await ana.does('chargeTerms', {})).card).toEqual({ offered: true, trial: true })
  const begun = await ana.does('chargeCard', { number: '120.50' })
  expect(await last()).toMatchObject({
    id: begun.id,
    type: 2,
    number: '120.50',
    currency_code: 'USD',
    status: 4,
    pay_url: begun.url,
  })
  const page = await fetch(server.url + begun.url)
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('content-security-policy')).not.toMatch(/script-src|unsafe/)
  expect(html).toContain('Pay 120.50 USD')
  expect(html).not.toMatch(/<input|<script/)
  // The page names the platform, says that it is a trial, and links back without a payment.
  for (const part of ['Veritick', 'trial provider', '<a class="back" href="/mine/charge">', 'href="/logo.svg"'])
    expect(html).toContain(part)
  // Under the brand that the operator has stated, which is text from outside.
  await set(server, 'operator', { ...server.context.settings.get('operator'), brand: 'North & <b>Markets' })
  const named = await (await fetch(server.url + begun.url)).text()
  expect(named).toContain('Back to North &#38; &#60;b&#62;Markets')
  expect(named).not.toContain('Veritick')
  await set(server, 'operator', { ...server.context.settings.get('operator'), brand: '' })
  const paid = await press(begun.url, 'paid')
  expect([paid.status, paid.headers.get('location')]).toEqual([303, '/mine/charge'])
  expect(await last()).toMatchObject({ status: 1, credited: '120.500000' })
  expect(await balance()).toBe('120.500000')
  expect(await (await fetch(server.url + begun.url)).text()).toContain('has ended')
  expect((await mailsTo(server, 'ana@example.com')).at(-1)?.text).toContain('120.50 USD')
  const [audit] = await server.context.store.query<{ who: string; action: string }>(
    'select who, action from audit order by entry_id desc limit 1',
  )
  expect(audit).toEqual({ who: 'provider:sandbox', action: 'deposit_credit' })
})

test('the same notice fifty times at once, and again, counts once', async () => {
  const before = Number(await balance())
  const begun = await ana.does('chargeCard', { number: '30' })
  const sent = sandbox().write({ reference: referenceOf(begun.url), outcome: 'paid', amount: micros(30_000_000) })
  const answers = await Promise.all(Array.from({ length: 50 }, () => notice(sent)))
  expect(answers.every((each) => each.code === 1)).toBe(true)
  expect((await press(begun.url, 'paid')).status).toBe(303)
  expect(Number(await balance())).toBe(before + 30)
})

test('what was received counts, not what was asked for', async () => {
  const before = Number(await balance())
  const begun = await ana.does('chargeCard', { number: '50' })
  const sent = sandbox().write({ reference: referenceOf(begun.url), outcome: 'paid', amount: micros(48_250_000) })
  expect(await notice(sent)).toMatchObject({ code: 1 })
  expect(await last()).toMatchObject({ status: 1, usd: '50.000000', credited: '48.250000' })
  expect(Number(await balance())).toBe(before + 48.25)
})

test('declined; paid afterwards credits nothing by itself and waits for the office', async () => {
  const before = Number(await balance())
  const begun = await ana.does('chargeCard', { number: '25' })
  await press(begun.url, 'failed')
  expect(await last()).toMatchObject({ status: 2, remark: 'The card payment was declined.', pay_url: '' })
  await press(begun.url, 'paid')
  await press(begun.url, 'paid')
  expect(Number(await balance())).toBe(before)
  expect(await last()).toMatchObject({ status: 0, remark: '' })
  const found = must(await server.context.deposits.review.find(begun.id), 'it was begun')
  expect(found.row).toMatchObject({ state: 'unchecked', flags: 'paid_late' })
  expect((await mailsTo(server, 'ana@example.com')).at(-1)?.text).toContain(`Request ${begun.id} for 25.00 USD`)
  const credit = { deposit: begun.id, amount: micros(25_000_000), remark: '', reason: 'paid after all', actor: FINN }
  expect(await server.context.deposits.review.credit(credit)).toMatchObject({ ok: true, value: { state: 'finished' } })
  expect(Number(await balance())).toBe(before + 25)
})

test('the same request after its payment has ended asks the provider for no page', async () => {
  const [request, key] = [{ number: '29' }, { 'idempotency-key': 'card of the morning' }]
  const { id, url } = (await ana.asks('chargeCard', request, key)).data as { id: number; url: string }
  await press(url, 'failed')
  // As a crash before the page and the answer were stored would leave it.
  const { store } = server.context
  await store.query('update deposits set pay_url = null where deposit_id = $1', [id])
  await reseal({ ...server.context, query: store.query }, 'deposits')
  await store.query('delete from stored_answers')
  expect((await ana.asks('chargeCard', request, key)).reason).toBe('record_decided')
})

test('what a colleague has ended stays ended, and is marked', async () => {
  const before = await balance()
  const begun = await ana.does('chargeCard', { number: '26' })
  await press(begun.url, 'failed')
  await press(begun.url, 'paid')
  const end = { deposit: begun.id, remark: 'not taken like this', reason: 'a stolen card', actor: FINN }
  expect(await server.context.deposits.review.invalidate(end)).toMatchObject({ ok: true })
  const another = {
    notice: 'charged twice',
    reference: referenceOf(begun.url),
    outcome: 'paid',
    amount: micros(26_000_000),
  } as const
  expect(await notice(sandbox().write(another))).toMatchObject({ code: 1 })
  expect(must(await server.context.deposits.review.find(begun.id), 'it was begun').row).toMatchObject({
    state: 'invalid',
    flags: 'paid_late',
  })
  expect(await balance()).toBe(before)
})

test('staff cannot decide about a payment that is open at the provider', async () => {
  const before = Number(await balance())
  const begun = await ana.does('chargeCard', { number: '27' })
  const decision = { deposit: begun.id, remark: 'not taken like this', reason: 'seen it myself', actor: FINN }
  const { credit, reject, invalidate } = server.context.deposits.review
  const refused = { reason: 'record_begun' }
  expect(await credit({ ...decision, amount: micros(27_000_000) })).toMatchObject(refused)
  expect(await reject(decision)).toMatchObject(refused)
  expect(await invalidate(decision)).toMatchObject(refused)
  await press(begun.url, 'paid')
  expect(await last()).toMatchObject({ status: 1, credited: '27.000000' })
  expect(Number(await balance())).toBe(before + 27)
})

/** A first approval of 500 USD, which an earlier version of the server could have written. */
async function proposed(deposit: number): Promise<void> {
  const { store, encryption, newestSeals } = server.context
  const change = 'update deposits set credited = 500000000, proposed_by = $2, proposed_at = 1 where deposit_id = $1'
  await store.query(change, [deposit, FINN.who])
  await reseal({ query: store.query, encryption, newestSeals }, 'deposits')
}

test('a first approval is void after the expiry: a late payment needs two new approvals', async () => {
  await set(server, 'deposit_two_person_limit_usd', '20.00')
  const before = Number(await balance())
  for (const end of ['declined', 'expired'] as const) {
    const begun = await ana.does('chargeCard', { number: '28' })
    // As an office could while it still decided payments that were begun.
    await proposed(begun.id)
    if (end === 'declined') await press(begun.url, 'failed')
    else {
      server.passTime(CARD_OPEN_MS + 1000)
      await server.context.deposits.resumeIntents()
      server.passWallTime(-CARD_OPEN_MS - 1000)
    }
    const row = async () => must(await server.context.deposits.review.find(begun.id), 'it was begun').row
    expect([end, await row()]).toMatchObject([end, { credited: null, proposedBy: null, proposedAt: null }])
    await press(begun.url, 'paid')
    const credit = {
      deposit: begun.id,
      amount: micros(500_000_000),
      remark: 'it was more',
      reason: 'seen it myself',
      actor: GRETA,
    }
    expect(await server.context.deposits.review.credit(credit)).toMatchObject({
      ok: true,
      value: { state: 'unchecked', proposedBy: GRETA.who },
    })
    expect(await server.context.deposits.review.reject({ ...credit, remark: 'not taken like this' })).toMatchObject({
      ok: true,
    })
  }
  expect(Number(await balance())).toBe(before)
  await set(server, 'deposit_two_person_limit_usd', '10000.00')
})

test('a record that ended with an uncleared first approval is reopened without it', async () => {
  const begun = await ana.does('chargeCard', { number: '29' })
  await press(begun.url, 'failed')
  await proposed(begun.id)
  await press(begun.url, 'paid')
  const { row } = must(await server.context.deposits.review.find(begun.id), 'it was begun')
  expect(row).toMatchObject({
    state: 'unchecked',
    flags: 'paid_late',
    credited: null,
    proposedBy: null,
    proposedAt: null,
  })
})

test('paid, and the ledger does not take it: it waits for the office', async () => {
  const before = await balance()
  const begun = await ana.does('chargeCard', { number: '31' })
  const tooMuch = sandbox().write({ reference: referenceOf(begun.url), outcome: 'paid', amount: MONEY_MAX })
  expect(await notice(tooMuch)).toMatchObject({ reason: 'amount_too_large' })
  expect(await last()).toMatchObject({ id: begun.id, status: 0, credited: null })
  expect(await balance()).toBe(before)
  const credit = { deposit: begun.id, amount: micros(31_000_000), remark: '', reason: 'seen it myself', actor: FINN }
  expect(await server.context.deposits.review.credit(credit)).toMatchObject({ ok: true, value: { state: 'finished' } })
})

test('an unpaid payment can be continued for an hour, then ends and no longer counts; a later payment waits for staff', async () => {
  const mails = async () => (await mailsTo(server, 'ana@example.com')).length
  const [before, told] = [await balance(), await mails()]
  const room = async () => Number((await ana.does('chargeTerms', {})).left_without_verification)
  const free = await room()
  const begun = await ana.does('chargeCard', { number: '35' })
  expect(await last()).toMatchObject({ status: 4, status_name: 'Not paid yet', pay_url: begun.url, remark: '' })
  expect(await room()).toBe(free - 35)
  // A wall clock that is ahead for a moment ends nothing.
  server.passWallTime(CARD_OPEN_MS + 1000)
  await server.context.deposits.resumeIntents()
  server.passWallTime(-CARD_OPEN_MS - 1000)
  expect(await last()).toMatchObject({ status: 4, pay_url: begun.url })
  // A minute early: the calls before took real time.
  server.passTime(CARD_OPEN_MS - 60_000)
  await server.context.deposits.resumeIntents()
  expect(await last()).toMatchObject({ status: 4, pay_url: begun.url })
  server.passTime(61_000)
  await Promise.all(Array.from({ length: 5 }, () => server.context.deposits.resumeIntents()))
  expect(await last()).toMatchObject({
    status: 3,
    pay_url: '',
    expires_at: null,
    remark: expect.stringContaining('in time'),
  })
  expect(await room()).toBe(free)
  expect(await mails()).toBe(told)
  expect(await (await fetch(server.url + begun.url)).text()).toContain('has ended')
  await press(begun.url, 'paid')
  expect(await last()).toMatchObject({ status: 0 })
  expect(await balance()).toBe(before)
  server.passWallTime(-CARD_OPEN_MS - 1000)
  const actions = await server.context.store.query<{ action: string }>(
    "select action from audit where subject_kind = 'deposit' and subject = $1 order by entry_id",
    [String(begun.id)],
  )
  expect(actions.map(({ action }) => action)).toEqual(['deposit_expire', 'deposit_paid_late'])
})

test('a forged, changed or old notification, or one of an unknown payment, is refused', async () => {
  const before = await balance()
  const begun = await ana.does('chargeCard', { number: '40' })
  const good = sandbox().write({ reference: referenceOf(begun.url), outcome: 'paid', amount: micros(40_000_000) })
  const refused = { status: 403, code: 4009, reason: 'notice_not_genuine' }
  expect(await notice({ ...good, signature: '' })).toMatchObject(refused)
  expect(await notice({ ...good, signature: `t=${Date.now()},v1=${'0'.repeat(64)}` })).toMatchObject(refused)
  expect(await notice({ ...good, body: good.body.replace('40000000', '90000000') })).toMatchObject(refused)
  expect(await notice({ ...good, signature: good.signature.replace(/t=\d+/, `t=${Date.now() + 1}`) })).toMatchObject(
    refused,
  )
  expect(await notice({ ...good, body: '' })).toMatchObject(refused)
  expect(await notice(good, 'another')).toMatchObject(refused)
  server.passWallTime(NOTICE_AGE_MS + 10_000)
  expect(await notice(good)).toMatchObject(refused)
  server.passWallTime(-NOTICE_AGE_MS - 10_000)
  const unknown = sandbox().write({ reference: 'f'.repeat(32), outcome: 'paid', amount: micros(40_000_000) })
  expect(await notice(unknown)).toMatchObject({ status: 503, reason: 'record_unknown' })
  expect((await fetch(`${server.url}/sandbox/card/en/${'f'.repeat(32)}`)).status).toBe(404)
  expect(await balance()).toBe(before)
})

test.each([
  { lang: 'ar', tag: 'ar', dir: 'rtl', pay: 'ادفع \u206820.50 USD\u2069' },
  { lang: 'de', tag: 'de', dir: 'ltr', pay: '20,50 USD bezahlen' },
] as const)('the page of the provider is in the language of the customer: $lang', async ({ lang, tag, dir, pay }) => {
  const begun = await ana.does('chargeCard', { number: '20.50' }, { lang })
  const html = await (await fetch(server.url + begun.url)).text()
  expect(html).toContain(`<html lang="${tag}" dir="${dir}">`)
  expect(html).toContain(`>${pay}<`)
  expect(html).not.toMatch(/Decline|trial provider/)
  expect((await press(begun.url, 'failed')).status).toBe(303)
})

test('only the page itself pays: no form of another site does', async () => {
  const before = await balance()
  const begun = await ana.does('chargeCard', { number: '20' })
  const foreign = (headers: Readonly<Record<string, string>>) =>
    server.visitor.raw('POST', begun.url, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'outcome=paid',
    })
  const refused = { status: 403, reason: 'cross_site_refused' }
  expect(await foreign({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toMatchObject(refused)
  expect(await foreign({ origin: 'null' })).toMatchObject(refused)
  expect(await foreign({})).toMatchObject(refused)
  expect(await foreign({ origin: server.url, 'sec-fetch-site': 'same-site' })).toMatchObject(refused)
  expect(await balance()).toBe(before)
  const page = await fetch(server.url + begun.url)
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
  expect((await press(begun.url, 'paid')).status).toBe(303)
  expect(Number(await balance()) - Number(before)).toBe(20)
})

test('switched off, neither page nor notice of what was left over works', async () => {
  const before = await balance()
  const begun = await ana.does('chargeCard', { number: '60' })
  const sent = sandbox().write({ reference: referenceOf(begun.url), outcome: 'paid', amount: micros(60_000_000) })
  await set(server, 'card_provider', 'none')
  expect(await ana.reason('chargeCard', { number: '60' })).toBe('channel_unknown')
  expect((await fetch(server.url + begun.url)).status).toBe(404)
  expect((await press(begun.url, 'paid')).status).toBe(404)
  expect(await notice(sent)).toMatchObject({ status: 403 })
  expect(await balance()).toBe(before)
  await set(server, 'card_provider', 'sandbox')
})

test('the rules of every deposit hold', async () => {
  expect(await ana.reason('chargeCard', { number: '9.99' })).toBe('deposit_too_small')
  expect(await ana.reason('chargeCard', { number: '20.001' })).toBe('amount_too_precise')
  expect(await ana.reason('chargeCard', { number: '999999' })).toBe('deposit_limit_unverified')
  const same = await Promise.all(
    Array.from({ length: 10 }, () => ana.asks('chargeCard', { number: '15' }, { 'idempotency-key': 'card' })),
  )
  expect(new Set(same.map((each) => JSON.stringify(each.data))).size).toBe(1)
})

test('the books are right after all of it', async () => {
  expect(await booksProblems(server)).toEqual([])
})

test('the sandbox never stands beside a channel of real money, in whichever order they are set', async () => {
  const { settings } = server.context
  const change = (key: string, value: unknown) => {
    const seenVersion = must(
      settings.list().find((each) => each.key === key),
      key,
    ).version
    return settings.change({ key, value, who: 'staff:1', reason: 'opening the platform', seenVersion })
  }
  const refused = { ok: false, reason: 'sandbox_beside_money' }
  const real = { ...must(settings.get('draw_currencies')[0], 'a currency'), usd_price: '1.000000', trial: false }
  const { fee: _, ...currency } = real
  const trial = { ...currency, trial: true }
  await set(server, 'card_provider', 'sandbox')
  expect(await change('draw_currencies', [currency])).toMatchObject(refused)
  expect(settings.refusalOf('draw_currencies', [currency])).toBe('sandbox_beside_money')
  expect(await change('draw_currencies', [{ ...currency, enabled: false }])).toMatchObject({ ok: true })
  expect(await change('draw_currencies', [trial])).toMatchObject({ ok: true })
  const network = { id: 1, currency_code: 'USDT', protocol_code: 'ERC20', usd_price: '1.000000' }
  const networks = [{ ...network, address: '0x52908400098527886E0F7030069857D2E4169EE7' }]
  expect(await change('charge_networks', networks)).toMatchObject(refused)

  await set(server, 'card_provider', 'none')
  expect(await change('charge_networks', networks)).toMatchObject({ ok: true })
  expect(await change('card_provider', 'sandbox')).toMatchObject(refused)
  await set(server, 'charge_networks', [])

  // A store from before this rule: the setting stands, and the sandbox takes nothing.
  await set(server, 'card_provider', 'sandbox')
  await server.context.store.query(
    `insert into settings (key, version, value, who, reason, at, holds_from)
     select key, version + 1, $1, who, reason, at, holds_from from settings
     where key = 'draw_currencies' order by version desc limit 1`,
    [JSON.stringify([currency])],
  )
  const { store, encryption } = server.context
  const [added] = await store.query<{ key: string; version: number }>(
    `select key, version from settings where key = 'draw_currencies' order by version desc limit 1`,
  )
  await store.query('alter table settings disable trigger user')
  await resealRow({ query: store.query, encryption }, 'settings', must(added, 'the version'))
  await store.query('alter table settings enable trigger user')
  const again = await openSettings({
    store: server.context.store,
    encryption: server.context.encryption,
    runtime: server.context.runtime,
    knownVersions: server.context.knownVersions,
    log: server.context.log,
  })
  expect(maySandboxStand(again.get)).toBe(false)
})

test('on a feed that is not for trying out the sandbox is refused', () => {
  const asked = { key: 'card_provider', value: 'sandbox', get: server.context.settings.get } as const
  expect(['simulated', 'replay', 'fix', 'stream'].map((feed) => bringsSandboxToMoney({ ...asked, feed }))).toEqual([
    false,
    false,
    true,
    true,
  ])
})
