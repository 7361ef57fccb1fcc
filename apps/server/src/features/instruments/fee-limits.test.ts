/**
 * One staff member of the role risk raises a fee while an order of a customer waits: the fee has a ceiling, and other
 * staff are told of each change (decision 150).
 */
import { must } from '@veritick/domain'
import { mails } from '@veritick/testing/people'
import { type Member, staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Changes, changedTerms, FEE_OF_CATALOGUE_MAX } from './changeable.ts'

const EURUSD = 1
const reason_text = 'higher costs'

let server: TestServer
let risk: Member
let finance: Member
let content: Member

beforeAll(async () => {
  server = await openTestServer()
  risk = await staffMember(server, 'risk')
  finance = await staffMember(server, 'finance')
  content = await staffMember(server, 'content')
})
afterAll(() => server.close())

const asks = async (changes: Changes) => {
  const seen_version = server.context.instrumentChanges.version(EURUSD)
  return risk.caller.asks('instrumentChange', { id: EURUSD, changes, seen_version, reason_text })
}
/** Addresses that a mail about the fees of EURUSD went to since `before`. */
const toldSince = async (before: number) =>
  (await mails(server))
    .slice(before)
    .filter(({ subject }) => subject === 'Veritick office: the fees of EURUSD were changed')

test.each([
  ['fee_per_lot', '90000', 'at most 10.500000, 3 times'],
  ['fee_per_lot', '10.500001', 'at most 10.500000, 3 times'],
  ['fee_of_margin', '0.003001', 'at most 0.003000, 3 times'],
] as const)('risk staff raise %s to %s: the preview says why not, the change is refused', async (field, fee, says) => {
  const preview = await risk.caller.does('instrumentPreview', { id: EURUSD, changes: { [field]: fee } })
  expect(preview.faults).toMatchObject([{ field, message: expect.stringContaining(says) }])
  expect(await asks({ [field]: fee })).toMatchObject({ reason: 'terms_invalid', field })
})

test('the waiting order of a customer pays at most the ceiling, and staff have heard of it before', async () => {
  server.feed.say('EURUSD', '1.08500', '1.08510')
  const ana = await server.person()
  const order = { forex_id: EURUSD, type: 1, status: 0, cont: '1.00', multiple: 30, target_price: '1.08000' } as const
  const placed = await ana.does('submit', order)
  expect((await asks({ fee_per_lot: '90000' })).reason).toBe('terms_invalid')
  const before = (await mails(server)).length
  expect((await asks({ fee_per_lot: '10.5', fee_of_margin: '0.003' })).reason).toBeUndefined()
  const told = await toldSince(before)
  const addresses = told.map(({ to }) => to)
  expect(addresses).toEqual(expect.arrayContaining([risk.email, finance.email]))
  expect(addresses).not.toContain(content.email)
  const { text } = must(told[0], 'a mail')
  expect(text).toContain('Fee of a lot: 3.500000 -> 10.500000 USD\nFee of the margin: 0.001000 -> 0.003000\n')
  expect(text).toContain(`Reason: ${reason_text}`)
  server.feed.say('EURUSD', '1.07990', '1.08000')
  const { data } = await ana.does('myDeal', { status: 1 })
  expect(data.find(({ Id }) => Id === placed.Id)).toMatchObject({ TradeFee: '10.500000' })
})

test('risk staff change the sizes: no mail about fees; they lower the fee: other staff are told', async () => {
  const before = (await mails(server)).length
  expect((await asks({ lot_max: '40.00' })).reason).toBeUndefined()
  expect(await toldSince(before)).toEqual([])
  expect((await asks({ fee_per_lot: '3.5' })).reason).toBeUndefined()
  expect((await toldSince(before)).map(({ to }) => to)).toContain(finance.email)
})

test('staff give no fee to an instrument without one in the catalogue', () => {
  const known = must(server.context.instrumentChanges.decided(EURUSD), 'EURUSD is in the catalogue')
  const free = { ...known, feePerLot: 0, feeOfMargin: 0 } as typeof known
  const of = (changes: Changes) => changedTerms({ before: free, original: free }, changes).problems
  expect(of({ fee_per_lot: '0.000001' })).toMatchObject([{ field: 'fee_per_lot' }])
  expect(of({ fee_of_margin: '0.000001' })).toMatchObject([{ field: 'fee_of_margin' }])
  expect(of({ fee_per_lot: '0', fee_of_margin: '0' })).toEqual([])
})

test('staff lower a fee that is above the ceiling of an edited catalogue, also to one that is still above', () => {
  const original = must(server.context.instrumentChanges.decided(EURUSD), 'EURUSD is in the catalogue')
  const before = { ...original, feePerLot: original.feePerLot * FEE_OF_CATALOGUE_MAX * 4 } as typeof original
  const of = (changes: Changes) => changedTerms({ before, original }, changes).problems
  expect(of({ fee_per_lot: '20' })).toEqual([])
  expect(of({ lot_max: '30.00' })).toEqual([])
  expect(of({ fee_per_lot: '50' })).toMatchObject([{ field: 'fee_per_lot' }])
})
