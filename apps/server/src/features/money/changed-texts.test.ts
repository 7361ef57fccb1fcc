/**
 * An attacker with write access to the store writes the message that the platform sends to another customer: while the
 * engine books, they change the text in the row, and put it back once the mail is written. No mail is sent for such a
 * row. The record stays in progress until its row is back, and then its customer reads what staff wrote.
 */
import { micros } from '@veritick/domain'
import { type Attacker, openAttacker } from '@veritick/testing/attacker'
import {
  bindTron,
  draws,
  FINN,
  GRETA,
  openChannels,
  picture,
  richCustomer,
  tronHash,
  userOf,
} from '@veritick/testing/customers'
import { mailsTo } from '@veritick/testing/people'
import { storeKinds } from '@veritick/testing/stores'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const TEXT = 'Move your money to TEvil'
const OURS = 'as we wrote it'

type Answer = { readonly ok: boolean; readonly reason?: string }
type Case = {
  readonly table: 'deposits' | 'withdrawals' | 'corrections'
  readonly column: string
  readonly progress: string
  readonly subject: string
  /** The number of the record, and the decision that brings it into progress. */
  readonly begin: () => Promise<{ readonly id: number; readonly decide: () => Promise<Answer> }>
}

describe.runIf(storeKinds().includes('server'))('on PostgreSQL', { timeout: 60_000 }, () => {
  let server: TestServer
  let attacker: Attacker
  let ben: Caller
  let payee: number
  beforeAll(async () => {
    server = await openTestServer()
    attacker = await openAttacker(server)
    await openChannels(server)
    ben = await richCustomer(server, 'ben', 2_000)
    payee = await bindTron(server, ben, 'ben')
  }, 240_000)
  afterAll(async () => {
    await attacker.end()
    await server.close()
  })

  const by = { actor: FINN, reason: 'all in order' }
  async function drawn() {
    const { id } = await draws(server, ben, { draw_currency_id: 1, draw_method_id: payee, number: '50' })
    return { id, review: server.context.withdrawals.review }
  }

  const CASES: readonly Case[] = [
    {
      ...{ table: 'deposits', column: 'remark', progress: 'crediting', subject: 'Your deposit was credited' },
      begin: async () => {
        const { id } = await ben.does('chargeSubmit', {
          ...{ charge_id: 1, number: '900', proofImg: await picture(server, ben) },
        })
        const credit = { deposit: id, amount: micros(900_000_000), paymentReference: tronHash(id), remark: OURS }
        return { id, decide: () => server.context.deposits.review.credit({ ...by, ...credit }) }
      },
    },
    {
      ...{ table: 'corrections', column: 'remark', progress: 'booking', subject: 'Your balance was corrected' },
      begin: async () => {
        const { corrections } = server.context
        const request = { user: await userOf(ben), amount: micros(1_000_000), category: 'cost', remark: OURS } as const
        const asked = await corrections.request({ ...by, ...request })
        const id = asked.ok ? asked.value.correction : 0
        return { id, decide: () => corrections.approve({ ...by, correction: id, actor: GRETA }) }
      },
    },
    {
      ...{
        table: 'withdrawals',
        column: 'notes',
        progress: 'rejecting',
        subject: 'Your withdrawal was not carried out',
      },
      begin: async () => {
        const { id, review } = await drawn()
        return { id, decide: () => review.reject({ ...by, withdrawal: id, remark: OURS }) }
      },
    },
  ]
  const KEYS = { deposits: 'deposit_id', corrections: 'correction_id', withdrawals: 'withdrawal_id' } as const
  const lastMail = async () => (await mailsTo(server, 'ben@example.com')).at(-1)

  test.each(CASES)('$table in the state $progress', async ({ table, column, progress, subject, begin }) => {
    const { id, decide } = await begin()
    const before = (await mailsTo(server, 'ben@example.com')).length
    const where = `${KEYS[table]} = ${id}`
    const letsCommit = await attacker.holds('select 1 from fence for update')
    const answer = decide()
    await expect.poll(() => attacker.sql(`select state from ${table} where ${where}`)).toEqual([{ state: progress }])
    await attacker.sql(`update ${table} set ${column} = '${TEXT}' where ${where}`)
    await letsCommit()
    expect(await answer).toMatchObject({ ok: false, reason: 'record_changed' })
    const { deposits, withdrawals, corrections } = server.context
    const { resumeIntents } = { deposits, withdrawals, corrections }[table]
    await expect(resumeIntents()).rejects.toThrow('1 of 1 records were not finished')
    expect(server.context.recordFaults.all().map((fault) => fault.id)).toEqual([id])
    expect((await mailsTo(server, 'ben@example.com')).length).toBe(before)

    await attacker.sql(`update ${table} set ${column} = '${OURS}' where ${where}`)
    await resumeIntents()
    expect(server.context.recordFaults.all()).toEqual([])
    const mail = await lastMail()
    expect(mail?.subject).toContain(subject)
    expect(mail?.text).toContain(OURS)
  })

  test.each(['remark', 'reason'])('a correction whose %s was changed is not approved', async (column) => {
    const { id, decide } = await (CASES[1] as Case).begin()
    await attacker.sql(`update corrections set ${column} = '${TEXT}' where correction_id = ${id}`)
    expect(await decide()).toMatchObject({ ok: false, reason: 'record_changed' })
  })
})
