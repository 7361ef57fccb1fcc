/**
 * What the office changed of instruments' terms: laid over the catalogue at the start, told to the engine as it changes. A change is a
 * version with its audit entry first, then the engine's own event (telling.ts); what customers are shown moves only with the engine. No
 * price is among what may change, nor anything that an open position is counted in.
 */
import type { Reason } from '@veritick/contract'
import { type InstrumentTerms, must } from '@veritick/domain'
import { type Refusal, refuse } from '../../calls/index.ts'
import type { Core } from '../../core/index.ts'
import type { Catalogue, CatalogueEntry, Market } from '../../market/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import type { Query, Store } from '../../store/index.ts'
import {
  type ChangeableTerms,
  type Changes,
  changedTerms,
  raisedTerms,
  type TermsProblem,
  wireTerms,
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

export type InstrumentChanges = {
  /** What the catalogue's files say, whatever was changed since. */
  original(instrument: number): ChangeableTerms | undefined
  /** As they are decided, whether the engine has them yet or not. */
  decided(instrument: number): InstrumentTerms | undefined
  /** Changes made so far; 0: none. */
  version(instrument: number): number
  /** Newest first. */
  history(instrument: number): Promise<readonly TermsVersion[]>
  preview(instrument: number, changes: Changes): TermsPreview | undefined
  /** When it answers, it stands, and was told; whether the engine has it yet, the telling knows. */
  change(asked: {
    readonly instrument: number
    readonly changes: Changes
    readonly seenVersion: number
    readonly actor: Actor
    readonly reason: string
  }): Promise<{ readonly ok: true } | Refusal>
  /** Brings to the engine what the store says now, then shows it. Throws when the engine did not take it. */
  bring(instrument: number, to: { readonly core: Core; readonly market: Market }): Promise<void>
  /** Runs after each change, before `change` answers. It must not reject. */
  onChanged(listener: (instrument: number) => Promise<unknown>): void
}

type Row = { instrument: number; version: number; changes: string; who: string; reason: string; at: number }
type Decided = { readonly terms: InstrumentTerms; readonly version: number }
/** `entry` holds what the engine has and customers are shown, `decided` what the newest version says. */
type Kept = { readonly entry: CatalogueEntry; readonly original: InstrumentTerms; decided: Decided }

/** Lays what was changed over the catalogue, before anybody reads its terms. */
export async function openInstrumentChanges(parts: {
  readonly store: Store
  readonly runtime: Runtime
  readonly catalogue: Catalogue
}): Promise<InstrumentChanges> {
  const { store, runtime, catalogue } = parts
  const kept = new Map(
    catalogue.instruments.map((entry): [number, Kept] => [
      entry.terms.id,
      { entry, original: entry.terms, decided: { terms: entry.terms, version: 0 } },
    ]),
  )
  const rows = await store.query<Row>(
    'select instrument, version, changes, who, reason, at from instrument_changes order by version',
  )
  for (const row of rows) {
    // One that left the catalogue keeps its history and trades no more.
    const each = kept.get(row.instrument)
    if (each === undefined) continue
    each.decided = after(each.decided, row)
    each.entry.terms = each.decided.terms
  }
  const listeners: ((instrument: number) => Promise<unknown>)[] = []

  return {
    original: (instrument) => {
      const found = kept.get(instrument)
      return found && wireTerms(found.original)
    },
    decided: (instrument) => kept.get(instrument)?.decided.terms,
    version: (instrument) => kept.get(instrument)?.decided.version ?? 0,
    history: async (instrument) => {
      const versions = await store.query<Row>(
        'select instrument, version, changes, who, reason, at from instrument_changes where instrument = $1 order by version desc',
        [instrument],
      )
      return versions.map(({ version, changes, who, reason, at }) => ({
        version,
        changes: readChanges(changes),
        who,
        reason,
        at,
      }))
    },
    preview: (instrument, changes) => {
      const found = kept.get(instrument)
      if (found === undefined) return undefined
      const { terms: before, version } = found.decided
      const { terms, problems } = changedTerms(before, changes)
      return { before: wireTerms(before), after: wireTerms(terms), version, problems }
    },
    change: async ({ instrument, changes, seenVersion, actor, reason }) => {
      const found = kept.get(instrument)
      if (found === undefined) return refuse('instrument_unknown', 'id')
      const done = await inTransaction(store, async (tx) => {
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`terms of ${instrument}`])
        // From the store, not from memory: whoever held the lock before has committed, and may not have come back yet.
        const { terms: before, version: seen } = await newest(tx.query, found.original)
        if (seen !== seenVersion) rollbackWith('terms_changed_meanwhile', 'seen_version')
        const { terms, problems } = changedTerms(before, changes)
        const [problem] = problems
        if (problem !== undefined) rollbackWith(INVALID, problem.field)
        const at = runtime.now()
        const version = seen + 1
        await tx.query(
          'insert into instrument_changes (instrument, version, changes, who, reason, at) values ($1, $2, $3, $4, $5, $6)',
          [instrument, version, JSON.stringify(changes), actor.who, reason, at],
        )
        const subject = { kind: 'instrument', id: instrument }
        await writeAudit(tx, {
          actor,
          action: 'instrument_change',
          subject,
          reason,
          before: wireTerms(before),
          after: wireTerms(terms),
          at,
        })
        return { terms, version }
      })
      if (!done.ok) return done
      keep(found, done.value)
      for (const listener of listeners) await listener(instrument)
      return { ok: true }
    },
    bring: async (instrument, { core, market }) => {
      const found = must(kept.get(instrument), `instrument ${instrument} is in the catalogue`)
      const decided = await newest(store.query, found.original)
      keep(found, decided)
      const [view] = await core.query({ kind: 'markets', instruments: [instrument] })
      const known = view?.terms
      const raised = raisedTerms(decided.terms, known)
      if (raised !== undefined) {
        const { outcome } = await core.submit({
          command: { kind: 'set_instrument', at: market.clock(), terms: raised },
        })
        if (!outcome.ok) throw new Error(`the engine did not take the terms of ${raised.code}: ${outcome.reason}`)
      }
      found.entry.terms = raised ?? must(known, 'terms that need no raising are known')
    },
    onChanged: (listener) => void listeners.push(listener),
  }
}

/** What the catalogue says with every version laid over it. */
async function newest(query: Query, original: InstrumentTerms): Promise<Decided> {
  const rows = await query<Pick<Row, 'version' | 'changes'>>(
    'select version, changes from instrument_changes where instrument = $1 order by version',
    [original.id],
  )
  return rows.reduce(after, { terms: original, version: 0 })
}

const after = ({ terms }: Decided, { version, changes }: Pick<Row, 'version' | 'changes'>): Decided => ({
  terms: changedTerms(terms, readChanges(changes)).terms,
  version,
})

/** A later change may have come back first: never go to an older version. */
function keep(found: Kept, decided: Decided): void {
  if (decided.version > found.decided.version) found.decided = decided
}

const INVALID: Reason = 'terms_invalid'

/** Written by this file only. */
function readChanges(text: string): Changes {
  return JSON.parse(text) as Changes
}
