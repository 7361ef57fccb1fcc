/**
 * The money that came to and left accounts, proven: from the sealed rows of deposits, withdrawals, corrections and
 * rewards, compared with the engine. The engine keeps each transfer of an account and their number, so a row that was
 * inserted, changed, moved, put back or deleted in the store is found. The tables for reading are not asked.
 */
import { type AccountId, type DepositFlow, type Micros, micros, millis, must, unreachable } from '@veritick/domain'
import { type DurableTransfer, TRANSFERS_PER_ANSWER_MAX } from '@veritick/engine'
import type { Core } from '../../core/index.ts'
import { readSealed, type Sealing } from '../../services/seals/index.ts'
import type { Query } from '../../store/index.ts'
import { type CaseworkRow, caseworkRowOf, KINDS, type Kind, referenceOfRow, transferFault } from './compare-casework.ts'
import { TransferDiffers } from './transfers.ts'

export type ProvenMoney = {
  /** Deposits, withdrawals and corrections of all these accounts, oldest first. */
  readonly flows: readonly DepositFlow[]
  /** Value at the opening of their positions that have closed. */
  readonly traded: Micros
}

type Parts = {
  readonly query: Query
  readonly core: Core
  readonly encryption: Sealing
}

/** A movement may run between the reads; then they are made again, so often at most. */
const ATTEMPTS_MAX = 3

/**
 * Throws RowChanged or TransferDiffers where the rows do not prove themselves. `accounts`: of rows whose seals were
 * compared.
 */
export async function provenMoney(parts: Parts, accounts: readonly AccountId[]): Promise<ProvenMoney> {
  const { moved, traded } = await read(parts, accounts)
  const flows = moved.flatMap(({ kind, row }) => flowsOf(kind, row))
  return { flows: flows.sort((a, b) => a.at - b.at), traded }
}

/** Credited deposits and paid withdrawals of all these accounts. Throws as `provenMoney`. */
export async function provenSums(
  parts: Parts,
  accounts: readonly AccountId[],
): Promise<{ readonly deposited: Micros; readonly withdrawn: Micros }> {
  const { moved } = await read(parts, accounts)
  const sumOf = (record: Kind['record'], state: string) =>
    micros(
      moved
        .filter(({ kind, row }) => kind.record === record && row.state === state)
        .reduce((sum, { row }) => sum + amountOf(row), 0),
    )
  return { deposited: sumOf('deposit', 'finished'), withdrawn: sumOf('withdrawal', 'paid') }
}

type Read = { readonly moved: readonly (Moved & { readonly kind: Kind })[]; readonly traded: Micros }

async function read(parts: Parts, accounts: readonly AccountId[]): Promise<Read> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readOnce(parts, accounts)
    } catch (error) {
      if (!(error instanceof TransferDiffers) || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

async function readOnce(parts: Parts, accounts: readonly AccountId[]): Promise<Read> {
  const moved: Read['moved'][number][] = []
  const references = new Set<string>()
  const counts = new Map<AccountId, number>()
  for (const kind of KINDS) {
    for (const each of await movedOf(parts, kind, accounts)) {
      const { row, reference, transfer } = each
      if (transfer === undefined) continue
      if (references.has(reference)) throw new TransferDiffers(`table ${kind.table}: two records name one transfer`)
      references.add(reference)
      counts.set(row.account, (counts.get(row.account) ?? 0) + 1)
      moved.push({ ...each, kind })
    }
  }
  let traded = 0
  for (const account of accounts) {
    const view = await parts.core.query({ kind: 'account', account })
    const [expected, found] = [view?.transfers ?? 0, counts.get(account) ?? 0]
    traded += view?.traded ?? 0
    if (expected === found) continue
    throw new TransferDiffers(
      `account ${account} has ${expected} transfers in the ledger and ${found} records of them: the store was changed`,
    )
  }
  return { moved, traded: micros(traded) }
}

type Moved = {
  readonly row: CaseworkRow & Times
  readonly reference: string
  readonly transfer: DurableTransfer | undefined
}

/** Rows whose state allows a transfer, each with the one that the engine has. */
async function movedOf(parts: Parts, kind: Kind, accounts: readonly AccountId[]): Promise<readonly Moved[]> {
  const states = Object.keys(kind.standings).filter((state) => kind.standings[state]?.some((each) => each !== 'none'))
  const where = 'account_id = any($1::integer[]) and state = any($2::text[])'
  const stored = await readSealed(parts, kind.table, { where, values: [[...accounts], states] })
  const rows = stored.map((row) => ({ ...caseworkRowOf(kind, row), ...timesOf(row) }))
  const moved: Moved[] = []
  for (let from = 0; from < rows.length; from += TRANSFERS_PER_ANSWER_MAX) {
    const page = rows.slice(from, from + TRANSFERS_PER_ANSWER_MAX)
    const references = page.map((row) => referenceOfRow(kind.record, row))
    const { found } = await parts.core.query({ kind: 'transfers', references })
    for (const [at, row] of page.entries()) {
      const fault = transferFault(kind.record, row, found[at])
      if (fault !== undefined) {
        const differs = `the ledger has ${fault.found}, expected ${fault.expected}`
        throw new TransferDiffers(`table ${kind.table}, record ${row.id}, state ${row.state}: ${differs}`)
      }
      moved.push({ row, reference: must(references[at], 'each row has a reference'), transfer: found[at] })
    }
  }
  return moved
}

type Times = { readonly createdAt: number; readonly endedAt: number | null }

const timesOf = (row: object): Times => {
  const { created_at: createdAt = 0, ended_at: endedAt = null } = row as { created_at?: number; ended_at?: number }
  return { createdAt, endedAt }
}

const amountOf = ({ amount }: CaseworkRow): number => must(amount ?? undefined, 'money that was moved has an amount')

/**
 * A deposit counts from its end on, a withdrawal from its request on, and one that came back again from its end on. A
 * movement whose record is in progress counts only if it takes money.
 */
function flowsOf({ record }: Kind, row: CaseworkRow & Times): readonly DepositFlow[] {
  const { state, createdAt, endedAt } = row
  const amount = amountOf(row)
  const ended = () => millis(must(endedAt ?? undefined, 'a record that ended has the time of its end'))
  switch (record) {
    case 'deposit':
      return state === 'finished' ? [{ at: ended(), kind: 'payment', amount: micros(amount) }] : []
    case 'withdrawal': {
      const locked: DepositFlow = { at: millis(createdAt), kind: 'payment', amount: micros(-amount) }
      if (state !== 'rejected' && state !== 'cancelled') return [locked]
      return [locked, { at: ended(), kind: 'payment', amount: micros(amount) }]
    }
    case 'correction': {
      if (state === 'booked') return [{ at: ended(), kind: 'correction', amount: micros(amount) }]
      return amount < 0 ? [{ at: millis(createdAt), kind: 'correction', amount: micros(amount) }] : []
    }
    case 'reward':
      return []
    default:
      return unreachable(record)
  }
}
