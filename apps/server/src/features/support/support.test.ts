/**
 * Conversations between customers and staff on the real server: what is stored, who is told, what was read, who may
 * read it, and what floods and repeats do.
 */
import { randomUUID } from 'node:crypto'
import { CANNED_LANGUAGES, SUPPORT } from '@veritick/contract'
import { must } from '@veritick/domain'
import { LANGUAGES } from '@veritick/locales'
import { customer, picture, set, userOf } from '@veritick/testing/customers'
import { signIn } from '@veritick/testing/people'
import { furtherTest } from '@veritick/testing/quick'
import { type Member, type StaffCaller, staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Phones } from '@veritick/testing/test-sockets'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/times.ts'
import { LIMITS } from '../../services/rate-limits/limits.ts'
import { conversationWith, MARKUP, pushesTo, TURNED, textsOf } from './support-fixture.ts'

let server: TestServer
let phones: Phones
let sue: Member
let cora: Member
const reason_text = 'agreed with the customer'

beforeAll(async () => {
  server = await openTestServer()
  phones = new Phones(server)
  sue = await staffMember(server, 'support')
  cora = await staffMember(server, 'compliance')
})
afterEach(() => phones.hangUp())
afterAll(() => server.close())

describe('a conversation', () => {
  test('begins with nothing; messages get numbers in their order; staff answer; both see what was read', async () => {
    const ana = await customer(server, 'ana')
    expect(await ana.does('supportState', {})).toEqual({ last: 0, read: 0, unread: 0, closed: false })
    expect(await ana.does('supportMessages', {})).toMatchObject({ messages: [], more: false, hours: '' })
    await set(server, 'support_hours', 'Monday to Friday, 09:00 to 17:00, Hong Kong time')
    const first = await ana.does('supportSend', { text: '  Where is my deposit?  ' })
    expect(first).toMatchObject({ seq: 1, from: 'customer', text: 'Where is my deposit?', picture: null })
    await ana.does('supportSend', { text: 'It was 50 USD.' })

    const row = await conversationWith(sue, ana)
    expect(row).toMatchObject({ state: 'waiting', unread: 2, assigned: null, taken: null, waiting_since: first.time })
    expect(row.user).toMatchObject({ id: await userOf(ana), kind: 'real' })
    const shown = await sue.caller.does('supportMessages', { id: row.id })
    expect(shown.messages.map(({ seq, by, text }) => [seq, by, text])).toEqual([
      [1, null, 'Where is my deposit?'],
      [2, null, 'It was 50 USD.'],
    ])
    await sue.caller.does('supportRead', { id: row.id, seq: 2 })
    expect(await ana.does('supportState', {})).toMatchObject({ last: 2, read: 2, unread: 0 })

    const reply = await sue.caller.does('supportReply', { id: row.id, seen_seq: 2, text: 'It has arrived.' })
    expect(reply.by).toMatchObject({ who: `staff:${sue.id}` })
    expect(await conversationWith(sue, ana)).toMatchObject({ state: 'open', unread: 0, waiting_since: null })
    const seen = await ana.does('supportMessages', {})
    expect(seen).toMatchObject({ last: 3, unread: 1, hours: 'Monday to Friday, 09:00 to 17:00, Hong Kong time' })
    expect(must(seen.messages[2], 'the answer')).toMatchObject({ seq: 3, from: 'staff', text: 'It has arrived.' })
    // No name of a staff member reaches the customer.
    expect(JSON.stringify(seen)).not.toContain('support 1')
    expect(await ana.does('supportSeen', { seq: 3, read: 'no' })).toMatchObject({ unread: 1 })
    expect(await sue.caller.does('supportMessages', { id: row.id })).toMatchObject({ delivered: 3, read: 0 })
    expect(await ana.does('supportSeen', { seq: 3, read: 'yes' })).toMatchObject({ unread: 0 })
    expect(await sue.caller.does('supportMessages', { id: row.id })).toMatchObject({ delivered: 3, read: 3 })
    // A number that does not exist yet marks nothing that comes later.
    await ana.does('supportSeen', { seq: 900, read: 'yes' })
    await sue.caller.does('supportReply', { id: row.id, seen_seq: 3, text: 'Anything else?' })
    expect(await ana.does('supportState', {})).toMatchObject({ unread: 1 })
  })

  test('texts are kept as they were written, and are encrypted in the store', async () => {
    const person = await server.person()
    for (const text of MARKUP) await person.does('supportSend', { text })
    expect(await textsOf(person)).toEqual(MARKUP)
    const row = await conversationWith(sue, person)
    const { messages } = await sue.caller.does('supportMessages', { id: row.id })
    expect(messages.map(({ text }) => text)).toEqual(MARKUP)
    const stored = await server.context.store.query<{ row: string }>(
      "select to_jsonb(each)::text || encode(encrypted, 'escape') as row from support_messages each",
    )
    expect(stored.filter(({ row: text }) => text.includes('alert'))).toEqual([])
  })

  test.each(TURNED)('controls of the direction are left out: %j', async (sent, shown) => {
    const person = await server.person()
    expect(await person.does('supportSend', { text: sent })).toMatchObject({ text: shown })
    const { id } = await conversationWith(sue, person)
    expect(await sue.caller.does('supportReply', { id, seen_seq: 1, text: sent })).toMatchObject({ text: shown })
    expect(await textsOf(person)).toEqual([shown, shown])
    expect(await person.reason('supportSend', { text: '\u202E \u202C' })).toBe('parameter_missing')
  })

  test('a text moved to another conversation does not decrypt', async () => {
    const [one, two] = [await server.person(), await server.person()]
    await one.does('supportSend', { text: 'of one' })
    await two.does('supportSend', { text: 'of two' })
    const [from, to] = [await conversationWith(sue, one), await conversationWith(sue, two)]
    await server.context.store.query(
      `update support_messages set encrypted = (select encrypted from support_messages where conversation_id = $1)
       where conversation_id = $2`,
      [from.id, to.id],
    )
    expect(await two.reason('supportMessages', {})).toBe('internal_error')
    expect(await textsOf(one)).toEqual(['of one'])
  })

  test.each([
    ['nothing', {}, 'parameter_missing', 'text'],
    ['blanks', { text: ' \n ' }, 'parameter_missing', 'text'],
    ['too much text', { text: 'x'.repeat(SUPPORT.textMax + 1) }, 'parameter_too_long', 'text'],
    ['a picture that is none', { picture: 'https://evil.example/x.png' }, 'picture_unknown', 'picture'],
  ])('refuses %s and stores nothing', async (_, params, reason, field) => {
    const person = await server.person()
    const answer = await person.asks('supportSend', params)
    expect([answer.reason, answer.field]).toEqual([reason, field])
    expect(await person.does('supportState', {})).toMatchObject({ last: 0 })
  })

  test('the same key stores a message once, also when both requests are under way together', async () => {
    const person = await server.person()
    const key = { 'idempotency-key': randomUUID() }
    const sent = await Promise.all([1, 2, 3].map(() => person.asks('supportSend', { text: 'once' }, key)))
    expect(sent.map(({ data }) => data)).toEqual(Array(3).fill(sent[0]?.data))
    expect((await person.asks('supportSend', { text: 'once' }, key)).headers['idempotent-replayed']).toBe('true')
    expect(await person.asks('supportSend', { text: 'other' }, key)).toMatchObject({ reason: 'idempotency_mismatch' })
    expect(await textsOf(person)).toEqual(['once'])
    const row = await conversationWith(sue, person)
    const body = { id: row.id, seen_seq: 1, text: 'answered once' }
    await Promise.all([1, 2, 3].map(() => sue.caller.asks('supportReply', body, key)))
    expect(await textsOf(person)).toEqual(['once', 'answered once'])
  })

  furtherTest('many messages at once get numbers without a gap, and are read page by page', async () => {
    const person = await server.person()
    await person.does('supportSend', { text: 'the first' })
    const row = await conversationWith(sue, person)
    const count = SUPPORT.pageSize + 4
    await Promise.all(
      Array.from({ length: count }, (_, place) =>
        sue.caller.does('supportReply', { id: row.id, seen_seq: 1, text: `${place}` }),
      ),
    )
    const newest = await person.does('supportMessages', {})
    expect(newest.more).toBe(true)
    const oldest = await person.does('supportMessages', { before: must(newest.messages[0], 'a page').seq })
    expect(await person.reason('supportMessages', { before: 2_147_483_648 })).toBe('number_out_of_range')
    expect(oldest.more).toBe(false)
    expect([...oldest.messages, ...newest.messages].map(({ seq }) => seq)).toEqual(
      Array.from({ length: count + 1 }, (_, place) => place + 1),
    )
  })

  test('a flood is refused, and a repeat of an accepted message is not', async () => {
    const person = await server.person()
    const key = { 'idempotency-key': randomUUID() }
    await person.asks('supportSend', { text: '0' }, key)
    for (let count = 1; count < LIMITS.support.messages.max; count += 1)
      await person.does('supportSend', { text: `${count}` })
    expect(await person.reason('supportSend', { text: 'one more' })).toBe('support_limit_reached')
    expect((await person.asks('supportSend', { text: '0' }, key)).code).toBe(1)
    expect(await person.does('supportState', {})).toMatchObject({ last: LIMITS.support.messages.max })
    server.passTime(LIMITS.support.messages.millis + 1)
    expect(await person.reason('supportSend', { text: 'later' })).toBe('good')
  })
})

describe('pictures', () => {
  test('open for their owner and for staff; views of staff are recorded; links end with the session', async () => {
    const ben = await customer(server, 'ben')
    const url = await picture(server, ben)
    const sent = await ben.does('supportSend', { picture: url })
    const link = must(sent.picture ?? undefined, 'a link')
    const look = async (path: string, token?: string) =>
      (await fetch(server.url + path, { headers: token === undefined ? {} : { authorization: token } })).status
    expect(await look(link)).toBe(200)
    const other = await customer(server, 'other.ben')
    expect(await look(link, other.token)).toBe(404)
    // The same upload has one use.
    expect(await ben.reason('supportSend', { picture: url })).toBe('picture_used')
    expect(await other.reason('supportSend', { picture: await picture(server, ben) })).toBe('picture_unknown')

    const row = await conversationWith(sue, ben)
    const office = must(
      (await sue.caller.does('supportMessages', { id: row.id })).messages[0]?.picture ?? undefined,
      '',
    )
    const officeLook = async (caller: StaffCaller) =>
      (await fetch(server.officeUrl + office, { headers: { cookie: caller.cookie ?? '' } })).status
    expect(await officeLook(sue.caller)).toBe(200)
    expect(await officeLook(cora.caller)).toBe(404)
    const file = must(/files\/([0-9a-f]{32})/.exec(office)?.[1], 'a file')
    const views = await server.context.store.query(
      "select 1 from picture_views where file_id = $1 and viewer_kind = 'staff' and viewer_id = $2",
      [file, sue.id],
    )
    expect(views).toHaveLength(1)
    await ben.does('logout', {})
    expect(await look(link)).toBe(404)
  })
})

describe('the socket', () => {
  test('tells both devices after the message is stored, in order, and says what was read', async () => {
    const person = await server.person()
    const [one, two] = [await phones.open(), await phones.open()]
    await one.signIn(person, ['SUPPORT'])
    await two.signIn(person, ['SUPPORT'])
    await person.does('supportSend', { text: 'from one of them' })
    const row = await conversationWith(sue, person)
    await sue.caller.does('supportRead', { id: row.id, seq: 1 })
    await sue.caller.does('supportTyping', { id: row.id })
    await sue.caller.does('supportReply', { id: row.id, seen_seq: 1, text: 'the answer' })
    await person.does('supportSeen', { seq: 2, read: 'yes' })
    for (const phone of [one, two]) {
      await phone.until(() => pushesTo(phone).length >= 5)
      expect(
        pushesTo(phone).map(({ message, state, typing }) => [message?.seq, state.read, state.unread, typing]),
      ).toEqual([
        [1, 0, 0, false],
        [undefined, 1, 0, false],
        [undefined, 1, 0, true],
        [2, 2, 1, false],
        [undefined, 2, 0, false],
      ])
      // The numbers on the line rise by one, so a client sees a gap.
      const seqs = phone.of('SUPPORT').map(({ seq }) => seq)
      expect(seqs).toEqual(seqs.map((_, place) => place + 1))
    }
  })

  test('a repeat tells the numbers only, another customer and a line without sign-in hear nothing', async () => {
    const [person, other] = [await server.person(), await server.person()]
    const [own, foreign, unsigned] = [await phones.open(), await phones.open(), await phones.open()]
    await own.signIn(person, ['SUPPORT'])
    await foreign.signIn(other, ['SUPPORT'])
    unsigned.say({ type: 'sub', params: ['SUPPORT'] })
    const key = { 'idempotency-key': randomUUID() }
    await person.asks('supportSend', { text: 'secret' }, key)
    await person.asks('supportSend', { text: 'secret' }, key)
    await person.does('supportSend', { text: 'the end' })
    await own.until(() => pushesTo(own).length >= 3)
    // After the first request the server may have failed before it told the devices: its repeat says what is stored.
    expect(pushesTo(own).map(({ message, state }) => [message?.text, state.last])).toEqual([
      ['secret', 1],
      [undefined, 1],
      ['the end', 2],
    ])
    await foreign.caughtUp()
    await unsigned.caughtUp()
    expect([...foreign.texts, ...unsigned.texts].filter((text) => text.includes('secret'))).toEqual([])
  })

  test('a device that was away reads what it missed', async () => {
    const person = await server.person()
    const phone = await phones.open()
    await phone.signIn(person, ['SUPPORT'])
    await person.does('supportSend', { text: 'heard' })
    await phone.until(() => pushesTo(phone).length === 1)
    phone.say({ type: 'unsub', params: ['SUPPORT'] })
    await phone.caughtUp()
    const row = await conversationWith(sue, person)
    await sue.caller.does('supportReply', { id: row.id, seen_seq: 1, text: 'missed' })
    phone.say({ type: 'sub', params: ['SUPPORT'] })
    await sue.caller.does('supportReply', { id: row.id, seen_seq: 1, text: 'heard again' })
    await phone.until(() => pushesTo(phone).some(({ message }) => message?.text === 'heard again'))
    const [known, newest] = pushesTo(phone).flatMap(({ message }) => (message === null ? [] : [message.seq]))
    // 1, then 3: the app sees that 2 is missing.
    expect([known, newest]).toEqual([1, 3])
    expect(await textsOf(person)).toEqual(['heard', 'missed', 'heard again'])
  })
})

describe('staff', () => {
  test('the customer is seen typing for a moment', async () => {
    const person = await server.person()
    await person.does('supportSend', { text: 'hello' })
    const { id } = await conversationWith(sue, person)
    const typing = async () => (await sue.caller.does('supportMessages', { id })).typing
    expect(await typing()).toBe(false)
    await person.does('supportTyping', {})
    expect(await typing()).toBe(true)
    server.passTime(SUPPORT.typingMillis + 1)
    expect(await typing()).toBe(false)
  })

  test('close, reopen and hand over with a reason; a new message opens a closed conversation', async () => {
    const person = await server.person()
    await person.does('supportSend', { text: 'please close my account' })
    const { id } = await conversationWith(sue, person)
    expect(await sue.caller.reason('supportClose', { id, seen_seq: 1 })).toBe('reason_missing')
    const closed = await sue.caller.does('supportClose', { id, seen_seq: 1, reason_text })
    expect(closed).toMatchObject({ state: 'closed', unread: 0 })
    expect(await sue.caller.reason('supportClose', { id, seen_seq: 1, reason_text })).toBe('record_decided')
    expect(await person.does('supportState', {})).toMatchObject({ closed: true })
    await person.does('supportSend', { text: 'one thing more' })
    expect(await conversationWith(sue, person)).toMatchObject({ state: 'waiting', unread: 1 })

    const { data: staff } = await sue.caller.does('supportStaff', {})
    expect(staff.map((each) => each.id)).toEqual(expect.arrayContaining([sue.id, cora.id]))
    const finn = await staffMember(server, 'finance')
    expect(await sue.caller.reason('supportHandOver', { id, to: finn.id, reason_text })).toBe('staff_unknown')
    await sue.caller.does('reviewTake', { kind: 'support', id })
    const handed = await sue.caller.does('supportHandOver', { id, to: cora.id, reason_text })
    expect(handed).toMatchObject({ assigned: { who: `staff:${cora.id}` }, taken: null })
    await sue.caller.does('supportClose', { id, seen_seq: 2, reason_text })
    await sue.caller.does('supportReopen', { id, reason_text })
    const { audit } = await cora.caller.does('supportFind', { id })
    expect(audit.map(({ action }) => action)).toEqual([
      'support_view',
      'support_reopen',
      'support_close',
      'support_hand_over',
      'support_close',
    ])
    // Messages are in no audit entry.
    expect(JSON.stringify(audit)).not.toContain('one thing more')
  })

  test('the queue shows who waits longest first, behind the customers of real accounts, and counts', async () => {
    const [one, two] = [await server.person(), await server.person()]
    await one.does('supportSend', { text: 'first' })
    server.passTime(60_000)
    await two.does('supportSend', { text: 'second' })
    server.passTime(60_000)
    await one.does('supportSend', { text: 'still there?' })
    const real = await customer(server, 'lasting')
    await real.does('supportSend', { text: 'where is my withdrawal?' })
    const { data } = await sue.caller.does('supportQueue', { state: 'waiting', per_page: 100 })
    const asked = await Promise.all([real, one, two].map(userOf))
    expect(data.map(({ user }) => user.id).filter((id) => asked.some((each) => each === id))).toEqual(asked)
    const counts = (await sue.caller.does('reviewCounts', {})).data
    expect(counts.find(({ kind }) => kind === 'support')).toMatchObject({ waiting: data.length })
    const { id } = await conversationWith(sue, one)
    await cora.caller.does('reviewTake', { kind: 'support', id })
    expect((await conversationWith(sue, one)).taken).toMatchObject({ by: { who: `staff:${cora.id}` } })
  })

  test('roles without the permission see nothing', async () => {
    const person = await server.person()
    await person.does('supportSend', { text: 'private' })
    const { id } = await conversationWith(sue, person)
    for (const role of ['finance', 'risk', 'content', 'admin'] as const) {
      const { caller } = await staffMember(server, role)
      for (const [name, params] of [
        ['supportQueue', {}],
        ['supportFind', { id }],
        ['supportMessages', { id }],
        ['supportReply', { id, seen_seq: 1, text: 'x' }],
        ['supportClose', { id, seen_seq: 1, reason_text }],
        ['reviewTake', { kind: 'support', id }],
        ['feedbackQueue', {}],
      ] as const)
        expect([role, name, await caller.reason(name, params)]).toEqual([role, name, 'not_permitted'])
    }
    expect(await textsOf(person)).toEqual(['private'])
  })

  test('canned answers: written by support and content, for a language of the app, with an audit entry', async () => {
    expect([...CANNED_LANGUAGES].sort()).toEqual([...LANGUAGES].sort())
    const carla = await staffMember(server, 'content')
    const hello = { title: 'Greeting', language: 'en', text: 'Thank you for your message.', reason_text } as const
    const saved = await carla.caller.does('cannedSave', hello)
    const changed = await sue.caller.does('cannedSave', { ...hello, id: saved.id, text: 'Thank you.' })
    expect(changed).toMatchObject({ id: saved.id, text: 'Thank you.', changed_by: { who: `staff:${sue.id}` } })
    expect(await sue.caller.reason('cannedSave', { ...hello, language: 'xx' })).toBe('parameter_not_allowed')
    expect(await cora.caller.reason('cannedSave', hello)).toBe('not_permitted')
    expect((await cora.caller.does('cannedList', {})).data.map(({ text }) => text)).toEqual(['Thank you.'])
    await carla.caller.does('cannedRemove', { id: saved.id, reason_text })
    expect(await carla.caller.reason('cannedRemove', { id: saved.id, reason_text })).toBe('record_unknown')
    expect((await sue.caller.does('cannedList', {})).total).toBe(0)
    const actions = await server.context.store.query<{ action: string }>(
      "select action from audit where subject_kind = 'canned_answer' order by entry_id",
    )
    expect(actions.map(({ action }) => action)).toEqual(['canned_save', 'canned_save', 'canned_remove'])

    await server.context.store.query(
      `insert into canned_answers (title, language, text, changed_by, at)
       select 'many', 'en', 'many', 'staff:1', 0 from generate_series(1, 500)`,
    )
    expect(await carla.caller.reason('cannedSave', hello)).toBe('canned_limit_reached')
    await server.context.store.query("delete from canned_answers where title = 'many'")
  })

  test('unknown conversations are refused, and a conversation can be begun for a customer only', async () => {
    const nobody = { id: 2_000_000_000 }
    for (const [name, more] of [
      ['supportFind', {}],
      ['supportMessages', {}],
      ['supportRead', { seq: 1 }],
      ['supportReply', { seen_seq: 1, text: 'x' }],
      ['supportClose', { seen_seq: 1, reason_text }],
    ] as const)
      expect(await sue.caller.reason(name, { ...nobody, ...more })).toBe('record_unknown')
    expect(await sue.caller.reason('supportBegin', { user: 2_000_000_000 })).toBe('person_unknown')
    const person = await server.person()
    const begun = await sue.caller.does('supportBegin', { user: await userOf(person) })
    expect(await sue.caller.does('supportBegin', { user: await userOf(person) })).toMatchObject({ id: begun.id })
  })
})

test('messages and their pictures are deleted after the days of the setting; numbers go on', async () => {
  let eve = await customer(server, 'eve')
  const sent = await eve.does('supportSend', { text: 'old', picture: await picture(server, eve) })
  await set(server, 'support_kept_days', 2)
  server.passTime(DAY_MS)
  // A session without use has ended by then.
  eve = await signIn(server, 'eve@example.com')
  await eve.does('supportSend', { text: 'newer' })
  const jump = 400 * DAY_MS
  server.passWallTime(jump)
  await server.context.support.sweep()
  server.passWallTime(-jump)
  expect(await textsOf(eve)).toEqual(['old', 'newer'])
  server.passTime(DAY_MS)
  eve = await signIn(server, 'eve@example.com')
  expect((await server.context.support.sweep()).messages).toBeGreaterThan(0)
  expect(await textsOf(eve)).toEqual(['newer'])
  const file = must(/files\/([0-9a-f]{32})/.exec(sent.picture ?? '')?.[1], 'a file')
  const [kept] = await server.context.store.query<{ erased_at: number | null }>(
    'select erased_at from files where file_id = $1',
    [file],
  )
  expect(kept?.erased_at).not.toBeNull()
  expect(await eve.does('supportSend', { text: 'next' })).toMatchObject({ seq: 3 })
  await set(server, 'support_kept_days', 365)
})
