/**
 * One simulated process of the server: the real core on the simulated store, with its engine watched. It is open when
 * the core has recovered, and ends by a crash or by itself.
 */
import type { Millis } from '@veritick/domain'
import type { Command, Engine } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import type { Logger } from 'pino'
import type { Core } from '../../apps/server/src/core/core.ts'
import type { Submitted } from '../../apps/server/src/core/submission.ts'
import type { Auditor } from './auditor.ts'
import type { Subject } from './bundle.ts'
import type { Opening, ProcessAudit } from './process-audit.ts'
import type { SentRequest } from './steps.ts'
import type { Client, SimStore } from './store.ts'

/** Often, so that short histories start from snapshots. */
const PACE = { events: 40, batches: 12 }
/** Every fourth process checks the batches that its snapshot covers. */
const CHECKS_EVERY = 4

/** The parts that all processes share. */
export type Ground = {
  readonly subject: Subject
  readonly store: SimStore
  readonly auditor: Auditor
  readonly wallClock: () => Millis
  /** It ends by itself, as the core said or because it could not open. */
  readonly ended: (process: SimProcess, error: unknown) => void
}

export class SimProcess {
  readonly owner: number
  readonly client: Client
  readonly engine: Engine
  core: Core | undefined
  audit: ProcessAudit | undefined
  /** Answers that are waited for. */
  outstanding = 0
  private readonly ground: Ground
  private readonly opening: Opening

  constructor(owner: number, ground: Ground) {
    const { subject, store, wallClock } = ground
    this.owner = owner
    this.ground = ground
    this.opening = { wall: wallClock(), moment: subject.time.now }
    this.client = store.open(owner)
    this.engine = this.watched(subject.createEngine())
    subject.time.owner = owner
    const opening = subject.openCore({
      journalKey: JOURNAL_KEY,
      store: store.storeFor(this.client),
      engine: this.engine,
      wallClock,
      log: this.log(),
      onFatal: (error) => ground.ended(this, error),
      snapshotPace: PACE,
    })
    opening.then(
      (core) => this.opened(core),
      (error: unknown) => ground.ended(this, error),
    )
  }

  get isAlive(): boolean {
    return this.client.isAlive
  }

  get isOpen(): boolean {
    return this.isAlive && this.core !== undefined
  }

  submit(given: Command, request: SentRequest | undefined): void {
    const { core, audit } = this
    if (core === undefined || audit === undefined) return
    const { auditor, subject } = this.ground
    // A copy: the auditor tells two arrivals of one request apart by their commands.
    const command = { ...given }
    if (request !== undefined) auditor.asked(command, request)
    subject.time.owner = this.owner
    this.waitsFor(core.submit(request === undefined ? { command } : { command, request }), (result: Submitted) =>
      auditor.answers.told(audit, { command, request }, result),
    )
  }

  market(command: Command): void {
    this.ground.subject.time.owner = this.owner
    this.core?.market({ ...command })
  }

  /** A customer looks at the account: what is shown is durable and was true at the moment of the question. */
  look(account: number): void {
    const { core, audit } = this
    if (core === undefined || audit === undefined) return
    const asked = audit.books.sequence
    const own = audit.books.accounts.get(account)
    const [balance, locked] = [own?.balance, own?.locked]
    this.ground.subject.time.owner = this.owner
    this.waitsFor(core.query({ kind: 'account', account: account as never }), (answer) => {
      if (asked > audit.durable)
        this.ground.auditor.finds(`a look at account ${account} was answered before it was durable`)
      const shown = answer === undefined ? [undefined, undefined] : [BigInt(answer.balance), BigInt(answer.locked)]
      if (shown[0] !== balance || shown[1] !== locked)
        this.ground.auditor.finds(`a look at account ${account} shows ${shown[0]}, by the rules ${balance}`)
    })
  }

  projected(): void {
    const { core, audit, ground } = this
    if (core === undefined || audit === undefined) return
    const { tables } = ground.store
    const wanted = audit.nextPublished - 1
    ground.subject.time.owner = this.owner
    this.waitsFor(core.projected(), () => {
      const reached = tables.projection?.batch ?? 0
      if (reached < wanted)
        ground.auditor.finds(`the read tables stand at batch ${reached} and were said to be at ${wanted}`)
      ground.auditor.readTables(tables)
    })
  }

  receipt(order: number, check: (receipt: unknown) => string | undefined): void {
    const { core, ground } = this
    if (core === undefined) return
    ground.subject.time.owner = this.owner
    this.waitsFor(core.receipt(order), (receipt) => {
      if (receipt !== undefined) ground.auditor.finds(check(receipt))
    })
  }

  async stop(): Promise<void> {
    this.ground.subject.time.owner = this.owner
    await this.core?.stop()
  }

  private opened(core: Core): void {
    if (!this.isAlive) return
    const { auditor, store } = this.ground
    const { tables } = store
    this.core = core
    const { opening } = this
    const audit = auditor.started({ epoch: this.client.epoch, opening }, this.engine, tables)
    this.audit = audit
    core.onPublished((batch) => auditor.published(audit, batch, tables))
    if (this.owner % CHECKS_EVERY === 0) core.beginJournalCheck()
  }

  private waitsFor<Result>(answer: Promise<Result>, told: (result: Result) => void): void {
    this.outstanding += 1
    answer.then(
      (result) => {
        this.outstanding -= 1
        if (this.isAlive) told(result)
      },
      (error: unknown) => {
        this.outstanding -= 1
        const { auditor, subject } = this.ground
        const isExpected =
          error instanceof subject.CoreEnded ||
          error instanceof subject.CoreBusy ||
          subject.troubleOf(error) !== undefined
        if (!isExpected) auditor.finds(`a call was rejected: ${error instanceof Error ? error.stack : String(error)}`)
      },
    )
  }

  private watched(engine: Engine): Engine {
    const { auditor } = this.ground
    const apply = engine.apply.bind(engine)
    engine.apply = (command, ...written) => {
      const outcome = apply(command, ...written)
      if (this.audit !== undefined) auditor.decided(this.audit, { command, outcome, engine })
      else auditor.finds(`${command.kind} was decided before the start was over`)
      return outcome
    }
    return engine
  }

  /** Two lines of the log are findings: the simulated store never tears a snapshot and never damages the journal. */
  private log(): Logger {
    const quiet = () => {}
    const { auditor } = this.ground
    const error = (fields: { err?: unknown }, text = '') => {
      if (text.includes('snapshot is damaged') || text.includes('listener to published'))
        auditor.finds(`the log says: ${text} ${String(fields.err ?? '')}`)
    }
    const fatal = (fields: { err?: unknown }, text = '') => {
      if (text.includes('journal is damaged')) auditor.finds(`the log says: ${text} ${String(fields.err)}`)
    }
    return { info: quiet, warn: quiet, debug: quiet, trace: quiet, error, fatal } as unknown as Logger
  }
}
