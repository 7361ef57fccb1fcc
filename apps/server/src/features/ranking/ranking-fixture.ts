/** Shared by the tests of the ranking: a server, traders who sign in again each day, and their trades. */
import type { CallData, RankingKind } from '@veritick/contract'
import { accountId, must, type UserId } from '@veritick/domain'
import { accountOf, customer, fund, openChannels, switchTo, verify } from '@veritick/testing/customers'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { DAY_MS } from '../../services/clock/index.ts'

export let server: TestServer
let traders: Trader[] = []

export async function openRanking(): Promise<void> {
  server = await openTestServer()
  await openChannels(server)
}

/** Each test has its own traders, and EURUSD at 1.085. */
export function beginTest(): void {
  traders = []
  say(1.085)
}

/** EURUSD without a spread worth naming: what a price does is what a position earns. */
export const say = (bid: number) => server.feed.say('EURUSD', bid.toFixed(5), (bid + 0.00001).toFixed(5))

/** Signs in again each day, because sessions end while weeks pass. */
export class Trader {
  caller: Caller
  account = accountId(0)
  constructor(caller: Caller) {
    this.caller = caller
  }

  does: Caller['does'] = (...call) => this.caller.does(...call)

  /** On the same account as before. */
  async signIn(): Promise<void> {
    const { sessions, store } = server.context
    const [owner] = await store.query<{ user_id: UserId; kind: 'demo' | 'real' }>(
      'select user_id, kind from accounts where account_id = $1',
      [this.account],
    )
    const { user_id: user, kind } = must(owner, 'the account has an owner')
    this.caller = new Caller(server.url, await sessions.begin({ user, kind, device: '' }))
    await switchTo(server, this.caller, this.account)
  }
}

export async function trader(caller: Caller): Promise<Trader> {
  const made = new Trader(caller)
  made.account = await accountOf(server, caller)
  traders.push(made)
  return made
}

export const demo = async () => trader(await server.person())

export async function real(name: string, dollars: number, verified = true): Promise<Trader> {
  const person = await customer(server, name)
  if (verified) await verify(server, person)
  await fund(server, person, dollars)
  return trader(person)
}

/** Measured once, at the end. */
export async function nextDay(days = 1): Promise<void> {
  server.passTime(days * DAY_MS)
  await server.context.ranking.refresh()
  for (const each of traders) await each.signIn()
}

export const buy = (person: Trader, cont = '0.01') =>
  person.does('submit', { forex_id: server.feed.id('EURUSD'), type: 1, status: 1, cont, multiple: 30 })

/** A position that earns this many points of the fifth decimal: 0.01 lots earn 0.01 USD a point. */
export async function trade(person: Trader, points: number, cont = '0.01'): Promise<void> {
  say(1.085)
  const { Id } = await buy(person, cont)
  say(1.08501 + points / 100_000)
  await person.does('close', { id: Id })
  say(1.085)
}

export async function trades(person: Trader, count = 10, points = 20): Promise<void> {
  for (let made = 0; made < count; made++) await trade(person, points)
}

export const list = (kind: RankingKind) => server.visitor.does('followList', { kind })
export const stateOf = async (person: Trader) => (await person.does('followOwn', {})).state
export async function rankEntryOf(person: Trader): Promise<CallData<'followOwn'>['entries'][number]> {
  return must((await person.does('followOwn', {})).entries[0], 'the account is listed')
}

/** A demo account that is in the list. */
export async function listedDemo(): Promise<Trader> {
  const person = await demo()
  await nextDay()
  await person.does('followListed', { listed: true })
  await trades(person)
  await nextDay(22)
  return person
}
