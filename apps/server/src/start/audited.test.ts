/**
 * Every call of the office that demands a reason is made once, by a staff member who may make it. The audit then names
 * this staff member, the role and the reason. The rows come from the table of calls: a new call without a row here does
 * not compile. Calls without a reason say here why they need none. A view of one record of money is recorded too.
 */
import {
  OFFICE_CALL_NAMES,
  OFFICE_CALLS,
  type OfficeCall,
  type OfficeCallName,
  type OfficeInput,
  ROLES,
  type Role,
  STAFF_HOLD_HOURS,
} from '@veritick/contract/office'
import { must } from '@veritick/domain'
import {
  accountOf,
  bindTron,
  customer,
  documents,
  draws,
  fund,
  picture,
  tronHash,
  userOf,
  verify,
  waitingSubmission,
} from '@veritick/testing/customers'
import { awake, firstAdmin, type Member, staffMember } from '@veritick/testing/test-office'
import type { Caller } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { earned, inviterOf, openInvites, server } from '../features/invites/invites-fixture.ts'
import { DAY_MS, HOUR_MS } from '../services/clock/index.ts'

type Call<Name extends OfficeCallName> = (typeof OFFICE_CALLS)[Name]
type Changing = { [Name in OfficeCallName]: Call<Name>['changes'] extends true ? Name : never }[OfficeCallName]
type Reasoned = {
  [Name in OfficeCallName]: Call<Name> extends { readonly needsReason: true } ? Name : never
}[OfficeCallName]

/** Changing calls that demand no reason, and why. */
const WITHOUT_REASON: Readonly<Record<Exclude<Changing, Reasoned>, string>> = {
  signIn: 'its entry is staff_sign_in',
  welcomeLook: 'reads',
  welcomeFinish: 'its entry is staff_welcome',
  signOut: 'ends the session of its caller',
  endMySession: 'ends sessions of its caller',
  changeMyPassword: 'its entry is staff_password',
  instrumentPreview: 'reads',
  newsPreview: 'reads',
  settingPreview: 'reads',
  peopleSearch: 'reads',
  addPersonNote: 'its entry is person_note; the note is the reason',
  reviewTake: 'a lock that ends by itself',
  reviewDrop: 'a lock that ends by itself',
  supportRead: 'marks messages as read',
  supportReply: 'the message is stored with its author',
  supportTyping: 'stores nothing',
  supportBegin: 'an empty conversation',
}

const reasonOf = (name: OfficeCallName) => `agreed on Tuesday: ${name}`
const prepared = 'prepared for the test'
let names = 0
/** One for each call about rewards. */
const REWARDS = 3
const earnedRewards: number[] = []
let rich: Caller
const staff = new Map<string, Member>()
const member = (role: Role | 'second finance') => must(staff.get(role), `a staff member is ${role}`)
const calls = (role: Role) => member(role).caller

beforeAll(async () => {
  await openInvites()
  // Their link would end while the clock moves.
  await firstAdmin(server)
  for (let at = 0; at < REWARDS; at++) earnedRewards.push((await earned(await inviterOf())).row.reward)
  const hired: [string, Member][] = [['second finance', await staffMember(server, 'finance')]]
  for (const role of ROLES) hired.push([role, await staffMember(server, role)])
  // On each day of the week, five days hold the three working days of a reward's review.
  server.passTime(Math.max(STAFF_HOLD_HOURS * HOUR_MS, 5 * DAY_MS))
  for (const [role, each] of hired) staff.set(role, await awake(server, each))
  rich = await customer(server, 'rich')
  await verify(server, rich)
  await fund(server, rich, 900)
}, 120_000)
afterAll(() => server.close())

type Row<Name extends Reasoned> = {
  readonly by: Role
  /** A valid request without its reason, about a record of its own. */
  readonly asks: () => Promise<Omit<OfficeInput<Name>, 'reason_text'>>
}
const row = <Name extends Reasoned>(by: Role, asks: Row<Name>['asks']): Row<Name> => ({ by, asks })
const about = async () => ({ id: await userOf(await person()) })
const person = () => customer(server, `someone${++names}`)

async function submission() {
  const caller = await person()
  await caller.does('identitySubmit', await documents(server, caller))
  return { id: await waitingSubmission(server, caller) }
}
async function deposit() {
  const proofImg = await picture(server, rich)
  return { id: (await rich.does('chargeSubmit', { charge_id: 1, number: '40', proofImg })).id }
}
async function withdrawal() {
  const draw_method_id = await payee()
  return { id: (await draws(server, rich, { draw_currency_id: 1, draw_method_id, number: '20' })).id }
}
let bound: number | undefined
async function payee() {
  bound ??= await bindTron(server, rich, 'rich')
  return bound
}
async function correction() {
  const asked = { user: await userOf(rich), trading_account: await accountOf(server, rich), amount: '1' } as const
  return { ...asked, category: 'cost' as const, remark: 'A fee was charged twice.' }
}
const askedCorrection = async () => ({
  id: (await calls('compliance').does('correctionRequest', { ...(await correction()), reason_text: prepared })).id,
})
const TEXTS = [{ language: 'en' as const, title: 'Hours', summary: '', body: '<p>Gold closes at 13:00.</p>' }]
async function draft() {
  const made = { kind: 'news' as const, picture: '', texts: TEXTS, reason_text: prepared }
  const { id, version } = await calls('content').does('newsSave', made)
  return { id, seen_version: version }
}
async function publishedArticle() {
  const { id, version } = await calls('content').does('newsPublish', { ...(await draft()), reason_text: prepared })
  return { id, seen_version: version }
}
async function conversation() {
  const caller = await person()
  await caller.does('supportSend', { text: 'Where is my deposit?' })
  const { data } = await calls('support').does('supportQueue', { user: await userOf(caller) })
  return { id: must(data[0], 'a conversation').id }
}
async function colleague() {
  names += 1
  const made = { name: `Colleague ${names}`, email: `colleague${names}@office.example`, role: 'content' as const }
  return { id: (await calls('admin').does('staffInvite', { ...made, reason_text: prepared })).id }
}
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64')

const ROWS: { readonly [Name in Reasoned]: Row<Name> } = {
  companyFileAdd: row('admin', async () => ({ content: PDF })),
  correctionRequest: row('compliance', correction),
  correctionApprove: row('finance', askedCorrection),
  correctionReject: row('finance', askedCorrection),
  instrumentChange: row('risk', async () => ({
    id: server.feed.id('EURUSD'),
    changes: { fee_per_lot: '4.500000' },
    seen_version: 0,
  })),
  newsSave: row('content', async () => ({ kind: 'news', picture: '', texts: TEXTS })),
  newsPublish: row('content', draft),
  newsWithdraw: row('content', publishedArticle),
  newsReopen: row('content', async () => {
    const withdrawn = { ...(await publishedArticle()), reason_text: prepared }
    const { id, version } = await calls('content').does('newsWithdraw', withdrawn)
    return { id, seen_version: version }
  }),
  endPersonSessions: row('support', async () => ({ ...(await about()), session: 'all' })),
  freezePerson: row('compliance', async () => ({ ...(await about()), remark: 'We look at your account.' })),
  unfreezePerson: row('compliance', async () => {
    const frozen = await about()
    await calls('compliance').does('freezePerson', { ...frozen, remark: 'We look.', reason_text: prepared })
    return frozen
  }),
  closePerson: row('compliance', about),
  reopenPerson: row('compliance', async () => {
    const closed = await about()
    await calls('compliance').does('closePerson', { ...closed, reason_text: prepared })
    return closed
  }),
  setCreditScore: row('compliance', async () => ({ ...(await about()), score: 70 })),
  identityAccept: row('compliance', submission),
  identityReject: row('compliance', async () => ({ ...(await submission()), remark: 'The picture is blurred.' })),
  depositCredit: row('finance', async () => ({ ...(await deposit()), amount: '40', payment_reference: tronHash(8) })),
  depositReject: row('finance', async () => ({ ...(await deposit()), remark: 'Nothing arrived.' })),
  depositInvalidate: row('finance', async () => ({ ...(await deposit()), remark: 'Reported twice.' })),
  withdrawalApprove: row('finance', withdrawal),
  withdrawalPay: row('finance', async () => {
    const asked = await withdrawal()
    await calls('finance').does('withdrawalApprove', { ...asked, reason_text: prepared })
    return { ...asked, reference: tronHash(7) }
  }),
  withdrawalReject: row('finance', async () => ({ ...(await withdrawal()), remark: 'Write to support first.' })),
  withdrawalDropRejection: row('finance', async () => {
    const asked = await withdrawal()
    const rejection = { ...asked, remark: 'Write to support first.', not_sent: true, reason_text: prepared }
    await calls('finance').does('withdrawalApprove', { ...asked, reason_text: prepared })
    await calls('finance').does('withdrawalReject', rejection)
    return asked
  }),
  rewardApprove: row('finance', async () => ({ ...(await reward()), accept_signals: true })),
  rewardPay: row('finance', async () => {
    const earnedReward = await reward()
    await member('second finance').caller.does('rewardApprove', {
      ...earnedReward,
      accept_signals: true,
      reason_text: prepared,
    })
    return earnedReward
  }),
  rewardReject: row('finance', async () => ({ ...(await reward()), remark: 'The friend is you.' })),
  settingChange: row('admin', async () => ({ key: 'draw_min_usd', value: '11.00', seen_version: 0 })),
  smsTest: row('admin', async () => ({ to: '+85291234567' })),
  staffInvite: row('admin', async () => ({ name: 'Noor', email: 'noor@office.example', role: 'support' })),
  staffReset: row('admin', colleague),
  staffDisable: row('admin', colleague),
  staffEnable: row('admin', async () => {
    const { id } = await colleague()
    await calls('admin').does('staffDisable', { id, reason_text: prepared })
    return { id }
  }),
  staffRole: row('admin', async () => ({ ...(await colleague()), role: 'support' })),
  staffEndSessions: row('admin', async () => ({ id: member('risk').id })),
  supportClose: row('support', async () => ({ ...(await conversation()), seen_seq: 1 })),
  supportReopen: row('support', async () => {
    const { id } = await conversation()
    await calls('support').does('supportClose', { id, seen_seq: 1, reason_text: prepared })
    return { id }
  }),
  supportHandOver: row('support', async () => ({ ...(await conversation()), to: member('compliance').id })),
  cannedSave: row('content', async () => ({ title: 'On its way', language: 'en', text: 'It is on its way.' })),
  cannedRemove: row('content', async () => {
    const made = { title: 'Old', language: 'en' as const, text: 'Old.', reason_text: prepared }
    return { id: (await calls('content').does('cannedSave', made)).id }
  }),
  feedbackDone: row('support', async () => {
    const caller = await person()
    await caller.does('feedbackOwn', { kind: 'complaint', text: 'The chart is slow.' })
    const { data } = await calls('support').does('feedbackQueue', { state: 'open' })
    return { id: must(data[0], 'feedback').id }
  }),
}

async function reward() {
  return { id: must(earnedRewards.pop(), 'a reward of its own') }
}

const reasoned = Object.keys(ROWS) as readonly Reasoned[]

test('each changing call has a row, or a sentence that says why it needs no reason', () => {
  const call = (name: OfficeCallName): OfficeCall => OFFICE_CALLS[name]
  const changing = OFFICE_CALL_NAMES.filter((name) => call(name).changes)
  expect([...reasoned, ...Object.keys(WITHOUT_REASON)].sort()).toEqual([...changing].sort())
  expect(reasoned.filter((name) => call(name).needsReason !== true)).toEqual([])
})

describe('the audit names who, in which role and why', () => {
  test.each(reasoned)('%s', async (name) => {
    const { by, asks } = ROWS[name]
    const asked = { ...(await asks()), reason_text: reasonOf(name) }
    const { id, caller } = member(by)
    const answered = await caller.asks(name, asked)
    expect([answered.code, answered.reason]).toEqual([1, undefined])
    const entries = await server.context.store.query('select who, role from audit where reason = $1', [reasonOf(name)])
    expect(entries).toContainEqual({ who: `staff:${id}`, role: by })
  })
})

describe('the audit names who looked, once in a quarter of an hour', () => {
  const someReward = async () => ({ id: must((await calls('finance').does('rewardList', {})).data[0], 'a reward').id })
  test.each([
    ['depositFind', 'deposit', deposit],
    ['withdrawalFind', 'withdrawal', withdrawal],
    ['correctionFind', 'correction', askedCorrection],
    ['rewardFind', 'reward', someReward],
  ] as const)('%s', async (name, kind, asks) => {
    const { id } = await asks()
    const { id: viewer, caller } = member('second finance')
    for (let time = 0; time < 2; time++) expect(await caller.reason(name, { id })).toBe('good')
    const entries = await server.context.store.query(
      'select action from audit where subject_kind = $1 and subject = $2 and who = $3 and reason = $4',
      [kind, String(id), `staff:${viewer}`, ''],
    )
    expect(entries).toEqual([{ action: `${kind}_view` }])
  })
})
