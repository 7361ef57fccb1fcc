/**
 * The queue of identities in the office: both pictures, the same document elsewhere, one decision, and the
 * record that was asked for.
 */

import { customer, openChannels, picture, userOf } from '@veritick/testing/customers'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import { type Caller, exchange, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let finn: StaffCaller
let support: StaffCaller
let compliance: StaffCaller
let risk: StaffCaller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  finn = await staffed(server, 'finance')
  support = await staffed(server, 'support')
  compliance = await staffed(server, 'compliance')
  risk = await staffed(server, 'risk')
}, 180_000)
afterAll(() => server.close())

const why = { reason_text: 'seen side by side' }

/** The answer that a browser's <img> would get. */
const show = (who: StaffCaller, url: string) =>
  exchange(server.officeUrl + url, {
    method: 'GET',
    headers: who.cookie === undefined ? {} : { cookie: who.cookie },
    body: undefined,
  })
const hand = async (person: Caller, card_id: string, more: Record<string, unknown> = {}) =>
  person.does('identitySubmit', {
    name: 'Chan Tai Man',
    card_id,
    birth_date: '1990-02-28',
    front_pic: await picture(server, person),
    reverse_pic: await picture(server, person),
    ...more,
  })
const waiting = async () => (await compliance.does('identityQueue', { status: 1 })).data

test('both pictures, the applicant, the same document elsewhere; accepted once', async () => {
  const [cat, dan] = [await customer(server, 'cat'), await customer(server, 'dan')]
  await hand(cat, 'A123456(7)')
  await hand(dan, 'a 123 4567')
  const queue = await waiting()
  expect(queue).toMatchObject([
    { user: { id: await userOf(cat) } },
    { flags: ['number_elsewhere', 'person_elsewhere'], tries: 1 },
  ])
  const [first, second] = queue.map((row) => row.id)
  const record = await compliance.does('identityFind', { id: second ?? 0 })
  expect(record).toMatchObject({ name: 'Chan Tai Man', card_id: 'a 123 4567', birth_date: '1990-02-28', erased: false })
  expect(record.duplicates).toMatchObject([{ id: await userOf(cat), same: ['number', 'person'], status: 1 }])
  expect(record.pictures.map((each) => each.side)).toEqual(['front', 'reverse'])
  for (const { url } of record.pictures) {
    expect(await fetch(server.officeUrl + url, { headers: { cookie: compliance.cookie ?? '' } })).toMatchObject({
      status: 200,
    })
    expect(await show(finn, url)).toMatchObject({ status: 404 })
  }
  expect(record.audit.filter((line) => line.action === 'identity_view')).toHaveLength(1)
  const { shown } = await compliance.does('identityFind', { id: first ?? 0 })
  const refused = { reason: 'record_changed', field: 'shown' }
  const other = { id: first ?? 0, shown: record.shown, ...why }
  expect(await compliance.asks('identityAccept', other)).toMatchObject(refused)
  expect(await compliance.asks('identityReject', { ...other, remark: 'Not sharp' })).toMatchObject(refused)
  expect(await compliance.does('identityAccept', { id: first ?? 0, shown, ...why })).toMatchObject({ status: 2 })
  expect(await compliance.reason('identityReject', { id: first ?? 0, remark: 'Not sharp', ...why })).toBe(
    'record_decided',
  )
  expect(await compliance.reason('identityAccept', { id: second ?? 0, ...why })).toBe('document_used')
  const accepted = await compliance.does('identityAccept', { id: second ?? 0, other_document: true, ...why })
  expect(accepted).toMatchObject({ status: 2 })
  expect((await dan.does('identityCenter', {})).review_status).toBe(2)
})

test('rejected with words, and handed in again: the page of the first decides nothing about the second', async () => {
  const eve = await customer(server, 'eve')
  await hand(eve, 'B7654321')
  const id = (await waiting())[0]?.id ?? 0
  expect(await compliance.reason('identityReject', { id, remark: ' ', ...why })).toBe('parameter_missing')
  expect(await compliance.does('identityReject', { id, remark: 'The picture is not sharp', ...why })).toMatchObject({
    status: 3,
  })
  await hand(eve, 'B7654321')
  expect(await compliance.reason('identityAccept', { id, ...why })).toBe('record_decided')
  const again = await compliance.does('identityFind', { id: (await waiting())[0]?.id ?? 0 })
  expect(again).toMatchObject({ tries: 2, earlier: [{ id, status: 3, remark: 'The picture is not sharp' }] })
  expect(await compliance.reason('identityFind', { id: 987_654 })).toBe('record_unknown')
  for (const who of [finn, support, risk]) expect(await who.reason('identityFind', { id })).toBe('not_permitted')
})

test('each record is the one that was asked for; a newer one is named, and never shown in its place', async () => {
  const gus = await customer(server, 'gus')
  await hand(gus, 'C1111111', { name: 'Chan Siu Ming' })
  const user = await userOf(gus)
  const idOf = async (status: 1 | 3) => (await compliance.does('identityQueue', { status, user })).data[0]?.id ?? 0
  const first = await idOf(1)
  expect(await compliance.does('identityFind', { id: first })).toMatchObject({ id: first, newer: null })
  await compliance.does('identityReject', { id: first, remark: 'The picture is not sharp', ...why })
  await hand(gus, 'C2222222', { name: 'Chan Siu Wai' })
  const second = await idOf(1)
  const old = await compliance.does('identityFind', { id: await idOf(3) })
  expect(old).toMatchObject({
    id: first,
    newer: second,
    status: 3,
    name: 'Chan Siu Ming',
    card_id: 'C1111111',
    earlier: [],
    tries: 2,
  })
  expect(old.audit.map((line) => line.action)).toContain('identity_reject')
  expect(await compliance.reason('identityAccept', { id: old.id, ...why })).toBe('record_decided')
  const young = await compliance.does('identityFind', { id: second })
  expect(young).toMatchObject({ id: second, newer: null, status: 1, name: 'Chan Siu Wai', earlier: [{ id: first }] })
  expect(old.pictures.map((each) => each.url)).not.toEqual(young.pictures.map((each) => each.url))
})

test('fifty at once, accept and reject: one decision', async () => {
  const id = (await waiting())[0]?.id ?? 0
  const other = await staffed(server, 'compliance')
  const reasons = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0
        ? compliance.reason('identityAccept', { id, ...why })
        : other.reason('identityReject', { id, remark: 'The picture is not sharp', ...why }),
    ),
  )
  expect(reasons.filter((reason) => reason === 'good')).toHaveLength(1)
  expect(new Set(reasons)).toEqual(new Set(['good', 'record_decided']))
})
