/**
 * An attacker with write access to the store ends the freeze of their own account, deletes its row, or writes and
 * deletes closures by plain statements. The customer's own sealed row decides: nothing of it has an effect, and the
 * next start names the row.
 */
import { bindTron, customer, draws, FINN, GRETA, openChannels, richCustomer, userOf } from '@veritick/testing/customers'
import { startOn } from '@veritick/testing/server-on'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { type Member, staffMember } from '@veritick/testing/test-office'
import { Caller, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { requireAllSealed } from '../../services/seals/index.ts'
import { freezeUntold } from './freezes-fixture.ts'

const STARTS = 240_000

describe.each(storeKinds())('on the %s store', (kind) => {
  let location: StoreLocation
  let server: TestServer
  let support: Member
  let eve: Caller
  let payee = 0
  let waiting = 0
  /** Of eve's own row, before the freeze. */
  let rowBefore: Record<string, unknown> = {}

  beforeAll(async () => {
    location = await openLocation(kind, ['simulated'])
    server = await start()
    await openChannels(server)
    support = await staffMember(server, 'support')
    eve = await richCustomer(server, 'eve', 5000)
    payee = await bindTron(server, eve, 'eve')
    waiting = (await draws(server, eve, draw())).id
    const decision = { user: await userOf(eve), actor: FINN, reason: 'a stolen card', remark: 'We look at a payment' }
    rowBefore = await personRow(decision.user)
    expect(await server.context.freezes.freeze(decision)).toMatchObject({ ok: true })
  }, STARTS)
  afterAll(async () => {
    await server.close()
    await location.clean()
  })

  const start = () => startOn(location)
  const draw = () => ({ draw_currency_id: 1, draw_method_id: payee, number: '100' })
  const sql = (statement: string, params: readonly unknown[] = []) =>
    server.context.store.query<Record<string, unknown>>(statement, params)
  const startFault = () =>
    requireAllSealed({ ...server.context, query: server.context.store.query }).then(
      () => 'nothing',
      (error: unknown) => String(error),
    )
  const personRow = async (user: number) =>
    (await sql('select frozen_at, version, seal from users where user_id = $1', [user]))[0] ?? {}
  const putBack = (user: number, row: Record<string, unknown>) =>
    sql('update users set frozen_at = $2, version = $3, seal = $4 where user_id = $1', [
      user,
      row.frozen_at,
      row.version,
      row.seal,
    ])
  const engineFrozen = async (whose: Caller) => (await whose.does('userInfo', {})).frozen

  const COLUMNS = ['frozen', 'version', 'applied', 'decided_by', 'reason', 'remark', 'at', 'seal']

  /** Runs `work` on the row of the freeze as the statement leaves it, then restores the row. */
  async function whileChanged(statement: string, work: (user: number) => Promise<void>): Promise<void> {
    const user = await userOf(eve)
    const [kept] = await sql(`select ${COLUMNS.join(', ')} from freezes where user_id = $1`, [user])
    await sql(statement, [user])
    await work(user)
    await sql('delete from freezes where user_id = $1', [user])
    await sql(`insert into freezes (user_id, ${COLUMNS.join(', ')}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
      user,
      ...COLUMNS.map((column) => kept?.[column]),
    ])
  }

  async function staysFrozen(): Promise<void> {
    const { freezes, withdrawals } = server.context
    const approval = { withdrawal: waiting, actor: FINN, reason: 'all in order' }
    await freezes.resumeIntents().catch(() => undefined)
    expect(await engineFrozen(eve)).toBe(1)
    expect((await eve.asks('draw', draw())).reason).toBe('account_frozen')
    expect(await withdrawals.review.approve(approval)).toMatchObject({ ok: false, reason: 'account_frozen' })
    const { frozen } = await support.caller.does('person', { id: await userOf(eve) })
    expect(frozen).not.toBeNull()
  }

  const LIFTED = `update freezes set frozen = false, remark = '', applied = false, version = version + 1
    where user_id = $1`

  test('the attacker who ends the freeze in its row stays frozen, and the next start names the row', async () => {
    await whileChanged(LIFTED, async (user) => {
      await staysFrozen()
      expect(await startFault()).toContain(`table freezes, user_id ${user}: `)
    })
    expect(await startFault()).toBe('nothing')
  })

  test('the attacker who deletes the row of the freeze stays frozen until staff end it', async () => {
    await whileChanged('delete from freezes where user_id = $1', staysFrozen)
  })

  test('the attacker who ends the freeze in the row of the customer asks for no money and gets none', async () => {
    const user = await userOf(eve)
    const [kept] = await sql('select frozen_at from users where user_id = $1', [user])
    await sql('update users set frozen_at = null where user_id = $1', [user])
    const approval = { withdrawal: waiting, actor: FINN, reason: 'all in order' }
    const approved = await server.context.withdrawals.review.approve(approval)
    expect(approved).toMatchObject({ ok: false, reason: 'record_changed' })
    expect((await eve.asks('draw', draw())).code).not.toBe(1)
    await sql('update users set frozen_at = $2 where user_id = $1', [user, kept?.frozen_at])
  })

  test('the attacker who puts back their own older row and deletes the freeze gets no approval', async () => {
    const user = await userOf(eve)
    const kept = await personRow(user)
    await whileChanged('delete from freezes where user_id = $1', async () => {
      await putBack(user, rowBefore)
      const approval = { withdrawal: waiting, actor: FINN, reason: 'all in order' }
      const approved = await server.context.withdrawals.review.approve(approval)
      expect(approved).toMatchObject({ ok: false, reason: 'record_changed' })
      await putBack(user, kept)
    })
  })

  test('a customer whom a statement has frozen is not', async () => {
    const ben = await customer(server, 'ben')
    const user = await userOf(ben)
    await sql(
      `insert into freezes (user_id, frozen, version, applied, decided_by, reason, remark, at)
       values ($1, true, 1, false, 'staff:1', 'forged', 'forged', 5)`,
      [user],
    )
    await server.context.freezes.resumeIntents().catch(() => undefined)
    expect(await engineFrozen(ben)).toBe(0)
    await sql('delete from freezes where user_id = $1', [user])
  })

  test('staff freeze and release a customer whose row of a freeze was changed', async () => {
    const { freezes } = server.context
    const cara = await customer(server, 'cara')
    const decision = { user: await userOf(cara), actor: GRETA, reason: 'asked by the bank', remark: 'We are checking' }
    expect(await freezes.freeze(decision)).toMatchObject({ ok: true })
    await sql(LIFTED, [decision.user])
    expect(await freezes.unfreeze(decision)).toMatchObject({ ok: true })
    expect(await engineFrozen(cara)).toBe(0)
    expect(await startFault()).toBe('nothing')
  })

  test('staff freeze and release a customer whose row has the largest version there is', async () => {
    const { freezes } = server.context
    const mal = await customer(server, 'mal')
    const decision = { user: await userOf(mal), actor: GRETA, reason: 'asked by the bank', remark: 'We are checking' }
    await sql(
      `insert into freezes (user_id, frozen, version, applied, decided_by, reason, remark, at)
       values ($1, false, 2147483647, true, 'staff:1', '', '', 1)`,
      [decision.user],
    )
    expect(await freezes.freeze(decision)).toMatchObject({ ok: true })
    expect(await engineFrozen(mal)).toBe(1)
    await sql('update freezes set version = 2147483647 where user_id = $1', [decision.user])
    expect(await freezes.unfreeze(decision)).toMatchObject({ ok: true, value: { version: 2 } })
    expect([await engineFrozen(mal), await startFault()]).toEqual([0, 'nothing'])
  })

  test('an older row of the customer that is put back releases no account', async () => {
    const dan = await customer(server, 'dan')
    const user = await userOf(dan)
    const before = await personRow(user)
    await freezeUntold({ ...server.context, query: server.context.store.query }, user)
    const frozen = await personRow(user)
    await putBack(user, before)
    await server.context.freezes.resumeIntents().catch(() => undefined)
    await putBack(user, frozen)
    expect(await engineFrozen(dan)).toBe(1)
    await sql('delete from freezes where user_id = $1', [user])
  })

  test.each([
    { meanwhile: 'a freeze', answer: 'account_frozen' },
    { meanwhile: 'a freeze that the attacker hides', answer: 'record_changed' },
    { meanwhile: 'a freeze and its end', answer: 'approved' },
  ])('an approval knows of $meanwhile after the question to the engine: $answer', async ({ meanwhile, answer }) => {
    const name = `fay-${answer}`
    const fay = await richCustomer(server, name, 500)
    const own = await bindTron(server, fay, name)
    const { id: withdrawal } = await draws(server, fay, { ...draw(), draw_method_id: own })
    const user = await userOf(fay)
    const before = await personRow(user)
    const decision = { user, actor: GRETA, reason: 'asked by the bank', remark: 'We are checking' }
    const { store, freezes, withdrawals } = server.context
    let after: Record<string, unknown> = {}
    vi.spyOn(store, 'transaction').mockImplementationOnce(async (work) => {
      expect(await freezes.freeze(decision)).toMatchObject({ ok: true })
      if (meanwhile.includes('end')) expect(await freezes.unfreeze(decision)).toMatchObject({ ok: true })
      after = await personRow(user)
      if (meanwhile.includes('hides')) await putBack(user, before)
      return store.transaction(work)
    })
    const approves = async () => {
      const done = await withdrawals.review.approve({ withdrawal, actor: FINN, reason: 'all in order' })
      return done.ok ? done.value.state : done.reason
    }
    expect(await approves()).toBe(answer)
    vi.restoreAllMocks()
    expect(await approves()).toBe(answer === 'approved' ? 'record_decided' : answer)
    await putBack(user, after)
  })

  test('the next start tells of the freeze without its row, and stops at a changed row', {
    timeout: STARTS,
  }, async () => {
    await whileChanged('delete from freezes where user_id = $1', async () => {
      await server.close()
      server = await start()
      eve = new Caller(server.url, eve.token)
      expect(await engineFrozen(eve)).toBe(1)
      expect((await eve.asks('draw', draw())).reason).toBe('account_frozen')
      expect(server.logged.join()).toContain('table freezes, user_id')
    })
    await sql(LIFTED, [await userOf(eve)])
    await server.close()
    await expect(start()).rejects.toThrow(/^table freezes, user_id \d+: this row was inserted or changed/)
  })
})
