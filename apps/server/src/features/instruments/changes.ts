/**
 * Changes of instruments' terms by staff: applied to the catalogue at the start, given to the engine as they are made.
 * The version and its audit entry are stored first, then the engine writes its own event (services/engine-sync).
 * Customers see the new terms once the engine has them. No price can change, nor a unit that an open position is
 * counted in.
 */
import type { Reason } from '@veritick/contract'
import { type InstrumentTerms, must } from '@veritick/domain'
import type { Logger } from 'pino'
import { type Refusal, refuse } from '../../calls/index.ts'
import type { Core } from '../../core/index.ts'
import {
  type Catalogue,
  type CatalogueEntry,
  type HedgedLeg,
  type Market,
  payingLegs,
  textsOfLegs,
} from '../../market/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import { type KnownVersions, requireNext, requireRowSealed, rowSeal } from '../../services/seals/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import { LOCK_NAMED, type Query, rereadAfterDoubt, type Store, type Transaction } from '../../store/index.ts'
import {
  type ChangeableTerms,
  type Changes,
  changedTerms,
  creditsOf,
  hedgedProblem,
  raisedRate,
  raisedTerms,
  type TermsProblem,
  wireTerms,
  withoutCredits,
} from './changeable.ts'

export type TermsVersion = {
  readonly version: number
  readonly changes: Changes
  readonly who: string
  readonly reason: string
  readonly at: number
}

export type TermsPreview = {
  readonly before: ChangeableTerms
  readonly after: ChangeableTerms
  readonly version: number
  readonly problems: readonly TermsProblem[]
}

type Row = {
  instrument: number
  version: number
  changes: string
  who: string
  reason: string
  at: number
  seal: string
}
type Decided = { readonly terms: InstrumentTerms; readonly version: number }
/** `entry` holds the terms that the engine has and customers see, `decided` the newest version. */
type Kept = { readonly entry: CatalogueEntry; readonly original: InstrumentTerms; decided: Decided }
/** `paying`: legs that would hedge one another and be paid. */
type Changed = ReturnType<typeof changedTerms> & { readonly paying?: readonly HedgedLeg[] }

/** Applies the stored changes to the catalogue, before any other part reads its terms. */
export async function openInstrumentChanges(parts: Parts): Promise<InstrumentChanges> {
  const changes = new InstrumentChanges(parts)
  await changes.load()
  return changes
}

type Parts = {
  readonly store: Store
  readonly encryption: Encryption
  readonly knownVersions: KnownVersions
  readonly runtime: Runtime
  readonly catalogue: Catalogue
  /** Prices are made up: no position is paid overnight. */
  readonly isSimulated: boolean
  readonly log: Logger
}

export type TermsChange = {
  readonly instrument: number
  readonly changes: Changes
  readonly seenVersion: number
  readonly actor: Actor
  readonly reason: string
  /** Runs in the transaction of the change, after its audit entry. */
  readonly alongside?: (tx: Transaction, stored: StoredTerms) => Promise<void>
}

export type StoredTerms = {
  readonly before: InstrumentTerms
  readonly after: InstrumentTerms
  readonly at: number
}

export class InstrumentChanges {
  readonly #store: Store
  readonly #encryption: Encryption
  readonly #knownVersions: KnownVersions
  readonly #runtime: Runtime
  readonly #log: Logger
  readonly #isSimulated: boolean
  readonly #kept: ReadonlyMap<number, Kept>
  readonly #listeners: ((instrument: number) => Promise<unknown>)[] = []

  constructor({ store, encryption, knownVersions, runtime, catalogue, isSimulated, log }: Parts) {
    this.#isSimulated = isSimulated
    this.#log = log
    this.#store = store
    this.#encryption = encryption
    this.#knownVersions = knownVersions
    this.#runtime = runtime
    this.#kept = new Map(
      catalogue.instruments.map((entry): [number, Kept] => {
        entry.terms = this.#allowed(entry.terms)
        return [entry.terms.id, { entry, original: entry.terms, decided: { terms: entry.terms, version: 0 } }]
      }),
    )
  }

  async load(): Promise<void> {
    const stored = await this.#newestOfAll(this.#store.query)
    for (const [id, found] of this.#kept) {
      found.decided = must(stored.get(id), 'every instrument has terms')
      found.entry.terms = found.decided.terms
    }
    // Changes that were accepted hold beside a catalogue that was edited since: only staff can lower them again.
    const paying = payingLegs([...this.#kept.values()].map(({ entry }) => entry))
    if (paying === undefined) return
    this.#log.error(textsOfLegs(paying), 'positions that hedge one another are paid overnight: lower one of the rates')
  }

  /** The terms of the catalogue's files, before any change. */
  original(instrument: number): ChangeableTerms | undefined {
    const found = this.#kept.get(instrument)
    return found && wireTerms(found.original)
  }

  /** The terms of the newest version, whether the engine has them yet or not. */
  decided(instrument: number): InstrumentTerms | undefined {
    return this.#kept.get(instrument)?.decided.terms
  }

  /** Number of changes; 0: none. */
  version(instrument: number): number {
    return this.#kept.get(instrument)?.decided.version ?? 0
  }

  /** Newest first. */
  async history(instrument: number): Promise<readonly TermsVersion[]> {
    const versions = await this.#store.query<Row>(
      `select ${COLUMNS} from instrument_changes where instrument = $1 order by version desc`,
      [instrument],
    )
    return versions.map(({ version, changes, who, reason, at }) => ({
      version,
      changes: readChanges(changes),
      who,
      reason,
      at,
    }))
  }

  preview(instrument: number, changes: Changes): TermsPreview | undefined {
    const found = this.#kept.get(instrument)
    if (found === undefined) return undefined
    const { terms: before, version } = found.decided
    const { terms, problems } = this.#changed(found, { before, changes, decided: (each) => each.decided.terms })
    return { before: wireTerms(before), after: wireTerms(terms), version, problems }
  }

  /** Once this resolves the change is stored and the listeners have run; the engine may have it later (engine-sync). */
  async change(request: TermsChange): Promise<{ readonly ok: true } | Refusal> {
    const found = this.#kept.get(request.instrument)
    if (found === undefined) return refuse('instrument_unknown', 'id')
    const done = await inTransaction(this.#store, (tx) => this.#storeVersion(tx, request, found))
    // The author saw what memory holds, so memory is behind the store: the next author sees the newest version.
    const isBehind = !done.ok && done.reason === CHANGED && request.seenVersion === found.decided.version
    if (isBehind) await this.#reread(found)
    if (!done.ok) return done
    this.#knownVersions.keep('instrument_changes', request.instrument, done.value.version)
    keep(found, done.value)
    for (const listener of this.#listeners) await listener(request.instrument)
    return { ok: true }
  }

  /** Gives the stored terms to the engine, then shows them to customers. Throws when the engine refuses them. */
  async bring(instrument: number, { core, market }: { readonly core: Core; readonly market: Market }): Promise<void> {
    const found = must(this.#kept.get(instrument), `instrument ${instrument} is in the catalogue`)
    const decided = await this.#newest(this.#store.query, found.original)
    keep(found, decided)
    const [view] = await core.query({ kind: 'markets', instruments: [instrument] })
    const known = view?.terms
    const raised = raisedTerms(decided.terms, known)
    if (raised !== undefined) {
      const { outcome } = await core.submit({ command: { kind: 'set_instrument', at: market.clock(), terms: raised } })
      if (!outcome.ok) throw new Error(`the engine did not take the terms of ${raised.code}: ${outcome.reason}`)
    }
    found.entry.terms = raised ?? must(known, 'terms that need no raising are known')
  }

  /** The listener runs after each change, before `change` answers. It must not reject. */
  onChanged(listener: (instrument: number) => Promise<unknown>): void {
    this.#listeners.push(listener)
  }

  /** Behind the lock, the rows are what every change has left. */
  async #reread(found: Kept): Promise<void> {
    const { id } = found.original
    const decided = await this.#store.transaction(async (tx) => {
      await lockTerms(tx)
      return this.#newest(tx.query, found.original)
    })
    if (decided.version <= found.decided.version) return
    keep(found, decided)
    for (const listener of this.#listeners) await listener(id)
  }

  async #storeVersion(tx: Transaction, request: TermsChange, found: Kept): Promise<Decided> {
    const { instrument, changes, seenVersion, actor, reason, alongside } = request
    await lockTerms(tx)
    const failed = (error: unknown) => this.#log.error({ err: error }, 'changed terms could not be read again')
    rereadAfterDoubt(tx, { reread: () => this.#reread(found), failed })
    // Read from the store: a change that held the lock before has committed, and memory may not show it yet.
    const stored = await this.#newestOfAll(tx.query)
    const decided = (each: Kept) => must(stored.get(each.original.id), 'every instrument has terms')
    const { terms: before, version: seen } = decided(found)
    if (seen !== seenVersion) rollbackWith(CHANGED, 'seen_version')
    const changed = this.#changed(found, { before, changes, decided: (each) => decided(each).terms })
    const { terms, problems, paying } = changed
    const [problem] = problems
    if (problem !== undefined && paying !== undefined) rollbackWith(PAID, problem.field, textsOfLegs(paying))
    if (problem !== undefined) rollbackWith(INVALID, problem.field)
    const at = this.#runtime.now()
    const version = seen + 1
    const row = { instrument, version, changes: JSON.stringify(changes), who: actor.who, reason, at }
    await tx.query(
      `insert into instrument_changes (instrument, version, changes, who, reason, at, seal)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [instrument, version, row.changes, row.who, reason, at, rowSeal(this.#encryption, 'instrument_changes', row)],
    )
    await writeAudit(
      { tx, encryption: this.#encryption },
      {
        actor,
        action: 'instrument_change',
        subject: { kind: 'instrument', id: instrument },
        reason,
        before: wireTerms(before),
        after: wireTerms(terms),
        at,
      },
    )
    await alongside?.(tx, { before, after: terms, at })
    return { terms, version }
  }

  #allowed(terms: InstrumentTerms): InstrumentTerms {
    return this.#isSimulated ? withoutCredits(terms) : terms
  }

  /** The catalogue's terms with every stored version applied. */
  async #newest(query: Query, original: InstrumentTerms): Promise<Decided> {
    const { id } = original
    const known = this.#knownVersions.version('instrument_changes', id)
    const rows = await query<Row>(`select ${COLUMNS} from instrument_changes where instrument = $1 order by version`, [
      id,
    ])
    const decided = rows.reduce((before: Decided, row) => this.#after(original, before, row), firstOf(original))
    this.#seen(id, decided, known)
    return decided
  }

  /** The same for every instrument, by its id. */
  async #newestOfAll(query: Query): Promise<ReadonlyMap<number, Decided>> {
    const all = new Map([...this.#kept].map(([id, { original }]): [number, Decided] => [id, firstOf(original)]))
    const rows = await query<Row>(`select ${COLUMNS} from instrument_changes order by version`)
    for (const row of rows) {
      // An instrument that left the catalogue keeps its history and is not traded.
      const [found, decided] = [this.#kept.get(row.instrument), all.get(row.instrument)]
      if (found !== undefined && decided !== undefined)
        all.set(row.instrument, this.#after(found.original, decided, row))
    }
    for (const [id, decided] of all) this.#seen(id, decided)
    return all
  }

  /** A version that this process or an earlier one has seen is still there. Throws RowChanged. */
  #seen(instrument: number, { version }: Decided, known?: number): void {
    this.#knownVersions.require('instrument_changes', instrument, version, known)
    this.#knownVersions.keep('instrument_changes', instrument, version)
  }

  /** A version that was accepted holds, also where the catalogue has changed since. Throws RowChanged. */
  #after(original: InstrumentTerms, { terms: before, version: last }: Decided, row: Row): Decided {
    requireRowSealed(this.#encryption, 'instrument_changes', row)
    const { instrument, version, changes } = row
    requireNext('instrument_changes', instrument, { version, before: last })
    return { terms: this.#allowed(changedTerms({ before, original }, readChanges(changes)).terms), version }
  }

  /** The terms that a change would leave, and what is wrong with it. `decided`: the newest terms of an instrument. */
  #changed(
    found: Kept,
    {
      before,
      changes,
      decided,
    }: {
      readonly before: InstrumentTerms
      readonly changes: Changes
      readonly decided: (each: Kept) => InstrumentTerms
    },
  ): Changed {
    const changed = changedTerms({ before, original: found.original }, changes)
    if (changed.problems.length > 0) return changed
    if (this.#isSimulated) return { ...changed, problems: creditsOf(changed.terms) }
    const field = raisedRate(before, changed.terms)
    if (field === undefined) return changed
    // The engine may get the newest terms of two instruments in any order.
    const beside = (others: (each: Kept) => InstrumentTerms) =>
      payingLegs(
        [...this.#kept.values()].map((each) => ({
          ...each.entry,
          terms: each === found ? changed.terms : others(each),
        })),
      )
    const paying = beside(decided) ?? beside(({ entry }) => entry.terms)
    return paying === undefined
      ? changed
      : { ...changed, problems: [hedgedProblem(field, textsOfLegs(paying))], paying }
  }
}

const COLUMNS = 'instrument, version, changes, who, reason, at, seal'

const firstOf = (original: InstrumentTerms): Decided => ({ terms: original, version: 0 })

/** A later change may have answered first: the memory never goes back to an older version. */
function keep(found: Kept, decided: Decided): void {
  if (decided.version > found.decided.version) found.decided = decided
}

/** One change at a time for all instruments, because the rates of one are checked beside those of the others. */
async function lockTerms(tx: Transaction): Promise<void> {
  await tx.query(LOCK_NAMED, ['terms of instruments'])
}

const INVALID: Reason = 'terms_invalid'
const PAID: Reason = 'terms_pay_hedged'
const CHANGED: Reason = 'terms_changed_meanwhile'

/** Only this file writes the text. */
function readChanges(text: string): Changes {
  return JSON.parse(text) as Changes
}
