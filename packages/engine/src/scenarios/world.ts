/**
 * The stage of a scenario: an engine with instruments and accounts, a clock, and the auditors that look on after every
 * step.
 */
import {
  formatDecimal,
  type LotUnits,
  lotUnits,
  type Micros,
  type Millis,
  micros,
  millis,
  must,
  type Points,
  parseDecimal,
  points,
} from '@veritick/domain'
import { expect } from 'vitest'
import type { AccountId, AccountKind, Command, RequestId } from '../commands.ts'
import type { Engine, Outcome } from '../engine.ts'
import type { Event } from '../events.ts'
import { bookSum, clientSideOf, entryOf } from '../ledger.ts'
import { encodeState } from '../state-bytes.ts'
import { scenarioTerms, termsOf } from './terms.ts'

export type Person = { readonly name: string; readonly account: AccountId; readonly accountKind: AccountKind }

export type World = {
  readonly engine: Engine
  now: Millis
  /** Quote numbers given so far, per instrument. */
  readonly seqs: Map<number, number>
  requests: number
  /** Everything that happened. */
  readonly events: Event[]
  /** Client side of the ledger by account, summed entry by entry. */
  readonly entries: Map<AccountId, { balance: number; locked: number }>
}

/** A Wednesday. */
const DAY = Date.UTC(2026, 2, 4)

/** All instruments are known and open, none has a quote. */
export function newWorld(engine: Engine, people: readonly Person[]): World {
  const world: World = { engine, now: clock('00:00'), seqs: new Map(), requests: 0, events: [], entries: new Map() }
  for (const terms of scenarioTerms()) {
    applyCommand(world, { kind: 'set_instrument', at: world.now, terms })
    applyCommand(world, { kind: 'market', at: world.now, instrument: terms.id, status: 'open' })
  }
  for (const { account, accountKind } of people)
    applyCommand(world, { kind: 'open_account', at: world.now, account, accountKind })
  return world
}

/** Applies a command and audits what came of it. */
export function applyCommand(world: World, command: Command): Outcome {
  const before = world.engine.stateBytes()
  const outcome = world.engine.apply(command)
  if (!outcome.ok) sameBytes(`the refusal ${outcome.reason} changes nothing`, world.engine.stateBytes(), before)
  else for (const event of outcome.events) record(world, event)
  audit(world)
  return outcome
}

function record(world: World, event: Event): void {
  world.events.push(event)
  const entry = entryOf(event)
  if (entry === undefined) return
  agree('an entry sums to zero', entry.postings[0].amount + entry.postings[1].amount, 0)
  const sum = world.entries.get(entry.account) ?? { balance: 0, locked: 0 }
  const { balance, locked } = clientSideOf(entry)
  world.entries.set(entry.account, { balance: sum.balance + balance, locked: sum.locked + locked })
}

/**
 * Checks that hold after every step of every scenario. Called very often, so that the matchers run only where something
 * is wrong.
 */
function audit({ engine, events, entries }: World): void {
  agree('the state is valid in itself', engine.validateState(), undefined)
  agree('every event is counted', engine.sequence(), events.length)
  const clients = { demo: { balance: 0n, locked: 0n }, real: { balance: 0n, locked: 0n } }
  for (const id of engine.accounts()) {
    const account = must(engine.account(id), 'a listed account is there')
    const sum = entries.get(id) ?? { balance: 0, locked: 0 }
    agree('the balance is the sum of the entries', account.balance, sum.balance)
    agree('what is locked is the sum of the entries', account.locked, sum.locked)
    clients[account.accountKind].balance += BigInt(account.balance)
    clients[account.accountKind].locked += BigInt(account.locked)
  }
  for (const kind of ['demo', 'real'] as const) {
    const book = engine.book(kind)
    agree(`the ${kind} book sums to zero`, bookSum(book), 0n)
    agree(`the ${kind} book holds what the clients have`, book.clientBalance, clients[kind].balance)
    agree(`the ${kind} book holds what is locked`, book.clientLocked, clients[kind].locked)
  }
}

function agree<T>(what: string, ours: T, theirs: T): void {
  if (ours !== theirs) expect(ours, what).toBe(theirs)
}

function sameBytes(what: string, ours: Uint8Array, theirs: Uint8Array): void {
  if (ours.length !== theirs.length || ours.some((byte, at) => byte !== theirs[at])) expect(ours, what).toEqual(theirs)
}

/** Both ways of coming back after a stop give the same state: all events again, and a loaded snapshot. */
export function auditRecovery({ engine, events }: World, create: () => Engine): void {
  const replayed = create()
  for (const event of events) replayed.evolve(event)
  sameBytes('the events again give the same state', replayed.stateBytes(), engine.stateBytes())
  const loaded = create()
  loaded.load(engine.durable())
  sameBytes('a loaded state is the same state', loaded.stateBytes(), engine.stateBytes())
  sameBytes('its bytes are those of its data', engine.stateBytes(), encodeState(engine.durable()))
  loaded.loadBytes(engine.stateBytes())
  sameBytes('a state that is loaded from its bytes is the same state', loaded.stateBytes(), engine.stateBytes())
  agree('and in itself right', loaded.validateState(), undefined)
}

/** "09:01", or "Thu 09:01" for the day after. */
export function clock(text: string): Millis {
  const [time = '', day = 'Wed'] = text.split(' ').reverse()
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const days = ['Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue'].indexOf(day)
  return millis(DAY + days * 86_400_000 + hours * 3_600_000 + minutes * 60_000)
}

export function nextRequest(world: World): RequestId {
  world.requests += 1
  return world.requests.toString(16).padStart(32, '0')
}

export const usd = (text: string): Micros => micros(read(text, 6))
export const lots = (text: string): LotUnits => lotUnits(read(text, 4))
export const priceOf = (code: string, text: string): Points => points(read(text, termsOf(code).pricePrecision))
export const showUsd = (value: number): string => formatDecimal(value, 6)
export const showPrice = (code: string, value: number): string => formatDecimal(value, termsOf(code).pricePrecision)

function read(text: string, decimals: number): number {
  const value = parseDecimal(text, decimals)
  if (typeof value === 'string') throw new Error(`"${text}" is ${value}`)
  return value
}
