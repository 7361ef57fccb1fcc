/**
 * Instruments in the office: what the catalogue says, what was changed, what a change would be. The rules stand in
 * features/instruments.
 */
import { priceText } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { type OfficeHandlers, refuse } from '../../calls/index.ts'
import type { CatalogueEntry } from '../../market/index.ts'
import { namesOf, pageOf, sortOf } from '../../services/office/index.ts'
import { type Changes, wireTerms } from './changeable.ts'
import type { TermsChange } from './changes.ts'
import type { Context } from './context.ts'
import { tellOfFees } from './fee-mail.ts'
import { instrumentSearch } from './search.ts'

type Row = OfficeData<'instrumentChange'>

export function instrumentStaffHandlers(
  context: Context,
): OfficeHandlers<'instrumentList' | 'instrumentFind' | 'instrumentPreview' | 'instrumentChange'> {
  const { catalogue, instrumentChanges, store, core } = context
  const catalogueEntryOf = (id: number) => catalogue.instruments.find((entry) => entry.terms.id === id)

  return {
    instrumentList: async ({ params }) => {
      const { page, size } = pageOf(params)
      const { q = '', enabled } = params
      const isFound = q === '' ? () => true : instrumentSearch(q)
      const chosen = catalogue.instruments
        .filter((entry) => isFound(entry) && (enabled === undefined || decidedOf(context, entry).enabled === enabled))
        .sort(byField(sortOf(params.sort, ['id', 'code'])))
      const data = chosen.slice((page - 1) * size, page * size).map((entry) => rowOf(context, entry))
      return { ok: true, data: { data, total: chosen.length } }
    },

    instrumentFind: async ({ params }) => {
      const entry = catalogueEntryOf(params.id)
      const original = instrumentChanges.original(params.id)
      if (entry === undefined || original === undefined) return refuse('instrument_unknown', 'id')
      const versions = await instrumentChanges.history(params.id)
      const named = await namesOf(
        { ...context, query: store.query },
        versions.map(({ who }) => who),
      )
      const history = versions.map(({ who, reason, changes, ...version }) => ({
        ...version,
        changes: given(changes),
        by: named(who),
        reason_text: reason,
      }))
      const { count: open } = await core.query({ kind: 'orders_on', instrument: params.id })
      return { ok: true, data: { ...rowOf(context, entry), catalogue: original, open_orders: open, history } }
    },

    instrumentPreview: async ({ params }) => {
      const preview = instrumentChanges.preview(params.id, params.changes)
      if (preview === undefined) return refuse('instrument_unknown', 'id')
      const { before, after, version, problems } = preview
      const changed = JSON.stringify(before) !== JSON.stringify(after)
      return { ok: true, data: { before, after, version, changed, faults: [...problems] } }
    },

    instrumentChange: async ({ params, staff, actor }) => {
      const { id, changes, seen_version: seenVersion, reason_text: reason } = params
      const entry = catalogueEntryOf(id)
      if (entry === undefined) return refuse('instrument_unknown', 'id')
      const alongside: TermsChange['alongside'] = (tx, stored) =>
        tellOfFees(context, tx, { ...stored, by: staff.name, reason })
      const done = await instrumentChanges.change({ instrument: id, changes, seenVersion, actor, reason, alongside })
      return done.ok ? { ok: true, data: rowOf(context, entry) } : done
    },
  }
}

function byField(sort: ReturnType<typeof sortOf<'id' | 'code'>>): (one: CatalogueEntry, two: CatalogueEntry) => number {
  const way = sort?.descending ? -1 : 1
  if (sort?.by === 'code') return (one, two) => way * (one.terms.code < two.terms.code ? -1 : 1)
  return (one, two) => way * (one.terms.id - two.terms.id)
}

/** Only what was changed then. */
function given(changes: Changes): Partial<OfficeData<'instrumentFind'>['catalogue']> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/** The newest decided terms, which the office shows and changes next; customers see `entry.terms`. */
function decidedOf({ instrumentChanges }: Context, { terms }: CatalogueEntry) {
  return must(instrumentChanges.decided(terms.id), `instrument ${terms.id} is in the catalogue`)
}

function rowOf(context: Context, entry: CatalogueEntry): Row {
  const { terms, showCode, names, category } = entry
  const item = context.market.item(terms.id)
  return {
    id: terms.id,
    code: terms.code,
    show_code: showCode,
    name: names.en,
    category: context.catalogue.categories.find((each) => each.id === category)?.names.en ?? '',
    status: item?.status ?? 'closed',
    stale: item?.stale ?? false,
    terms: wireTerms(decidedOf(context, entry)),
    fixed: {
      contract_size: String(terms.contractSize),
      price_precision: terms.pricePrecision,
      quote_currency: terms.quoteCurrency,
      margin_mode: terms.marginMode,
      session: terms.session,
      spread_typical: priceText(terms.spreadTypical, terms.pricePrecision),
    },
    terms_version: terms.version,
    changed_version: context.instrumentChanges.version(terms.id),
    in_force: !context.engineSync.waits(terms.id),
  }
}
