/**
 * A key of a request that was pointed at another record in the store does not answer that record: each feature compares
 * it with the request. Deposits, payees and withdrawals: forged-rows.test.ts and the tests of withdrawals.
 */
import type { UserId } from '@veritick/domain'
import { customer, userOf } from '@veritick/testing/customers'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFurtherAccount } from '../features/accounts/further-account.ts'

let server: TestServer
let ana: Caller
let ben: Caller
let [anaId, benId] = [0 as UserId, 0 as UserId]
let finn: StaffCaller
let carla: StaffCaller

beforeAll(async () => {
  server = await openTestServer()
  ana = await customer(server, 'ana')
  ben = await customer(server, 'ben')
  anaId = await userOf(ana)
  benId = await userOf(ben)
  finn = await staffed(server, 'finance')
  carla = await staffed(server, 'content')
}, 120_000)
afterAll(() => server.close())

type Answer = { readonly code: number; readonly reason?: string | undefined; readonly data: unknown }

/** The first request, made again after its key was pointed at the record of the second one. */
async function pointed(kind: string, first: () => Promise<Answer>, second: () => Promise<Answer>): Promise<Answer> {
  const { query } = server.context.store
  const record = async (ask: () => Promise<Answer>) => {
    expect(await ask()).toMatchObject({ code: 1 })
    const newest = `select record from idempotency_keys where kind = '${kind}' order by at desc, record desc limit 1`
    return (await query<{ record: number }>(newest))[0]?.record
  }
  await query(`delete from idempotency_keys where kind = '${kind}'`)
  const one = await record(first)
  const keys = () => query<{ key: string }>(`select key from idempotency_keys where kind = '${kind}'`)
  const [key] = await keys()
  await query(`update idempotency_keys set at = at - 1 where kind = '${kind}'`)
  const other = await record(second)
  expect(other).not.toBe(one)
  await query('update idempotency_keys set record = $2 where key = $1', [key?.key ?? '', other ?? 0])
  await query('delete from stored_answers')
  return first()
}

const keyed = (key: string) => ({ 'idempotency-key': key })

test('staff are answered the correction that they asked for: the process remembers its key', async () => {
  const ask = (user: UserId, amount: string) => () =>
    finn.asks(
      'correctionRequest',
      { user, amount, category: 'cost', remark: 'A fee', reason_text: 'seen in the log' },
      keyed(`${user} ${amount}`),
    )
  const answers: unknown[] = []
  const first = async () => {
    const answer = await ask(anaId, '10')()
    answers.push(answer.data)
    return answer
  }
  await pointed('correction', first, ask(benId, '10'))
  expect(answers[0]).toBeDefined()
  expect(answers[1]).toEqual(answers[0])
})

test('staff are answered no note about another customer', async () => {
  const note = (id: number) => () => finn.asks('addPersonNote', { id, text: 'called' }, keyed(`note ${id}`))
  expect((await pointed('note', note(anaId), note(benId))).reason).toBe('idempotency_mismatch')
})

test('staff are answered no article of another author', async () => {
  const chris = await staffed(server, 'content')
  const texts = [{ language: 'en', title: 'Hours', summary: '', body: 'We are open.' }]
  const save = (by: StaffCaller) => () =>
    by.asks('newsSave', { kind: 'news', picture: '', texts, reason_text: 'asked for' } as never, keyed('an article'))
  expect((await pointed('news', save(carla), save(chris))).reason).toBe('idempotency_mismatch')
})

test('a customer is answered no feedback and no message of another one', async () => {
  const feedback = (by: Caller) => () => by.asks('feedbackOwn', { kind: 'other', text: 'slow' }, keyed('feedback'))
  expect((await pointed('feedback', feedback(ana), feedback(ben))).reason).toBe('idempotency_mismatch')
  const send = (by: Caller) => () => by.asks('supportSend', { text: 'hello' }, keyed('message'))
  expect((await pointed('support_message', send(ana), send(ben))).reason).toBe('idempotency_mismatch')
})

test('a further account is never the account of another user', async () => {
  const open = (user: UserId) => async (): Promise<Answer> => {
    const once = { key: `account ${user}`, content: `${user}`, namedAt: undefined }
    const done = await openFurtherAccount(server.context, { user, kind: 'demo', once })
    return done.ok ? { code: 1, data: done.value } : { code: 0, reason: done.reason, data: null }
  }
  expect((await pointed('account', open(anaId), open(benId))).reason).toBe('idempotency_mismatch')
})
