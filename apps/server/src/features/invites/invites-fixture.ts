/** Shared by the tests of invite rewards: a server, inviters and their friends, and the decisions about rewards. */

import { must, type UserId } from '@veritick/domain'
import { changeCustomer, FINN, fund, GRETA, openChannels, userOf, verify } from '@veritick/testing/customers'
import { form, PASSWORD } from '@veritick/testing/people'
import { reseal, resealRow } from '@veritick/testing/reseal'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { DAY_MS } from '../../services/clock/index.ts'
import { sealOf } from '../money/index.ts'
import type { RewardRow } from './queries.ts'
import { rewardDecided } from './transitions.ts'

export let server: TestServer
let names = 0
/** An address that no customer has yet. */
export const newEmail = () => `friend${++names}@example.com`

export const openInvites = (): Promise<void> => openInvitesOn({})
export const openEmbeddedInvites = (): Promise<void> => openInvitesOn({ embedded: true })

async function openInvitesOn(on: { readonly embedded?: true }): Promise<void> {
  server = await openTestServer({ ...on, config: { trustProxy: true } })
  await openChannels(server, {
    deposit_two_person_limit_usd: '1000000',
    deposit_approver_limit_usd: '100000000',
    draw_max_day_usd: '1000000',
  })
}

export type Friend = { readonly name: string; readonly user: UserId; caller: Caller }

let networks = 0
/** Each from a network of its own, because the calls of one network have limits a minute. */
export const elsewhere = () => ({ 'x-forwarded-for': `203.0.${113 + Math.floor(++networks / 250)}.${networks % 250}` })

/** With the captcha solved. */
export async function registers(
  email: string,
  more: { readonly invite_code?: string; readonly country?: string } = {},
) {
  await server.visitor.does('register', await form(server, email, more), elsewhere())
}
export async function signsIn(email: string, from = elsewhere()): Promise<Caller> {
  const signedIn = await server.visitor.does('loginForU', { account: email, password: PASSWORD }, from)
  return new Caller(server.url, signedIn.token)
}

/** Codes have a limit a minute, and tests of their own. */
export const confirmed = (name: string) => changeCustomer(server, `${name}@example.com`, 'email_confirmed_at = 1')

/** Their identity check stands at this state, as if the server itself had written it. */
export async function inState({ user }: Pick<Friend, 'user'>, state: 'waiting' | 'verified'): Promise<void> {
  const { store, encryption } = server.context
  await store.query('update identities set state = $2 where user_id = $1', [user, state])
  await resealRow({ query: store.query, encryption }, 'identities', { user_id: user })
}

/** A customer without an inviter, verified unless said otherwise. */
export async function inviterOf({ verified = true } = {}): Promise<Friend & { readonly code: string }> {
  const name = `inviter${++names}`
  await registers(`${name}@example.com`)
  const caller = await signsIn(`${name}@example.com`)
  await confirmed(name)
  if (verified) await verify(server, caller)
  const { invite_code: code } = await caller.does('inviteInfo', {})
  return { name, caller, user: await userOf(caller), code }
}

/** Registered with the code, signed in, verified. */
export async function friendOf(code: string, more: { readonly country?: string } = {}): Promise<Friend> {
  const name = `friend${++names}`
  const email = `${name}@example.com`
  await registers(email, { invite_code: code, ...more })
  const caller = await signsIn(email)
  await confirmed(name)
  await verify(server, caller)
  return { name, user: await userOf(caller), caller }
}

/** Sessions end while the clock is moved. */
export async function later(duration: number, ...people: Friend[]): Promise<void> {
  server.passTime(duration)
  for (const person of people) person.caller = await signsIn(`${person.name}@example.com`)
}

/** Opens and closes a position of one share at this price: its volume. */
export async function trades(caller: Caller, ask: string): Promise<void> {
  server.feed.say('AAPL', '499.95', ask)
  const terms = { forex_id: server.feed.id('AAPL'), type: 1, status: 1, multiple: 5 } as const
  const { Id } = await caller.does('submit', { ...terms, cont: '1' })
  await caller.does('close', { id: Id })
}

export const invites = () => server.context.invites
export async function rewardsOf(friend: Friend): Promise<readonly RewardRow[]> {
  await invites().earn()
  const { rows } = await invites().queue({ page: 1, size: 100, oldestFirst: true })
  return rows.filter((row) => row.invited === friend.user)
}
export const by = (row: RewardRow, actor = FINN) => ({ reward: row.reward, actor, reason: 'looked at the evidence' })
export const approve = (row: RewardRow, actor = FINN, acceptSignals = false) =>
  invites().approve({ ...by(row, actor), acceptSignals })
export const pay = (row: RewardRow, actor = GRETA) => invites().pay(by(row, actor))
export const wordOf = (done: { readonly ok: boolean; readonly reason?: string }) => (done.ok ? 'good' : done.reason)
export const balance = async ({ caller }: Friend) => (await caller.does('getBalance', {})).balance

/** A friend who meets the conditions of the first step, and the reward for it. */
export async function earned(inviter: Friend & { readonly code: string }) {
  const friend = await friendOf(inviter.code)
  await fund(server, friend.caller, 310)
  await trades(friend.caller, '500.00')
  await later(3 * DAY_MS, friend, inviter)
  const [row] = await rewardsOf(friend)
  return { friend, row: must(row, 'a reward was earned') }
}

/** As if the server itself had written the rewards as they are now. */
export const resealed = (): Promise<void> => {
  const { store, encryption, newestSeals } = server.context
  return reseal({ query: store.query, encryption, newestSeals }, 'invite_rewards')
}

/** The audit entry of the decision, with its seal. */
export async function decidedToPay(reward: number): Promise<void> {
  const row = must(await invites().find(reward), 'it was earned')
  await server.context.store.query(
    `insert into audit (who, role, action, subject_kind, subject, reason, after, at)
     values ('staff:102', 'finance', 'reward_pay', 'reward', $1, '', $2, 5)`,
    [String(reward), JSON.stringify({ seal: sealOf(server.context.encryption, rewardDecided(row)) })],
  )
}
