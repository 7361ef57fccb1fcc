/**
 * Identity verification, from the form to the decision: what is taken, what is refused, which roles see what, and that
 * one document verifies one account even when two customers send it at the same moment.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CallInput } from '@veritick/contract'
import { must } from '@veritick/domain'
import {
  CORA,
  customer,
  documents,
  openChannels,
  picture,
  set,
  userOf,
  verify,
  waitingSubmission,
} from '@veritick/testing/customers'
import { mailsTo, signIn } from '@veritick/testing/people'
import { furtherTest } from '@veritick/testing/quick'
import { openServerOn } from '@veritick/testing/server-on'
import { oneStoreKind } from '@veritick/testing/stores'
import type { Caller, TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../services/audit/audit.ts'
import { DAY_MS } from '../../services/clock/times.ts'

import { decision, identityOf, NOTHING_HANDED_IN, REFUSED_FORMS } from './identity-fixture.ts'

const DREW: Actor = { who: 'staff:4', role: 'compliance' }
/** Five for each connection of transactions. RACES_LONG=1 makes fifty. */
const AT_ONCE = process.env.RACES_LONG === undefined ? 20 : 50

describe.each(oneStoreKind())('on the %s store', (kind) => {
  let server: TestServer
  let ana: Caller

  beforeAll(async () => {
    server = await openServerOn(kind)
    ana = await customer(server, 'ana')
  })
  afterAll(() => server.close())

  const { review, lastOf, caseOf, casesOf, handIn, statusOf, frontOf, viewsOf } = identityOf(() => server)
  const back = (name: string) => signIn(server, `${name}@example.com`)
  const see = (address: string) => fetch(server.url + address)

  describe('the form', () => {
    /** One person sends so many pictures a day. */
    let anas: CallInput<'identitySubmit'> | undefined

    test('nothing handed in: the form is due, and the country is the one of the registration', async () => {
      expect(await ana.does('identityCenter', {})).toEqual(NOTHING_HANDED_IN)
    })

    test('demo accounts and visitors have no identity here', async () => {
      const demo = await server.person()
      for (const name of ['identityCenter', 'identitySubmit'] as const) {
        expect(await demo.reason(name, {}), name).toBe('real_account_only')
        expect(await server.visitor.asks(name, {}), name).toMatchObject({
          code: 999,
          reason: 'session_missing',
          data: null,
        })
      }
    })

    test.each(REFUSED_FORMS)('%j is refused at %s: %s', async (more, field, reason) => {
      anas ??= await documents(server, ana)
      const asked = { ...anas, ...more }
      expect(await ana.asks('identitySubmit', asked)).toMatchObject({ reason, field, data: null })
      expect(await statusOf(ana)).toBe(0)
      expect(await lastOf(await userOf(ana))).toBeUndefined()
    })

    test("another customer's picture, one picture for both sides and a deposit's proof are refused", async () => {
      const ben = await customer(server, 'ben')
      const asked = await documents(server, ana)
      expect(await ben.reason('identitySubmit', asked)).toBe('picture_unknown')
      expect(await ana.asks('identitySubmit', { ...asked, reverse_pic: asked.front_pic })).toMatchObject({
        reason: 'picture_used',
        field: 'reverse_pic',
      })
      await openChannels(server)
      const proofImg = await picture(server, ana)
      await ana.does('chargeSubmit', { charge_id: 1, number: '20', proofImg })
      expect(await ana.reason('identitySubmit', { ...asked, front_pic: proofImg })).toBe('picture_used')
      // A refused submission has used no picture up.
      expect((await ana.does('identitySubmit', asked)).review_status).toBe(1)
      await review().reject({ ...decision(await waitingSubmission(server, ana)), remark: 'the back is missing' })
    })

    test('the four fields of the specification are enough, unless the operator wants the birth date', async () => {
      const cleo = await customer(server, 'cleo')
      const { birth_date: _, ...four } = await documents(server, cleo)
      await set(server, 'identity_birth_date_required', 1)
      expect((await cleo.does('identityCenter', {})).birth_date_required).toBe(true)
      expect(await cleo.asks('identitySubmit', four)).toMatchObject({
        reason: 'birth_date_missing',
        field: 'birth_date',
      })
      await set(server, 'identity_birth_date_required', 0)
      expect(await cleo.does('identitySubmit', four)).toMatchObject({ review_status: 1, country: 'HK', birth_date: '' })

      // Then the reviewer reads it from the document.
      const submission = await waitingSubmission(server, cleo)
      expect(await review().accept(decision(submission))).toMatchObject({ ok: false, reason: 'birth_date_missing' })
      expect(await review().accept({ ...decision(submission), birthDate: '2015-01-01' })).toMatchObject({
        reason: 'under_age',
      })
      expect(await review().accept({ ...decision(submission), birthDate: '1988-08-08' })).toMatchObject({
        ok: true,
        value: { state: 'verified' },
      })
      expect((await casesOf(cleo)).applicant?.birthDate).toBe('1988-08-08')
    })

    test('a country that was restricted after the registration', async () => {
      const dora = await customer(server, 'dora')
      const asked = await documents(server, dora)
      const submission = await handIn(dora, { country: 'SG' })
      expect((await casesOf(dora)).submission.flags).toBe('country_differs')
      await set(server, 'restricted_countries', ['SG'])
      expect(await review().accept(decision(submission))).toMatchObject({ ok: false, reason: 'country_restricted' })
      await set(server, 'restricted_countries', ['HK'])
      await review().reject({ ...decision(submission), remark: 'not served there' })
      expect(await dora.asks('identitySubmit', { ...asked, country: 'SG' })).toMatchObject({
        reason: 'country_restricted',
        field: 'country',
      })
      await set(server, 'restricted_countries', ['KP', 'IL', 'CN', 'VU', 'CU'])
    })
  })

  describe('the states', () => {
    test('handed in, rejected with the reason, handed in again, verified; told by mail each time', async () => {
      const eva = await customer(server, 'eva')
      const handed = await eva.does('identitySubmit', {
        ...(await documents(server, eva)),
        card_id: 'K 765-432(1)',
        country: 'hk',
      })
      expect(handed).toMatchObject({
        review_status: 1,
        name: 'C*** T*** M***',
        card_id: 'K***1)',
        country: 'HK',
        birth_date: '1990-**-**',
        rejected: null,
        decided_at: null,
      })
      expect(handed.timeline.map((each) => each.step)).toEqual(['submitted'])
      expect(await eva.reason('identitySubmit', await documents(server, eva))).toBe('identity_waiting')

      const first = await waitingSubmission(server, eva)
      expect(await review().reject({ ...decision(first), remark: 'no' })).toMatchObject({
        reason: 'reason_missing',
        field: 'remark',
      })
      expect(await review().reject({ ...decision(first), reason: '', remark: 'too dark' })).toMatchObject({
        reason: 'reason_missing',
      })
      expect(await review().reject({ ...decision(first), remark: 'the front is too dark' })).toMatchObject({ ok: true })
      const rejected = await eva.does('identityCenter', {})
      expect(rejected).toMatchObject({
        review_status: 0,
        name: '',
        card_id: '',
        front_pic: '',
        rejected: { reason: 'the front is too dark' },
      })
      expect(rejected.timeline.map((each) => [each.step, each.note])).toEqual([
        ['submitted', ''],
        ['rejected', 'the front is too dark'],
      ])
      expect((await mailsTo(server, 'eva@example.com')).at(-1)?.text).toContain('Reason: the front is too dark')

      const second = await handIn(eva)
      expect((await eva.does('identityCenter', {})).rejected).toBeNull()
      // The page of the first one, still open at a reviewer's, decides nothing about the second.
      expect(await review().accept(decision(first))).toMatchObject({ ok: false, reason: 'record_decided' })
      expect(await review().accept(decision(second))).toMatchObject({
        ok: true,
        value: { state: 'verified', decidedBy: 'staff:103' },
      })
      const verified = await eva.does('identityCenter', {})
      expect(verified).toMatchObject({ review_status: 2, name: 'C*** T*** M***', rejected: null })
      expect(verified.timeline.map((each) => each.step)).toEqual(['submitted', 'verified'])
      expect((await eva.does('drawTerms', {})).identity_status).toBe(2)
      expect((await mailsTo(server, 'eva@example.com')).at(-1)?.subject).toBe('Your identity is verified')

      expect(await eva.reason('identitySubmit', await documents(server, eva))).toBe('identity_verified')
      expect(await review().accept(decision(second))).toMatchObject({ reason: 'record_decided' })
      expect(await review().reject({ ...decision(second), remark: 'after all no' })).toMatchObject({
        reason: 'record_decided',
      })
      expect(await review().accept(decision(999_999))).toMatchObject({ reason: 'record_unknown' })
      expect((await casesOf(eva)).earlier.map((each) => [each.state, each.remark])).toEqual([
        ['rejected', 'the front is too dark'],
      ])
      const audit = await server.context.store.query<{ action: string; who: string; before: string; after: string }>(
        "select action, who, before, after from audit where subject_kind = 'identity' and subject = any($1::text[]) order by entry_id",
        [[String(first), String(second)]],
      )
      expect(audit.map((each) => [each.action, each.who])).toEqual([
        ['identity_reject', 'staff:103'],
        ['identity_accept', 'staff:103'],
      ])
      expect(JSON.stringify(audit)).not.toMatch(/K ?765|1990-05|Chan/)
    })

    test('the same request again finds itself; many at once are one, with one key or with keys of their own', async () => {
      const fay = await customer(server, 'fay')
      const asked = await documents(server, fay)
      const key = { 'idempotency-key': 'the one' }
      const same = await Promise.all(Array.from({ length: AT_ONCE }, () => fay.asks('identitySubmit', asked, key)))
      expect(same.map((each) => each.code)).toEqual(Array.from({ length: AT_ONCE }, () => 1))
      expect(same.filter((each) => each.headers['idempotent-replayed'] === undefined)).toHaveLength(1)
      expect((await fay.asks('identitySubmit', { ...asked, name: 'Somebody Else' }, key)).reason).toBe(
        'idempotency_mismatch',
      )
      await review().reject({ ...decision(await waitingSubmission(server, fay)), remark: 'too dark to read' })

      const again = await documents(server, fay)
      const reasons = await Promise.all(Array.from({ length: AT_ONCE }, () => fay.reason('identitySubmit', again)))
      expect(reasons.filter((reason) => reason === 'good')).toHaveLength(1)
      expect(reasons.filter((reason) => reason === 'identity_waiting')).toHaveLength(AT_ONCE - 1)
      expect((await casesOf(fay)).earlier).toHaveLength(1)
    })

    furtherTest('two reviewers at once, many times: one decides', async () => {
      const gus = await customer(server, 'gus')
      const submission = await handIn(gus)
      const attempts = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => {
          const by = decision(submission, index % 2 === 0 ? CORA : DREW)
          return index % 4 === 3 ? review().reject({ ...by, remark: 'not good enough' }) : review().accept(by)
        }),
      )
      expect(attempts.filter((each) => each.ok)).toHaveLength(1)
      expect(attempts.flatMap((each) => (each.ok ? [] : [each.reason]))).toEqual(
        Array.from({ length: AT_ONCE - 1 }, () => 'record_decided'),
      )
      const { state } = (await casesOf(gus)).submission
      expect(await statusOf(gus)).toBe(state === 'verified' ? 2 : 0)
      const audit = await server.context.store.query(
        "select 1 from audit where subject_kind = 'identity' and subject = $1",
        [String(submission)],
      )
      expect(audit).toHaveLength(1)
      expect(
        (await mailsTo(server, 'gus@example.com')).filter((mail) => /identity is|documents could/.test(mail.subject)),
      ).toHaveLength(1)
    })

    test('the queue has what waits, oldest first', async () => {
      for (const name of ['q1', 'q2']) await handIn(await customer(server, name))
      const { rows, total } = await review().queue({ state: 'waiting', page: 1, size: 50 })
      expect([rows.length, rows.every((row) => row.state === 'waiting')]).toEqual([total, true])
      expect(rows.map((row) => row.submission)).toEqual(rows.map((row) => row.submission).sort((one, two) => one - two))
      expect(JSON.stringify(rows)).not.toMatch(/encrypted|Print|front/)
    })
  })

  describe('one document, one account', () => {
    test('the same number, however it is written, is shown and not accepted twice', async () => {
      const [hal, ines] = [await customer(server, 'hal'), await customer(server, 'ines')]
      const first = await handIn(hal, { card_id: 'H-900.100(2)' })
      const second = await handIn(ines, { card_id: 'h9001002', name: 'Ines Other' })
      const user = await userOf(hal)
      expect((await casesOf(ines)).duplicates).toMatchObject([
        { submission: first, user, state: 'waiting', by: ['number'] },
      ])
      expect((await casesOf(ines)).submission.flags).toBe('number_elsewhere')
      const both = await Promise.all([review().accept(decision(first)), review().accept(decision(second, DREW))])
      expect(both.filter((each) => each.ok)).toHaveLength(1)
      expect(both.flatMap((each) => (each.ok ? [] : [each.reason]))).toEqual(['document_used'])
    })

    furtherTest('another document that happens to have the number needs a reviewer who says so', async () => {
      const [jo, kim] = [await customer(server, 'jo'), await customer(server, 'kim')]
      expect(await review().accept(decision(await handIn(jo, { card_id: '30123456' })))).toMatchObject({ ok: true })
      const submission = await handIn(kim, { card_id: '30123456' })
      expect(await review().accept(decision(submission))).toMatchObject({ ok: false, reason: 'document_used' })
      expect(await review().accept({ ...decision(submission), otherDocument: true })).toMatchObject({ ok: true })
      const [entry] = await server.context.store.query<{ after: string }>(
        "select after from audit where action = 'identity_accept' and subject = $1",
        [String(submission)],
      )
      expect(JSON.parse(must(entry, 'written').after)).toMatchObject({ other_document: true })
    })

    furtherTest('the same picture under another number is the same document, whatever the reviewer says', async () => {
      const [leo, mia] = [await customer(server, 'leo'), await customer(server, 'mia')]
      const shade = 0x31415
      const first = await handIn(leo, { front_pic: await picture(server, leo, shade) })
      expect(await review().accept(decision(first))).toMatchObject({ ok: true })
      const second = await handIn(mia, { reverse_pic: await picture(server, mia, shade) })
      expect((await casesOf(mia)).duplicates).toMatchObject([{ submission: first, state: 'verified', by: ['picture'] }])
      expect((await casesOf(mia)).submission.flags).toBe('picture_elsewhere')
      expect(await review().accept({ ...decision(second), otherDocument: true })).toMatchObject({
        ok: false,
        reason: 'document_used',
      })
      // The applicant is not told what is known about others.
      expect(await statusOf(mia)).toBe(1)
      await review().reject({ ...decision(second), remark: 'send your own document' })
      await handIn(mia, {
        front_pic: await picture(server, mia, 0x27182),
        reverse_pic: await picture(server, mia, 0x27182),
      })
      expect((await casesOf(mia)).submission.flags).toBe('sides_same')
    })
  })

  describe('one person', () => {
    const ned = { name: 'José Núñez-Álvarez', birth_date: '1969-07-16' }

    test('with another document is shown by name and birth date, and not refused', async () => {
      const [first, second, namesake] = [
        await customer(server, 'ned'),
        await customer(server, 'neds-other'),
        await customer(server, 'namesake'),
      ]
      const verified = await handIn(first, ned)
      expect(await review().accept(decision(verified))).toMatchObject({ ok: true })
      const submission = await handIn(second, { ...ned, name: 'NUNEZ ALVAREZ, Jose' })
      expect((await casesOf(second)).duplicates).toMatchObject([
        { submission: verified, user: await userOf(first), state: 'verified', by: ['person'] },
      ])
      expect((await casesOf(second)).submission.flags).toBe('person_elsewhere')
      expect(await review().accept(decision(submission))).toMatchObject({ ok: true })
      const other = await handIn(namesake, { ...ned, birth_date: '1969-07-17' })
      expect((await casesOf(namesake)).submission.flags).toBe('')
      await review().reject({ ...decision(other), remark: 'the back is missing' })
    })

    furtherTest('is shown too where the reviewer read the birth date from the document', async () => {
      const third = await customer(server, 'neds-third')
      const submission = await handIn(third, { ...ned, birth_date: undefined })
      expect((await casesOf(third)).submission.flags).toBe('')
      const accepted = await review().accept({ ...decision(submission), birthDate: ned.birth_date })
      expect(accepted).toMatchObject({ ok: true, value: { state: 'verified', flags: 'person_elsewhere' } })
      expect((await casesOf(third)).duplicates.map(({ by }) => by)).toEqual([['person'], ['person']])
    })

    furtherTest('the flags that the reviewer has read stay, whatever birth date the document shows', async () => {
      const namesake = await back('namesake')
      const submission = await handIn(namesake, { ...ned, country: 'SG' })
      const flags = 'person_elsewhere country_differs'
      expect((await casesOf(namesake)).submission.flags).toBe(flags)
      const accepted = await review().accept({ ...decision(submission), birthDate: '1969-07-17' })
      expect(accepted).toMatchObject({ ok: true, value: { state: 'verified', flags } })
    })
  })

  describe('who sees what', () => {
    test('only owner and reviewer open pictures, by links that end; each view is recorded', async () => {
      const [nia, oli] = [await customer(server, 'nia'), await customer(server, 'oli')]
      await handIn(nia)
      const { front_pic } = await nia.does('identityCenter', {})
      const { pictures } = await casesOf(nia)
      const [owner, file] = [await userOf(nia), front_pic.slice('/api/files/'.length, '/api/files/'.length + 32)]
      const views = () => viewsOf(file)
      expect(await views()).toEqual([])
      expect((await see(front_pic)).headers.get('content-type')).toBe('image/jpeg')
      expect(await views()).toEqual([{ viewer_kind: 'real', viewer_id: owner }])

      const stranger = await fetch(server.url + front_pic, { headers: { authorization: oli.token ?? '' } })
      expect(stranger.status).toBe(404)
      const staffs = must(pictures, 'still there').front
      expect(staffs).toMatch(/^\/office\/files\/[0-9a-f]{32}\?ticket=/)
      expect((await see(staffs.replace('/office/', '/api/'))).status).toBe(404)
      expect(await views()).toHaveLength(1)
      const link = { file, ticket: staffs.split('ticket=')[1] ?? '' }
      const open = (id: number) =>
        server.context.files.openLink({ ...link, may: (viewer) => viewer.kind === 'staff' && viewer.id === id })
      expect(await open(4)).toBeUndefined()
      expect(Buffer.from(must(await open(3), 'it is staff 3 who may')).subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8))
      expect(await views()).toContainEqual({ viewer_kind: 'staff', viewer_id: 3 })

      server.passTime(600_000)
      expect((await see(front_pic)).status).toBe(404)
      expect(await open(3)).toBeUndefined()
      expect(await views()).toHaveLength(2)
    })

    test('neither the store nor the logs can be read for names, numbers and birth dates', async () => {
      const pia = await customer(server, 'pia')
      await handIn(pia, { name: 'Pia Unmistakable', card_id: 'ZQ 7654 3210', birth_date: '1971-11-23' })
      await review().accept(decision(await waitingSubmission(server, pia)))
      const tables = await server.context.store.query<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
      )
      for (const { name } of tables) {
        const rows = await server.context.store.query<{ text: string }>(`select t::text as text from "${name}" t`)
        const text = rows.map((row) => row.text).join('\n')
        expect(text, name).not.toMatch(/Unmistakable|ZQ ?7654|76543210|1971-11-23/)
        expect(text, name).not.toContain(Buffer.from('Unmistakable').toString('hex'))
      }
      expect(server.logged.join('')).not.toMatch(/Unmistakable|ZQ ?7654|76543210|1971-11-23/)
    })

    test('rejected documents are erased after the days the operator says; the same one is still found', async () => {
      const quin = await customer(server, 'quin')
      await customer(server, 'rosa')
      const shade = 0x55aa55
      const person = { name: 'Quin Same', birth_date: '1980-01-02' }
      const first = await handIn(quin, {
        ...person,
        card_id: 'Q5554443',
        front_pic: await picture(server, quin, shade),
      })
      const file = await frontOf(first)
      const path = join(server.context.config.dataDir, server.context.config.world, 'files', file)
      await review().reject({ ...decision(first), remark: 'the name is cut off' })
      const user = await userOf(quin)
      server.passTime(89 * DAY_MS)
      await server.context.identity.sweep()
      const jump = 400 * DAY_MS
      server.passWallTime(jump)
      await server.context.identity.sweep()
      server.passWallTime(-jump)
      expect([existsSync(path), (await caseOf(user)).applicant?.cardId]).toEqual([true, 'Q5554443'])
      server.passTime(DAY_MS + 1)
      expect((await server.context.identity.sweep()).erased).toBeGreaterThan(0)
      expect(await server.context.identity.sweep()).toEqual({ erased: 0 })
      const kept = await caseOf(user)
      expect([existsSync(path), kept.applicant, kept.pictures]).toEqual([false, undefined, undefined])
      // Nothing proves the words of an erased row, so staff and the customer read none; the audit keeps the reason.
      expect(kept.submission.remark).toBe('')
      // Sessions have ended while months passed.
      expect((await (await back('quin')).does('identityCenter', {})).rejected?.reason).toBe('')
      const rosa = await back('rosa')
      await handIn(rosa, { ...person, card_id: 'q5554443', front_pic: await picture(server, rosa, shade) })
      // The hash of name and birth date went with them.
      expect((await casesOf(rosa)).duplicates).toMatchObject([{ submission: first, by: ['number', 'picture'] }])
    })
  })

  furtherTest('the usual time is measured once there are enough', async () => {
    for (let index = 0; index < 5; index++) await verify(server, await customer(server, `usual${index}`))
    const someone = await customer(server, 'someone')
    expect((await someone.does('identityCenter', {})).usual_minutes).toBeLessThan(1440)
  })
})
