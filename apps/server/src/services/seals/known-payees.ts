/**
 * Which customers have bound which address or account, in memory. An attacker with write access to the store changes or
 * deletes the payee of another customer, so that staff no longer see that both are paid at one place. So the start
 * learns payees from rows that prove themselves, and each new payee is added when its row has committed. A removed one
 * stays.
 */
import type { UserId } from '@veritick/domain'
import type { Logger } from 'pino'
import type { Query, Transaction } from '../../store/index.ts'
import { isSealed, type Sealing, sealedRows } from './row-seals.ts'
import type { SealedRow } from './sealed-tables.ts'

/** Rows of one statement. */
const PAGE = 1_000
/** Payees that one line of the log names. */
const NAMED_MAX = 10

type Row = SealedRow<'payees'> & { readonly seal: string }
/** `accountPrint`: equal for one account, in any spelling and for every customer. */
type Bound = { readonly user: UserId; readonly accountPrint: string }

export class KnownPayees {
  /** By the print of the account. */
  readonly #users = new Map<string, Set<UserId>>()

  /** Other customers who bound the same address or account. */
  sharing({ user, accountPrint }: Bound): readonly UserId[] {
    return [...(this.#users.get(accountPrint) ?? [])].filter((each) => each !== user)
  }

  add({ user, accountPrint }: Bound): void {
    const users = this.#users.get(accountPrint)
    if (users === undefined) this.#users.set(accountPrint, new Set([user]))
    else users.add(user)
  }

  /** The transaction writes a new payee. A commit of unknown end counts: it may have stored the payee. */
  bound(tx: Pick<Transaction, 'onEnd'>, payee: Bound): void {
    tx.onEnd(() => this.add(payee))
  }

  /** For the start. `isErased`: of a customer whose data were erased, with the seals of their payees. */
  async learn(parts: {
    readonly query: Query
    readonly encryption: Sealing
    readonly log: Logger
    readonly isErased: (user: number) => boolean
  }): Promise<void> {
    const { query, encryption, log, isErased } = parts
    const unproven: number[] = []
    for (let after: number | undefined; ; ) {
      const from = after === undefined ? 'true' : 'payee_id > $1'
      const where = `${from} order by payee_id limit ${PAGE}`
      const rows = (await sealedRows(query, 'payees', where, after === undefined ? [] : [after])) as Row[]
      for (const row of rows) {
        const user = row.user_id as UserId
        if (isSealed(encryption, 'payees', row)) this.add({ user, accountPrint: String(row.account_print) })
        else if (row.encrypted !== null || !isErased(user)) unproven.push(Number(row.payee_id))
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < PAGE) break
      after = Number(last.payee_id)
    }
    if (unproven.length === 0) return
    const named = unproven.slice(0, NAMED_MAX)
    log.error(
      { count: unproven.length, payees: named },
      'payees were changed in the store: staff do not see who has them',
    )
  }
}
