/**
 * The invariants of every process, checked apart from the core: each decision by the rules (books.ts, margin.ts), each
 * durable batch (journal-audit.ts), each answer (answers.ts), each published batch, and the state after every start.
 */
import type { Command, Engine, Event, Outcome } from '@veritick/engine'
import { sameBytes, show } from '../same.ts'
import { Answers } from './answers.ts'
import { Books } from './books.ts'
import { JournalAudit, sha256 } from './journal-audit.ts'
import { ProcessAudit } from './process-audit.ts'
import type { SentRequest } from './steps.ts'
import type { JournalRow, Tables } from './tables.ts'

export class Auditor {
  /** The first thing that is wrong. */
  fault: string | undefined
  readonly durable = new Books()
  readonly answers: Answers
  private readonly journal = new JournalAudit()
  /** Evolves what is durable, and nothing else. */
  private readonly shadow: Engine
  private readonly processes = new Map<number, ProcessAudit>()
  private readonly requests = new WeakMap<Command, SentRequest>()

  /** `now`: virtual time. */
  constructor(shadow: Engine, now: () => number) {
    this.shadow = shadow
    this.answers = new Answers((fault) => this.finds(fault), now)
  }

  finds(fault: string | undefined): void {
    if (fault !== undefined) this.fault ??= fault
  }

  /** The process has recovered: it stands exactly where the journal ends. */
  started(opened: ConstructorParameters<typeof ProcessAudit>[0], engine: Engine, tables: Tables): ProcessAudit {
    if (engine.sequence() !== this.durable.sequence)
      this.finds(`the start stands at event ${engine.sequence()}, the journal ends with ${this.durable.sequence}`)
    else if (!sameBytes(engine.stateBytes(), this.shadow.stateBytes()))
      this.finds('the state after the start is not what the durable events make')
    this.readTables(tables)
    const process = new ProcessAudit(opened, this.durable.copy(), tables.lastBatch + 1)
    this.processes.set(process.epoch, process)
    this.answers.writer = process.epoch
    return process
  }

  /** The command belongs to a customer's request. */
  asked(command: Command, request: SentRequest): void {
    this.requests.set(command, request)
  }

  decided(process: ProcessAudit, made: { command: Command; outcome: Outcome; engine: Engine }): void {
    const { command, outcome, engine } = made
    const { books, market } = process
    market.hears(command)
    const before = books.sequence
    if (outcome.ok) for (const event of outcome.events) this.finds(this.event(process, command, event))
    if (engine.sequence() !== books.sequence)
      this.finds(`${command.kind}: the engine counts ${engine.sequence()} events, ${books.sequence} were decided`)
    const wrong = outcome.ok
      ? (market.leaves(books, command, outcome.events) ?? agrees(books, engine, outcome.events))
      : undefined
    this.finds(wrong && `${command.kind}: ${wrong}`)
    const request = this.requests.get(command)
    this.answers.decided(process, { command, outcome, from: before, to: books.sequence, request })
  }

  /** A row of the journal is durable from here on. `epoch`: where the fence stands. */
  appended(row: JournalRow, epoch: number): void {
    const stateHash = () => sha256(this.shadow.stateBytes())
    const writer = this.processes.get(row.epoch)
    if (writer === undefined) {
      this.finds(`batch ${row.batch}: no process has epoch ${row.epoch}`)
      return
    }
    const events = writer.waiting.splice(0, row.event_count)
    const wrong = this.journal.row(row, { epoch, stateHash }) ?? this.journal.events(row, events)
    this.finds(wrong && `batch ${row.batch}: ${wrong}`)
    for (const event of events) {
      this.durable.apply(event)
      this.shadow.evolve(event)
    }
    writer.durable += events.length
    this.answers.durable(writer, this.journal.requests(row), row)
  }

  /** A snapshot of the journal's end; an older one is compared with the hash that the next header carries. */
  snapshotTaken(batch: number, tables: Tables): void {
    const row = tables.snapshots.get(batch)
    const carried = tables.batch(batch + 1)?.snapshot_hash ?? sha256(this.shadow.stateBytes())
    if (row === undefined || !sameBytes(row.state_hash, carried) || !sameBytes(sha256(row.state), carried))
      this.finds(`the snapshot at batch ${batch} is not the state at the end of that batch`)
  }

  published(
    process: ProcessAudit,
    batch: { batch: number; events: readonly Event[]; bytes: Uint8Array },
    tables: Tables,
  ): void {
    const row = tables.batch(batch.batch)
    if (row === undefined) {
      this.finds(`batch ${batch.batch} was published before it was durable`)
      return
    }
    if (batch.batch !== process.nextPublished)
      this.finds(`batch ${batch.batch} was published, ${process.nextPublished} was next`)
    if (!sameBytes(row.events, batch.bytes) || batch.events.length !== row.event_count || row.epoch !== process.epoch)
      this.finds(`batch ${batch.batch} was published with another content than the durable one`)
    process.nextPublished = batch.batch + 1
  }

  /** The read tables, where they stand at the journal's end. */
  readTables(tables: Tables): void {
    if (tables.projection?.batch !== tables.lastBatch) return
    let seen = 0
    for (const { account, balance, locked } of tables.rows('account_totals')) {
      const own = this.durable.accounts.get(Number(account))
      seen += 1
      if (own === undefined || own.balance !== BigInt(balance as number) || own.locked !== BigInt(locked as number))
        this.finds(`the read tables give account ${account} ${balance} and ${locked} locked, not ${own?.balance}`)
    }
    if (seen !== this.durable.accounts.size)
      this.finds(`the read tables know ${seen} of ${this.durable.accounts.size} accounts`)
    let orders = 0
    for (const { order_id: id, status } of tables.rows('orders')) {
      orders += 1
      const state = this.durable.orders.get(Number(id))?.state
      if (state === undefined || STATUS[state] !== status)
        this.finds(`the read tables give order ${id} status ${status}`)
    }
    if (orders !== this.durable.orders.size)
      this.finds(`the read tables know ${orders} of ${this.durable.orders.size} orders`)
  }

  private event(process: ProcessAudit, command: Command, event: Event): string | undefined {
    process.waiting.push(event)
    const wrong =
      (event.at === command.at ? undefined : `its moment should be ${command.at}`) ??
      process.market.filled(event) ??
      commanded(event, command) ??
      process.books.apply(event)
    return wrong && `${wrong}: ${show(event)} after ${command.kind}`
  }
}

const STATUS = { pending: 0, open: 1, ended: 3 } as const

/** Money and new positions come only from the command that asks for them. */
function commanded(event: Event, command: Command): string | undefined {
  const named = (...fields: readonly string[]) =>
    fields.every((field) => Reflect.get(event, field) === Reflect.get(command, field))
  const isCommanded = (): boolean => {
    switch (event.kind) {
      case 'account_opened':
        return command.kind === 'open_account' && named('account', 'accountKind')
      case 'credited':
        return command.kind === 'credit' && named('account', 'amount', 'reference', 'category')
      case 'withdrawal_locked':
        return command.kind === 'lock_withdrawal' && named('account', 'amount', 'reference')
      case 'withdrawal_settled':
        return command.kind === 'settle_withdrawal' && named('account', 'reference', 'paid')
      case 'order_placed':
        return command.kind === 'place' && named('account', 'instrument', 'side', 'lots', 'target', 'request')
      case 'order_split':
        return command.kind === 'close_part' && named('account', 'order', 'lots', 'request')
      case 'order_amended':
        return command.kind === 'amend' && named('account', 'order', 'target', 'stopLoss', 'takeProfit', 'request')
      case 'order_opened':
        if (event.pending) return command.kind === 'quote'
        return command.kind === 'reverse'
          ? named('account')
          : command.kind === 'place' && named('account', 'side', 'lots')
      case 'demo_reset':
        return command.kind === 'reset_demo' && named('account', 'request')
      case 'order_financed':
        return command.kind === 'rollover'
      // The engine's own decisions, or terms and levels that move no money.
      case 'instrument_set':
      case 'fee_type_set':
      case 'account_frozen':
      case 'stops_set':
      case 'order_cancelled':
      case 'order_closed':
      case 'rollover_done':
      case 'margin_notice':
      case 'stopped_out':
      case 'balance_protected':
        return true
    }
  }
  return isCommanded() ? undefined : 'no command asked for it'
}

/** The engine shows of every account that the events name what the rules make. */
function agrees(books: Books, engine: Engine, events: readonly Event[]): string | undefined {
  for (const event of events) {
    if (!('account' in event)) continue
    const [own, shown] = [books.accounts.get(event.account), engine.account(event.account)]
    if (own === undefined || shown === undefined) return `account ${event.account} is missing`
    if (
      own.balance !== BigInt(shown.balance) ||
      own.locked !== BigInt(shown.locked) ||
      own.margin !== BigInt(shown.marginUsed) ||
      own.open.size !== shown.holdings
    )
      return `account ${event.account} shows ${show(shown)}, by the rules ${own.balance}, ${own.locked}, ${own.margin}`
  }
  return undefined
}
