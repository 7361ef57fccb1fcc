/**
 * The newest seal of each record of money that this process sealed. An attacker may keep an old row with its own right
 * seal and put it back: a withdrawal that waits again is cancelled while staff send it. Such a row has a seal that is
 * not the newest one. A start begins with the withdrawals that are not ended, as the store has them then.
 */
import type { Query, Transaction } from '../../store/index.ts'

/** Records that are remembered, about 300 bytes each; the one that was sealed first is forgotten first. */
const RECORDS_MAX = 50_000

type Remembered = {
  turn: number
  /** `undefined`: no transaction that sealed it has committed yet. */
  newest: string | undefined
  /** Seals of transactions that have not ended, or whose end is not known, with their turns. */
  readonly open: Map<string, number>
}

export class NewestSeals {
  /** For the start. Of two open withdrawals the one that was requested later is remembered for longer. */
  static async ofOpenWithdrawals(query: Query): Promise<NewestSeals> {
    const rows = await query<{ id: number; seal: string }>(
      `select withdrawal_id as id, seal from withdrawals
       where state in ('locking', 'waiting', 'approved', 'paying', 'rejecting', 'cancelling')
       order by created_at desc limit $1`,
      [RECORDS_MAX],
    )
    const seals = new NewestSeals()
    for (const { id, seal } of rows.reverse())
      seals.#records.set(`withdrawals ${id}`, { turn: 0, newest: seal, open: new Map() })
    return seals
  }

  readonly #records = new Map<string, Remembered>()
  #turn = 0

  /** The transaction gives the record this seal. After a rollback the seal stays open: no row ever had it. */
  sealed(tx: Pick<Transaction, 'onEnd'>, record: string, seal: string): void {
    const known = this.#records.get(record) ?? { turn: 0, newest: undefined, open: new Map() }
    this.#turn += 1
    const turn = this.#turn
    known.open.set(seal, turn)
    this.#records.delete(record)
    this.#records.set(record, known)
    const oldest = this.#records.size > RECORDS_MAX ? this.#records.keys().next().value : undefined
    if (oldest !== undefined) this.#records.delete(oldest)
    tx.onEnd((end) => {
      if (end === 'unknown' || turn < known.turn) return
      known.turn = turn
      known.newest = seal
      for (const [other, its] of known.open) if (its <= turn) known.open.delete(other)
    })
  }

  /** False for a row that was put back. */
  isNewest(record: string, seal: string): boolean {
    const known = this.#records.get(record)
    return known?.newest === undefined || known.newest === seal || known.open.has(seal)
  }
}
