/**
 * Gives the engine the operator's terms: the catalogue's instruments and the kind of fee, before the market opens and
 * after each change by staff. A failure at the start stops it, with a message for the operator. A failure later is
 * retried (services/engine-sync).
 */

import type { Logger } from 'pino'
import type { Core } from '../../core/index.ts'
import type { Catalogue, Market } from '../../market/index.ts'
import type { Ids } from '../../services/encryption/index.ts'
import { type EngineSync, openEngineSync } from '../../services/engine-sync/index.ts'
import type { Jobs } from '../../services/jobs/index.ts'
import type { Settings } from '../settings/index.ts'
import { raisedTerms } from './changeable.ts'
import type { InstrumentChanges } from './changes.ts'

/** Told to an operator: the start cannot go on as things stand. */
export class StartRefused extends Error {}

/** An instrument by its id, or the setting that the engine goes by. */
export type TermsSubject = number | 'trade_fee_type'

type Parts = {
  readonly core: Core
  readonly market: Market
  readonly catalogue: Catalogue
  readonly settings: Settings
  readonly ids: Pick<Ids, 'order'>
  readonly instrumentChanges: InstrumentChanges
  readonly log: Logger
  readonly jobs: Jobs
}

export async function openTerms(parts: Parts): Promise<EngineSync<TermsSubject>> {
  const { settings, instrumentChanges, log } = parts
  await tellAll(parts)
  const engineSync = openEngineSync<TermsSubject>({
    bring: (subject) => (subject === 'trade_fee_type' ? tellFeeType(parts) : instrumentChanges.bring(subject, parts)),
    log,
    jobs: parts.jobs,
  })
  settings.onChanged(async (key) => {
    if (key === 'trade_fee_type') await engineSync.tell(key)
  })
  instrumentChanges.onChanged(engineSync.tell)
  return engineSync
}

async function tellAll(parts: Parts): Promise<void> {
  const { core, market, catalogue } = parts
  await refuseMissing(parts)
  await tellFeeType(parts)
  const at = market.clock()
  const known = await core.query({ kind: 'markets', instruments: idsOf(catalogue) })
  const changes = catalogue.instruments.flatMap(({ terms }, index) => raisedTerms(terms, known[index]?.terms) ?? [])
  const answers = await Promise.all(
    changes.map(async (terms) => ({
      terms,
      ...(await core.submit({ command: { kind: 'set_instrument', at, terms } })),
    })),
  )
  const refused = answers.find(({ outcome }) => !outcome.ok)
  if (refused === undefined) return nameVersions(core, catalogue)
  const { code, id } = refused.terms
  throw new StartRefused(
    `${code} (id ${id}): currency, contract size, margin mode and price precision cannot change; give it a new id`,
  )
}

/** Terms are returned with the version that receipts will name. */
async function nameVersions(core: Core, catalogue: Catalogue): Promise<void> {
  const known = await core.query({ kind: 'markets', instruments: idsOf(catalogue) })
  catalogue.instruments.forEach((entry, index) => {
    entry.terms = { ...entry.terms, version: known[index]?.terms.version ?? entry.terms.version }
  })
}

const idsOf = (catalogue: Catalogue): number[] => catalogue.instruments.map((entry) => entry.terms.id)

/** Reads the setting when it runs, so that of two changes at once the later one ends up in the engine. */
async function tellFeeType({ core, market, settings }: Parts): Promise<void> {
  const feeType = settings.get('trade_fee_type')
  const known = await core.query({ kind: 'trading' })
  if (known.feeType === feeType) return
  const { outcome } = await core.submit({ command: { kind: 'set_fee_type', at: market.clock(), feeType } })
  if (!outcome.ok) throw new Error(`the engine did not take fee type ${feeType}: ${outcome.reason}`)
}

/**
 * An order that lives must stay tradable: without its instrument nothing would value, finance or close it. The engine
 * says which live; what ended only has to be shown, and is (orders/instrument.ts).
 */
async function refuseMissing({ core, catalogue, ids }: Parts): Promise<void> {
  const missing = await core.query({ kind: 'orders_elsewhere', listed: idsOf(catalogue) })
  if (missing === undefined) return
  const { order, terms } = missing
  throw new StartRefused(
    `${terms.code} (id ${terms.id}) is not in the catalogue, but order ${ids.order(order)} on it is open; put ` +
      `it back with "enabled": false until its orders have ended`,
  )
}
