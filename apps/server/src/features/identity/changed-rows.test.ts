/**
 * An attacker with write access to the store changes the row of a customer's identity. Staff decide all the same, and
 * the row that they decide is right again.
 */
import { customer, userOf } from '@veritick/testing/customers'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decision, identityOf } from './identity-fixture.ts'

let server: TestServer
const { review, handIn, statusOf } = identityOf(() => server)

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const VERIFIED = 2

test.each([
  ['of the largest version there is', 'version = 2147483647'],
  ['that was deleted', undefined],
])('an applicant with a row %s is rejected, and accepted later', async (_, changes) => {
  const { store } = server.context
  const mal = await customer(server, changes === undefined ? 'max' : 'mal')
  const user = await userOf(mal)
  const changed = () =>
    store.query(
      changes === undefined
        ? 'delete from identities where user_id = $1'
        : `update identities set ${changes} where user_id = $1`,
      [user],
    )
  const first = await handIn(mal)
  await changed()
  expect(await review().reject({ ...decision(first), remark: 'the name is cut off' })).toMatchObject({ ok: true })
  const second = await handIn(mal)
  await changed()
  expect(await review().accept(decision(second))).toMatchObject({ ok: true })
  expect(await statusOf(mal)).toBe(VERIFIED)
})
