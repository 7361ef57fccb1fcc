/**
 * Sends the movement of a record of money to the engine, under a reference made from the record's number or from its
 * cause: a repeat is harmless. A movement that the engine has already made counts as done.
 */
import { createHash } from 'node:crypto'
import type { Reason } from '@veritick/contract'
import { type AccountId, assert, type Micros, MONEY_MAX, unreachable } from '@veritick/domain'
import type { Command, DurableTransfer, Event } from '@veritick/engine'
import type { Core } from '../../core/index.ts'

/** The word of each kind of record in its reference. The engine keeps every reference, so the words stay. */
export const REFERENCE_WORDS = {
  deposit: 'charge',
  withdrawal: 'draw',
  correction: 'correction',
  reward: 'reward',
} as const
export type MoneyRecord = keyof typeof REFERENCE_WORDS

/** The engine's name of the movement of a record. */
export const referenceOf = (record: Exclude<MoneyRecord, 'reward'>, id: number): string =>
  hashed(`${REFERENCE_WORDS[record]}:${id}`)

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/**
 * The engine's name of the credit of a payment that is known: the same for every deposit that reports it, so the engine
 * itself refuses a second credit of it.
 */
export const referenceOfPayment = (payment: string): string => hashed(`payment:${payment}`)

/**
 * The engine's name of a reward: the same for every row that is written for this step of this invited customer, so the
 * engine itself refuses to pay it again. `cause`: their numbers, as `1234567890:1`.
 */
export const referenceOfReward = (cause: string): string => hashed(`${REFERENCE_WORDS.reward}:${cause}`)

/** The same for a row of deposits: `depositTransfer` of store/schema-money.ts computes it in the store. */
export function referenceOfDeposit(row: {
  readonly id: number
  readonly state: string
  readonly payment: string | null
}): string {
  const isCredited = row.state === 'crediting' || row.state === 'finished'
  return isCredited && row.payment !== null ? referenceOfPayment(row.payment) : referenceOf('deposit', row.id)
}

/** The engine has credited this payment, for this deposit or another one. Rejects with CoreBusy. */
export const isPaymentCredited = async (core: Core, payment: string): Promise<boolean> =>
  (await transferOf(core, referenceOfPayment(payment))) !== undefined

/** Throws TransferDiffers where the engine credited the deposit under its number: a payment was not known then. */
export async function requireNoOtherCredit(core: Core, deposit: number): Promise<void> {
  if ((await transferOf(core, referenceOf('deposit', deposit))) === undefined) return
  throw new TransferDiffers(`deposit ${deposit} was credited before, without a payment: it was changed in the store`)
}

/** The engine moved something else for the record than the record says. */
export class TransferDiffers extends Error {}

type Transfer = Extract<Command, { readonly kind: 'credit' | 'lock_withdrawal' | 'settle_withdrawal' }>

/**
 * `undefined`: it is done, now or before. `amount`: that of the record, which a settlement does not name. Throws
 * TransferDiffers where the engine moved something else under the reference.
 */
export async function moveOnce(core: Core, command: Transfer, amount: Micros): Promise<Reason | undefined> {
  assertPossible(command)
  const { outcome } = await core.submit({ command })
  if (outcome.ok) {
    assertMoved(command, outcome.events, amount)
    return undefined
  }
  if (outcome.reason !== 'transfer_exists' && outcome.reason !== 'transfer_settled') return outcome.reason
  const { account, reference, kind } = command
  const transfer = await transferOf(core, reference)
  const isSame = transfer?.account === account && transfer.amount === amount && transfer.state === STATE_AFTER[kind]
  if (isSame) return undefined
  throw new TransferDiffers(
    `the record moves ${amount} on account ${account}, but its transfer in the ledger is ` +
      `${transfer?.amount} ${transfer?.state} on account ${transfer?.account}: the record was changed in the store`,
  )
}

/** The engine holds exactly this amount for the withdrawal: it neither paid it out nor gave it back. */
export async function isLocked(
  core: Core,
  {
    withdrawal,
    account,
    amount,
  }: { readonly withdrawal: number; readonly account: AccountId; readonly amount: number },
): Promise<boolean> {
  const transfer = await transferOf(core, referenceOf('withdrawal', withdrawal))
  return transfer?.state === 'locked' && transfer.account === account && transfer.amount === amount
}

const STATE_AFTER = { credit: 'credited', lock_withdrawal: 'locked', settle_withdrawal: 'settled' } as const

async function transferOf(core: Core, reference: string): Promise<DurableTransfer | undefined> {
  const { found } = await core.query({ kind: 'transfers', references: [reference] })
  return found[0]
}

/** One at a time for each record: a caller who comes while it runs gets the same result. */
export function oneRunEach<Record extends number, Result>(
  run: (record: Record) => Promise<Result>,
): (record: Record) => Promise<Result> {
  const running = new Map<Record, Promise<Result>>()
  return (record) => {
    const known = running.get(record)
    if (known !== undefined) return known
    const result = run(record).finally(() => running.delete(record))
    running.set(record, result)
    return result
  }
}

/** A decided amount is above zero; only a correction takes money from a customer. */
export function assertPossible(command: Transfer): void {
  assert(/^[0-9a-f]{32}$/.test(command.reference), 'a transfer is named by the number of its record')
  if (command.kind === 'settle_withdrawal') return
  const { amount } = command
  const isTaken = command.kind === 'credit' && command.category !== 'deposit' && command.category !== 'reward'
  assert(Number.isSafeInteger(amount) && Math.abs(amount) <= MONEY_MAX, `${amount} is an amount of money`)
  assert(amount > 0 || (isTaken && amount < 0), `a ${command.kind} moves money, but not ${amount}`)
}

/** The engine moved what the record says, under its reference, on its account: otherwise record and ledger differ. */
export function assertMoved(command: Transfer, events: readonly Event[], amount: Micros): void {
  const { account, reference } = command
  const moved = events.filter((event) => 'reference' in event && event.reference === reference)
  const [event] = moved
  assert(moved.length === 1 && event !== undefined, `transfer ${reference} is one event, not ${moved.length}`)
  assert('account' in event && event.account === account, `transfer ${reference} is on account ${account}`)
  assert(
    'amount' in event && event.amount === amount && isAnswer(command, event),
    `transfer ${reference} moved what its record says`,
  )
}

function isAnswer(command: Transfer, event: Event): boolean {
  switch (command.kind) {
    case 'credit':
      return event.kind === 'credited' && event.category === command.category
    case 'lock_withdrawal':
      return event.kind === 'withdrawal_locked'
    case 'settle_withdrawal':
      return event.kind === 'withdrawal_settled' && event.paid === command.paid
    default:
      return unreachable(command)
  }
}
