/**
 * An attacker with write access to the store lets a deposit have a column of another one for a moment: while the server
 * finds it, and no longer when the server proves it. The server waits in between for a lock that the attacker holds.
 * Nothing is credited.
 */
import { CARD_NOTICE_PATH, CARD_SIGNATURE_HEADER } from '@veritick/contract'
import { micros, must } from '@veritick/domain'
import { type Attacker, openAttacker } from '@veritick/testing/attacker'
import { accountOf, customer, openChannels, picture, tronHash, userOf } from '@veritick/testing/customers'
import { resealRow } from '@veritick/testing/reseal'
import { storeKinds } from '@veritick/testing/stores'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balanceOf } from '../../core/forged-fixture.ts'
import { sandboxOf } from './sandbox.ts'

describe.runIf(storeKinds().includes('server'))('on PostgreSQL', { timeout: 60_000 }, () => {
  let server: TestServer
  let attacker: Attacker
  let ana: Caller
  let eve: Caller
  beforeAll(async () => {
    server = await openTestServer()
    attacker = await openAttacker(server)
    await openChannels(server, { card_provider: 'sandbox', deposit_without_verification_max_usd: '100000' })
    ana = await customer(server, 'ana')
    eve = await customer(server, 'eve')
  }, 240_000)
  afterAll(async () => {
    await attacker.end()
    await server.close()
  })

  const balance = async (person: Caller) => balanceOf(server, await accountOf(server, person))
  const referenceOf = (url: string) => must(url.split('/').at(-1), 'the page names the payment')

  async function notice(reference: string, dollars: number): Promise<{ readonly code: number }> {
    const sent = sandboxOf(server.context).write({ reference, outcome: 'paid', amount: micros(dollars * 1e6) })
    const headers = { 'content-type': 'application/json', lang: 'en', [CARD_SIGNATURE_HEADER]: sent.signature }
    const url = `${server.url}${CARD_NOTICE_PATH}/sandbox`
    const answer = await fetch(url, { method: 'POST', headers, body: sent.body })
    return (await answer.json()) as { code: number }
  }

  test("a customer's card payment is not credited to an attacker whose deposit had its reference", async () => {
    const eves = await eve.does('chargeCard', { number: '50' })
    const anas = await ana.does('chargeCard', { number: '5000' })
    const [paid, begun] = [referenceOf(anas.url), referenceOf(eves.url)]
    /** No two deposits have one reference. */
    const given = async (...references: readonly (readonly [number, string])[]) => {
      for (const [id, reference] of [[anas.id, 'parked'] as const, ...references])
        await attacker.sql(`update deposits set provider_reference = '${reference}' where deposit_id = ${id}`)
    }
    const letsCredit = await attacker.holdsMoneyOf(await userOf(eve))
    await given([eves.id, paid])
    const told = notice(paid, 5_000)
    await attacker.untilWaits('pg_advisory_xact_lock', told)
    await given([eves.id, begun], [anas.id, paid])
    await letsCredit()
    expect((await told).code).not.toBe(1)
    expect([await balance(ana), await balance(eve)]).toEqual([0, 0])
    // The provider sends a notice again until it is taken.
    expect((await notice(paid, 5_000)).code).toBe(1)
    expect([await balance(ana), await balance(eve)]).toEqual([5_000_000_000, 0])
  })

  test('a staff member credits no deposit of their own that was the one of another customer', async () => {
    await server.context.store.query(
      `insert into staff (staff_id, name, email, role, password_hash, totp_step, created_at)
       values (77, 'Eve', 'eve+work@example.com', 'finance', 'of a test', 0, 0)`,
    )
    await resealRow({ ...server.context, query: server.context.store.query }, 'staff', { staff_id: 77 })
    const before = await balance(eve)
    const sent = { charge_id: 1, number: '900', proofImg: await picture(server, eve) }
    const { id: deposit } = await eve.does('chargeSubmit', sent)
    const ownedBy = async (person: Caller) =>
      attacker.sql(`update deposits set user_id = ${await userOf(person)}, account_id = ${await accountOf(server, person)}
        where deposit_id = ${deposit}`)
    const credit = () =>
      server.context.deposits.review.credit({
        ...{ deposit, amount: micros(900_000_000), paymentReference: tronHash(deposit), remark: '' },
        ...{ reason: 'seen on chain', actor: { who: 'staff:77', role: 'finance' } },
      })
    expect(await credit()).toMatchObject({ reason: 'record_own' })
    const letsCredit = await attacker.holdsMoneyOf(await userOf(ana))
    await ownedBy(ana)
    const credited = credit()
    await attacker.untilWaits('pg_advisory_xact_lock', credited)
    await ownedBy(eve)
    await letsCredit()
    expect(await credited).toMatchObject({ reason: 'record_changed' })
    expect(await balance(eve)).toBe(before)
  })
})
