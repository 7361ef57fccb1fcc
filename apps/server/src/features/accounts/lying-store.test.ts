/**
 * An attacker who may change the objects of the store makes it say that two hashes are equal, so that an invented code
 * would be a right one, and any row the one that was asked for. The server compares both itself. The store is embedded:
 * no watch of the objects refuses what the attacker prepares (changed-while-running.test.ts).
 */
import { PASSWORD, realPerson } from '@veritick/testing/people'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { guardedPerson } from '@veritick/testing/two-factor'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ embedded: true })
}, 240_000)
afterAll(() => server.close())

const sql = (text: string) => server.context.store.query(text)

/** The column gets a type of which all values are equal. */
async function anyHashIsRight(table: string, column = 'code_hash'): Promise<void> {
  const type = `hash_of_${table}`
  await sql(`create domain ${type} as text`)
  for (const other of [type, 'text']) {
    const name = `equal_${table}_${other}`
    await sql(`create function ${name}(${type}, ${other}) returns boolean language sql immutable as 'select true'`)
    await sql(`create operator = (leftarg = ${type}, rightarg = ${other}, function = ${name})`)
  }
  await sql(`alter table ${table} alter column ${column} type ${type}`)
  const asked = `select count(*)::int as "right" from ${table} where ${column} = 'invented'`
  const [{ right } = { right: 0 }] = await server.context.store.query<{ right: number }>(asked)
  expect(right).toBeGreaterThan(0)
}

test('an attacker resets no password with an invented code that the store says is right', async () => {
  const email = 'ana@example.com'
  await realPerson(server, email)
  await server.visitor.does('sendEmail', { to: email, type: 2 })
  await anyHashIsRight('codes')
  const password = 'eve has a new quiet harbour'
  const news = { new_password: password, secondary_password: password }
  const invented = { account: email, auth_code: '000000', ...news }
  expect(await server.visitor.reason('forgetPassword', invented)).toBe('code_wrong')
  expect(await server.visitor.reason('loginForU', { account: email, password })).toBe('login_wrong')
  expect(await server.visitor.reason('loginForU', { account: email, password: PASSWORD })).toBe('good')
})

test('an attacker with a stolen password passes no second factor with an invented recovery code', async () => {
  const account = 'ben@example.com'
  const { recovery } = await guardedPerson(server, account)
  await anyHashIsRight('recovery_codes')
  const signsIn = (code: string) => server.visitor.reason('loginForU', { account, password: PASSWORD, code })
  expect(await signsIn('ABCD-EFGH-JKLM-NPQR')).toBe('totp_wrong')
  expect(await sql('select 1 from recovery_codes')).toHaveLength(recovery.length)
})

test('a visitor gets no session of a customer whose row a trigger puts in for a demo account', async () => {
  const account = 'cleo@example.com'
  await realPerson(server, account)
  const sessions = () => sql('select token_hash from sessions order by token_hash')
  const before = await sessions()
  await sql(`create function swapped() returns trigger language plpgsql as $$ declare kept users; begin
    set constraints all deferred;
    delete from users where email = '${account}' returning * into kept;
    return kept; end $$`)
  await sql(`create function beside() returns trigger language plpgsql as
    $$ begin new.is_default = false; return new; end $$`)
  await sql(`create trigger swapped before insert on users for each row when (new.kind = 'demo')
    execute function swapped()`)
  await sql('create trigger beside before insert on accounts for each row execute function beside()')
  expect((await server.visitor.asks('createAccountDemoForU', { demo_id: 'f'.repeat(32) })).data).toBeNull()
  await sql('drop trigger swapped on users')
  await sql('drop trigger beside on accounts')
  expect(await sessions()).toEqual(before)
  expect(await server.visitor.reason('loginForU', { account, password: PASSWORD })).toBe('good')
})

test('a visitor gets no session of a customer whom the store answers for an invented demo account', async () => {
  await anyHashIsRight('users', 'demo_hash')
  const sessions = () => sql('select token_hash from sessions order by token_hash')
  const before = await sessions()
  expect((await server.visitor.asks('createAccountDemoForU', { demo_id: 'e'.repeat(32) })).data).toBeNull()
  expect(await sessions()).toEqual(before)
})
