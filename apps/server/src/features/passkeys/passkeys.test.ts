/**
 * Passkeys with genuine keys and signatures (the software authenticator of packages/testing): adding, the list,
 * signing in, proving, removing; and what an answer must not get away with.
 */
import { PASSKEYS_MAX } from '@veritick/contract'
import { must, userId } from '@veritick/domain'
import { Authenticator, type Bent } from '@veritick/testing/authenticator'
import { codeTo, mailsTo, PASSWORD, realPerson, signIn } from '@veritick/testing/people'
import { firstOf } from '@veritick/testing/quick'
import { resealRow } from '@veritick/testing/reseal'
import { appCode } from '@veritick/testing/test-office'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHALLENGE_MILLIS } from '../../services/passkeys/challenges.ts'
import { removePasskeys } from '../../services/passkeys/rows.ts'
import { siteOf } from '../../services/passkeys/site.ts'

const APP_URL = 'https://trade.example.com'
let server: TestServer

beforeAll(async () => {
  server = await openTestServer({ config: { appUrl: APP_URL, trustProxy: true } })
})
afterAll(() => server.close())

const mailOf = (name: string) => `${name.toLowerCase()}@example.com`
const subjects = async (name: string) => (await mailsTo(server, mailOf(name))).map((mail) => mail.subject)

let networks = 0
/** Each code from a network of its own, because the codes of one network have a limit a minute. */
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++networks}` })

async function mailedProof(person: Caller, name: string): Promise<{ auth_code: string }> {
  server.passWallTime(61_000)
  await person.does('sendCode', { purpose: 'proof' }, elsewhere())
  return { auth_code: await codeTo(server, mailOf(name)) }
}

/** A customer with one passkey and no authenticator app. */
async function holder(name: string) {
  const person = await realPerson(server, mailOf(name))
  const authenticator = new Authenticator(APP_URL)
  const options = await person.does('passkeyBegin', await mailedProof(person, name))
  const added = await person.does('passkeyAdd', { passkey: authenticator.create(options), name: `phone of ${name}` })
  return { name, person, authenticator, added }
}

async function second(person: Caller, name: string) {
  const other = new Authenticator(APP_URL)
  const options = await person.does('passkeyBegin', await mailedProof(person, name))
  await person.does('passkeyAdd', { passkey: other.create(options), name: 'phone of a thief' })
  return other
}

/** While the customer's row is locked, their sessions end; the answer to what was asked meanwhile. */
async function afterEndedSessions<Answer>(person: Caller, ask: () => Promise<Answer>): Promise<Answer> {
  const { store, sessions } = server.context
  const user = userId((await person.does('userInfo', {})).id)
  const asked = await store.transaction(async (tx) => {
    await tx.query('select 1 from users where user_id = $1 for update', [user])
    const waiting = ask()
    // Until it waits for the row.
    await new Promise((resolve) => setTimeout(resolve, 500))
    await sessions.endSessions(tx, { user, except: undefined })
    return [waiting] as const
  })
  return asked[0]
}

const challenge = (purpose: 'sign_in' | 'second_factor') => server.visitor.does('passkeyOptions', { purpose })
const signsIn = async (authenticator: Authenticator, bent: Bent = {}) =>
  (
    await server.visitor.asks(
      'passkeySignIn',
      { passkey: authenticator.get(await challenge('sign_in'), bent) },
      elsewhere(),
    )
  ).reason ?? 'good'

/** Rows beside that of a passkey, as an attacker inserts them: copies with other names. */
const fill = (passkey: string, last: number) =>
  server.context.store.query(
    `insert into passkeys select (jsonb_populate_record(null::passkeys, to_jsonb(p) || jsonb_build_object(
       'passkey_id', 'filler ' || n || $1, 'credential_id', 'filler ' || n || $1))).*
     from passkeys p, generate_series(2, $2::int) n where passkey_id = $1`,
    [passkey, last],
  )

describe('adding a passkey', () => {
  test('takes a fresh proof; its owner is told; the list says when it was used', async () => {
    const ana = await realPerson(server, mailOf('ana'))
    expect(await ana.reason('passkeyBegin', {})).toBe('proof_needed')
    const options = await ana.does('passkeyBegin', await mailedProof(ana, 'ana'))
    expect(options).toMatchObject({
      rp: { id: 'trade.example.com' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(await ana.does('passkeyList', {})).toEqual([])
    const authenticator = new Authenticator(APP_URL)
    const added = await ana.does('passkeyAdd', { passkey: authenticator.create(options), name: 'My phone' })
    expect(await ana.does('passkeyList', {})).toEqual([added])
    expect(added).toMatchObject({ name: 'My phone', synced: false, last_used_at: null })
    expect((await ana.does('userInfo', {})).passkeys).toBe(1)
    expect((await subjects('ana')).at(-1)).toBe('A passkey was added')
    expect(await signsIn(authenticator)).toBe('good')
    expect((await ana.does('passkeyList', {}))[0]?.last_used_at).toBeGreaterThan(added.created_at)
  })

  test.each<[string, Bent]>([
    ['of a page elsewhere', { origin: 'https://trade.example.com.thief.example' }],
    ['for another host', { rpId: 'thief.example' }],
    ['without a verified user', { verified: false }],
    ['that is an answer of the other kind', { type: 'webauthn.get' }],
  ])('an answer %s adds none', async (what, bent) => {
    const name = `add.${what.replaceAll(' ', '.')}`
    const person = await realPerson(server, mailOf(name))
    const options = await person.does('passkeyBegin', await mailedProof(person, name))
    const passkey = new Authenticator(APP_URL).create(options, bent)
    expect(await person.asks('passkeyAdd', { passkey })).toMatchObject({ reason: 'passkey_wrong', field: 'passkey' })
    expect(await person.does('passkeyList', {})).toEqual([])
  })

  test('only the session that asked may answer, once and in time; what is no answer at all is refused', async () => {
    const bea = await realPerson(server, mailOf('bea'))
    const there = await signIn(server, mailOf('bea'))
    const authenticator = new Authenticator(APP_URL)
    const first = authenticator.create(await bea.does('passkeyBegin', await mailedProof(bea, 'bea')))
    expect(await there.reason('passkeyAdd', { passkey: first })).toBe('passkey_expired')
    expect(await bea.reason('passkeyAdd', { passkey: first })).toBe('passkey_expired')
    const late = authenticator.create(await bea.does('passkeyBegin', await mailedProof(bea, 'bea')))
    server.passWallTime(CHALLENGE_MILLIS)
    expect(await bea.reason('passkeyAdd', { passkey: late })).toBe('passkey_expired')
    const good = authenticator.create(await bea.does('passkeyBegin', await mailedProof(bea, 'bea')))
    const answers = await Promise.all(Array.from({ length: 10 }, () => bea.reason('passkeyAdd', { passkey: good })))
    expect(answers.filter((each) => each === 'good')).toHaveLength(1)
    for (const passkey of [
      'x',
      '{}',
      '[]',
      'null',
      JSON.stringify({ id: 'a', rawId: 'a', type: 'public-key', response: {} }),
    ])
      expect(await bea.reason('passkeyAdd', { passkey }), passkey).toBe('passkey_wrong')
    expect(await bea.reason('passkeyAdd', { passkey: 'x'.repeat(8_001) })).toBe('parameter_too_long')
    expect(await bea.reason('passkeyAdd', { passkey: 'x', name: 'gnp\u202eexe' })).toBe('parameter_not_allowed')
    expect(await bea.does('passkeyList', {})).toHaveLength(1)
  })

  test(`a customer has at most ${PASSKEYS_MAX}`, async () => {
    const { person, added } = await holder('cara')
    await fill(added.id, PASSKEYS_MAX)
    expect(await person.reason('passkeyBegin', {})).toBe('proof_needed')
    const { store, encryption } = server.context
    for (let n = 2; n <= PASSKEYS_MAX; n += 1)
      await resealRow({ query: store.query, encryption }, 'passkeys', { passkey_id: `filler ${n}${added.id}` })
    expect(await person.reason('passkeyBegin', {})).toBe('passkey_limit_reached')
  })
})

describe('signing in with a passkey', () => {
  test('opens a session that has passed the second factor', async () => {
    const { authenticator } = await holder('dan')
    const { token, user } = await server.visitor.does('passkeySignIn', {
      passkey: authenticator.get(await challenge('sign_in')),
    })
    expect(user.email).toBe(mailOf('dan'))
    const session = must(await server.context.sessions.find(token), 'the session')
    expect(server.context.sessions.passedSecondFactor(session)).toBe(true)
    // Signing in is no proof for what moves money.
    expect(await new Caller(server.url, token).reason('prove', {})).toBe('proof_needed')
  })

  test.each(
    firstOf<[string, Bent]>(4, [
      ['with another key', { forged: true }],
      ['without a verified user', { verified: false }],
      ['from a page elsewhere', { origin: 'https://trade.example.com.thief.example' }],
      ['from our host without TLS', { origin: 'http://trade.example.com' }],
      ['for another host', { rpId: 'thief.example' }],
      ['in the name of another customer', { userHandle: Buffer.from('another').toString('base64url') }],
      ['without a customer', { userHandle: null }],
      ['with the counter of a copy', { counter: 1 }],
      ['that is an answer of the other kind', { type: 'webauthn.create' }],
    ]),
  )('not %s', async (what, bent) => {
    const { authenticator, person } = await holder(`not.${what.replaceAll(' ', '.')}`)
    expect(await signsIn(authenticator)).toBe('good')
    const sessions = async () => (await person.does('sessionList', {})).length
    const before = await sessions()
    expect(await signsIn(authenticator, bent)).toBe('passkey_wrong')
    expect(await sessions()).toBe(before)
    expect(await signsIn(authenticator, { counter: 7 })).toBe('good')
  })

  test('an answer opens one session, however often and at once it is sent; a challenge is good for its purpose and five minutes', async () => {
    const { authenticator } = await holder('eva')
    const passkey = authenticator.get(await challenge('sign_in'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.visitor.reason('passkeySignIn', { passkey })),
    )
    expect(answers.filter((each) => each === 'good')).toHaveLength(1)
    expect(new Set(answers)).toEqual(new Set(['good', 'passkey_expired']))
    expect(
      await server.visitor.reason('passkeySignIn', { passkey: authenticator.get(await challenge('second_factor')) }),
    ).toBe('passkey_expired')
    const late = authenticator.get(await challenge('sign_in'))
    server.passWallTime(CHALLENGE_MILLIS)
    expect(await server.visitor.reason('passkeySignIn', { passkey: late })).toBe('passkey_expired')
    const made = { ...(await challenge('sign_in')), challenge: Buffer.alloc(32, 7).toString('base64url') }
    expect(await server.visitor.reason('passkeySignIn', { passkey: authenticator.get(made) })).toBe('passkey_expired')
  })

  test('a removed passkey and one of a removed customer are refused', async () => {
    const [fay, gil] = [await holder('fay'), await holder('gil')]
    await fay.person.does('passkeyRemove', { id: fay.added.id, ...(await mailedProof(fay.person, 'fay')) })
    expect(await signsIn(fay.authenticator)).toBe('passkey_wrong')
    const { id } = await gil.person.does('userInfo', {})
    await server.context.store.background.transaction(async ({ query }) => {
      // The server never deletes the terms that a customer has accepted: a trigger refuses it.
      await query('set local session_replication_role = replica')
      for (const table of ['sessions', 'user_networks', 'accounts', 'terms_acceptances', 'users'])
        await query(`delete from ${table} where user_id = $1`, [id])
    })
    expect(await signsIn(gil.authenticator)).toBe('passkey_wrong')
  })
})

describe('a passkey as proof', () => {
  test('is asked for also while an attacker has its row out of the store', async () => {
    const { person } = await holder('out')
    const thief = await signIn(server, mailOf('out'))
    const { query } = server.context.store
    await query('create table gone as select p.* from passkeys p join users using (user_id) where email = $1', [
      mailOf('out'),
    ])
    await query('delete from passkeys where passkey_id in (select passkey_id from gone)')
    expect(await thief.reason('sessionEnd', { id: 'others' })).toBe('proof_needed')
    await query('insert into passkeys select * from gone')
    await query('drop table gone')
    const [added] = await person.does('passkeyList', {})
    await person.does('passkeyRemove', { id: must(added, 'a passkey').id, ...(await mailedProof(person, 'out')) })
    expect(await (await signIn(server, mailOf('out'))).reason('sessionEnd', { id: 'others' })).toBe('good')
  })

  test('stands where a code of the app is asked for, also there and then', async () => {
    const { person, authenticator } = await holder('hana')
    const { secret } = await person.does('twoFactorBegin', {
      passkey: authenticator.get(await person.does('passkeyProofOptions', {})),
    })
    await person.does('twoFactorConfirm', { totp_code: appCode(secret, server.context.runtime.now()) })
    server.passWallTime(CHALLENGE_MILLIS)
    expect(await person.reason('prove', {})).toBe('totp_needed')
    const proof = async () => ({ passkey: authenticator.get(await person.does('passkeyProofOptions', {})) })
    expect(await person.reason('prove', await proof())).toBe('good')
    expect(await person.reason('prove', {})).toBe('good')
    expect(await person.reason('recoveryCodes', {})).toBe('totp_needed')
    expect((await person.does('recoveryCodes', await proof())).recovery_codes).toHaveLength(10)
    const beside = { account: mailOf('hana'), password: PASSWORD }
    expect(await server.visitor.reason('loginForU', beside)).toBe('second_factor_needed')
    const passkey = authenticator.get(await challenge('second_factor'))
    expect(await server.visitor.reason('loginForU', { ...beside, passkey })).toBe('good')
    expect(await server.visitor.reason('loginForU', { ...beside, passkey })).toBe('passkey_expired')
    expect(await person.reason('twoFactorOff', await proof())).toBe('good')
  })

  test('not of another customer, nor made in another session, nor made to sign in', async () => {
    const [ivo, jan] = [await holder('ivo'), await holder('jan')]
    const options = await ivo.person.does('passkeyProofOptions', {})
    const hisKey = jan.authenticator.get({ ...options, allowCredentials: [] })
    expect(await ivo.person.reason('prove', { passkey: hisKey })).toBe('passkey_wrong')
    const there = await signIn(server, mailOf('ivo'))
    const made = ivo.authenticator.get(await ivo.person.does('passkeyProofOptions', {}))
    expect(await there.reason('prove', { passkey: made })).toBe('passkey_expired')
    expect(await ivo.person.reason('prove', { passkey: ivo.authenticator.get(await challenge('sign_in')) })).toBe(
      'passkey_expired',
    )
    const beside = { account: mailOf('ivo'), password: PASSWORD }
    const passkey = jan.authenticator.get(await challenge('second_factor'))
    expect(await server.visitor.reason('loginForU', { ...beside, passkey })).toBe('passkey_wrong')
  })
})

describe('a forgotten password that is set anew', () => {
  const NEW = 'nine lamps along the pier'
  const reset = async (name: string, factor: object = {}) => {
    server.passWallTime(61_000)
    await server.visitor.does('sendEmail', { to: mailOf(name), type: 2 }, elsewhere())
    const password = { new_password: NEW, secondary_password: NEW, auth_code: await codeTo(server, mailOf(name)) }
    const asked = { account: mailOf(name), ...password, ...factor }
    expect(await server.visitor.reason('forgetPassword', asked)).toBe('good')
  }
  const told = async (name: string) =>
    (await subjects(name)).filter((each) => each === 'Your passkeys were removed').length

  test('removes the passkeys, and the customer is told; without one nothing is told', async () => {
    const { person, authenticator } = await holder('max')
    const thief = await second(person, 'max')
    await reset('max')
    for (const each of [authenticator, thief]) expect(await signsIn(each)).toBe('passkey_wrong')
    const later = await signIn(server, mailOf('max'), NEW)
    expect(await later.does('passkeyList', {})).toEqual([])
    expect(await told('max')).toBe(1)
    await reset('max')
    expect(await told('max')).toBe(1)
  })

  test('keeps the passkey that was its second factor, and no other', async () => {
    const { person, authenticator } = await holder('ned')
    const thief = await second(person, 'ned')
    const { secret } = await person.does('twoFactorBegin', {
      passkey: authenticator.get(await person.does('passkeyProofOptions', {})),
    })
    await person.does('twoFactorConfirm', { totp_code: appCode(secret, server.context.runtime.now()) })
    await reset('ned', { passkey: authenticator.get(await challenge('second_factor')) })
    expect([await signsIn(authenticator), await signsIn(thief)]).toEqual(['good', 'passkey_wrong'])
  })

  test('by a clock that was set back since removes no later passkey, and the next one removes it', async () => {
    const { person } = await holder('pat')
    const { store, encryption, runtime } = server.context
    const user = userId((await person.does('userInfo', {})).id)
    const removed = (now: number) =>
      store.transaction((tx) => removePasskeys({ encryption, tx }, { user, except: undefined, now }))
    expect(await removed(runtime.now() + 3_600_000)).toBe(1)
    const later = await second(person, 'pat')
    expect(await signsIn(later)).toBe('good')
    await store.query('create table kept_passkeys as select * from passkeys')
    expect(await removed(runtime.now())).toBe(1)
    // An attacker puts the row back.
    await store.query('insert into passkeys select * from kept_passkeys where user_id = $1', [user])
    expect(await signsIn(later)).toBe('passkey_wrong')
    await store.query('drop table kept_passkeys')
  })

  test('adds none that was under way in a session that it ended', async () => {
    const { person } = await holder('oda')
    const options = await person.does('passkeyBegin', await mailedProof(person, 'oda'))
    const passkey = new Authenticator(APP_URL).create(options)
    const added = await afterEndedSessions(person, () => person.asks('passkeyAdd', { passkey }))
    expect(added.reason).toBe('session_ended')
  })

  test('lets no session that it ended remove one', async () => {
    const { person, added } = await holder('rob')
    const proof = await mailedProof(person, 'rob')
    const removed = await afterEndedSessions(person, () => person.asks('passkeyRemove', { id: added.id, ...proof }))
    expect(removed.reason).toBe('session_ended')
  })
})

describe('removing a passkey', () => {
  test('takes a fresh proof, ends the other sessions and is told; another customer cannot', async () => {
    const { person, authenticator, added } = await holder('kim')
    const lea = await realPerson(server, mailOf('lea'))
    const { token } = await server.visitor.does('passkeySignIn', {
      passkey: authenticator.get(await challenge('sign_in')),
    })
    expect(await lea.reason('passkeyRemove', { id: added.id, ...(await mailedProof(lea, 'lea')) })).toBe(
      'passkey_unknown',
    )
    expect(await person.reason('passkeyRemove', { id: added.id })).toBe('proof_needed')
    await person.does('passkeyRemove', { id: added.id, ...(await mailedProof(person, 'kim')) })
    expect(await person.does('passkeyList', {})).toEqual([])
    expect(await new Caller(server.url, token).reason('userInfo', {})).toBe('session_ended')
    expect(await person.reason('userInfo', {})).toBe('good')
    expect((await subjects('kim')).at(-1)).toBe('A passkey was removed')
    expect(await person.reason('passkeyRemove', { id: added.id })).toBe('passkey_unknown')
  })
})

/** An attacker inserts rows for the moment of a removal, so that the server remembers a false number of passkeys. */
test.each([100, 30])('the number that is remembered counts none of %i rows that were inserted', async (inserted) => {
  const name = `sue${inserted}`
  const { person, added } = await holder(name)
  await second(person, name)
  const { store } = server.context
  await fill(added.id, inserted + 1)
  await person.does('passkeyRemove', { id: added.id, ...(await mailedProof(person, name)) })
  await store.query(`delete from passkeys where passkey_id like 'filler %' || $1`, [added.id])
  const number = async () => (await person.does('userInfo', {})).passkeys
  expect(await number()).toBe(1)
  await store.query('create table hidden_passkeys as select * from passkeys')
  await store.query('delete from passkeys')
  expect(await number()).toBe(1)
  await store.query('insert into passkeys select * from hidden_passkeys')
  await store.query('drop table hidden_passkeys')
})

describe('where passkeys belong', () => {
  test.each([
    ['https://trade.example.com', 'thief.example', { rpId: 'trade.example.com', origin: 'https://trade.example.com' }],
    [
      'https://trade.example.com:8443',
      undefined,
      { rpId: 'trade.example.com', origin: 'https://trade.example.com:8443' },
    ],
    ['http://localhost:8080', 'thief.example', { rpId: 'localhost', origin: 'http://localhost:8080' }],
    // Browsers make none for these.
    ['http://trade.example.com', 'trade.example.com', undefined],
    ['https://192.0.2.7', '192.0.2.7', undefined],
    ['https://[2001:db8::1]', '[2001:db8::1]', undefined],
    // Without APP_URL only the machine itself.
    [undefined, 'localhost:8080', { rpId: 'localhost', origin: 'http://localhost:8080' }],
    [undefined, 'LOCALHOST', { rpId: 'localhost', origin: 'http://localhost' }],
    [undefined, 'trade.example.com', undefined],
    [undefined, 'localhost.thief.example', undefined],
    [undefined, 'localhost:8080@thief.example', undefined],
    [undefined, '127.0.0.1:8080', undefined],
    [undefined, undefined, undefined],
  ])('APP_URL %s, Host %s', (appUrl, host, site) => expect(siteOf({ appUrl }, host)).toEqual(site))

  test('a Host header does not move them', async () => {
    const said = await server.visitor.asks('passkeyOptions', { purpose: 'sign_in' }, { host: 'localhost:1' })
    expect(said.data).toMatchObject({ rpId: 'trade.example.com' })
  })
})
