/**
 * An attacker with write access to the store writes, changes or deletes closures by plain statements. The customer's
 * own sealed row names the closure that holds: a forged one closes and erases nothing and releases no account, and a
 * deleted one does not open the account again.
 */
import { must, type UserId } from '@veritick/domain'
import { customer, documents, userOf } from '@veritick/testing/customers'
import { PASSWORD } from '@veritick/testing/people'
import { oneStoreKind } from '@veritick/testing/stores'
import type { Caller, TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireAllSealed } from '../../services/seals/index.ts'
import { accountsToShow } from '../accounts/owned-accounts.ts'
import { closingOf, openClosingServer } from './closures-fixture.ts'

describe.each(oneStoreKind())('on the %s store', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openClosingServer(kind)
  })
  afterAll(() => server.close())

  const { byStaff } = closingOf(() => server)
  const sql = (statement: string, values: readonly unknown[]) => server.context.store.query(statement, values)
  const signIn = (name: string) =>
    server.visitor.reason('loginForU', { account: `${name}@example.com`, password: PASSWORD })
  const startFault = () =>
    requireAllSealed({ ...server.context, query: server.context.store.query }).then(
      () => 'nothing',
      (error: unknown) => String(error),
    )
  const isFrozenInEngine = async (user: UserId) => {
    const { core, store } = server.context
    const [owned] = await accountsToShow(store.db, user)
    return (await core.query({ kind: 'account', account: must(owned, 'the account').account }))?.frozen
  }
  const closed = async (name: string) => {
    const user = await userOf(await customer(server, name))
    expect(await byStaff(user)).toMatchObject({ ok: true, value: { state: 'closed' } })
    return user
  }
  const forge = (user: UserId, columns: string, values: string) =>
    sql(
      `insert into closures (user_id, requested_by, reason, requested_at, ${columns})
       values ($1, 'staff:1', '', 1, ${values})`,
      [user],
    )
  /** Everything that finishes or erases closures by itself. */
  const runJobs = async () => {
    const { closures } = server.context
    await closures.resumeIntents().catch(() => undefined)
    await closures.sweep().catch(() => undefined)
  }
  const showsPictures = async (person: Caller) => (await person.does('identityCenter', {})).front_pic !== ''

  test.each([
    ['asked for', 'state', `'closing'`],
    ['closed long ago', 'state, closed_at, kept_days', `'closed', 1, 0`],
    ['erased', 'state, closed_at, kept_days, erased_at', `'erased', 1, 0, 1`],
  ])('an account whose closure an attacker has written as %s stays as it is', async (word, columns, values) => {
    const name = `victim-${word.replaceAll(' ', '-')}`
    const person = await customer(server, name)
    const user = await userOf(person)
    await person.does('identitySubmit', await documents(server, person))
    await forge(user, columns, values)
    await runJobs()
    expect(await startFault()).toContain('table closures, closure_id ')
    expect([await signIn(name), await isFrozenInEngine(user), await showsPictures(person)]).toEqual([
      'good',
      false,
      true,
    ])
    const [row] = await sql('select 1 from users where user_id = $1 and email is not null', [user])
    expect(row).toBeDefined()
    await sql('delete from closures where user_id = $1', [user])
  })

  test('a closed account is not open again once its row is deleted', async () => {
    const user = await closed('deleted')
    await sql('delete from closures where user_id = $1', [user])
    await runJobs()
    expect([await signIn('deleted'), await isFrozenInEngine(user)]).toEqual(['account_closed', true])
  })

  test('a closed account is not released by a row that says so', async () => {
    const user = await closed('revived')
    const change = (state: string, more: string) =>
      sql(`update closures set state = '${state}', ${more} where user_id = $1`, [user])
    await change('reopening', `reopened_by = 'staff:1', reopened_at = 5`)
    await runJobs()
    expect([await signIn('revived'), await isFrozenInEngine(user)]).toEqual(['account_closed', true])
    await change('reopened', `reopened_by = 'staff:1'`)
    await runJobs()
    expect([await signIn('revived'), await isFrozenInEngine(user)]).toEqual(['account_closed', true])
    await change('closed', 'reopened_by = null, reopened_at = null')
    expect(await startFault()).toBe('nothing')
  })

  test('an erasure is not brought forward by the time of a closure', async () => {
    const user = await closed('early')
    await sql('update closures set closed_at = 1, kept_days = 0 where user_id = $1', [user])
    await runJobs()
    const [row] = await sql('select 1 from users where user_id = $1 and email is not null', [user])
    expect(row).toBeDefined()
  })

  test('an older closure with its own seal that is put back does not hold', async () => {
    const user = await closed('older')
    const [old] = await server.context.store.query<Record<string, unknown>>(
      'select state, reopened_by, reopened_at, seal from closures where user_id = $1',
      [user],
    )
    const decision = { user, actor: { who: 'staff:5', role: 'support' }, reason: 'the customer called' } as const
    expect(await server.context.closures.reopen(decision)).toMatchObject({ ok: true })
    expect(await signIn('older')).toBe('good')
    await sql('update closures set state = $2, reopened_by = $3, reopened_at = $4, seal = $5 where user_id = $1', [
      user,
      old?.state,
      old?.reopened_by,
      old?.reopened_at,
      old?.seal,
    ])
    await runJobs()
    expect([await signIn('older'), await isFrozenInEngine(user)]).toEqual(['good', false])
  })
})
