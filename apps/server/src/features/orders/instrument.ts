/**
 * The instrument of an order as it is shown. One that has left the catalogue keeps the terms that the engine was told
 * last, so that ended orders can be read for ever; its code stands for its name.
 */

import type { CatalogueEntry } from '../../market/index.ts'
import type { Context } from './context.ts'

export type ShownInstrument = Pick<CatalogueEntry, 'terms' | 'showCode'>

/** `undefined`: never traded here. */
export async function instrumentOf(
  { core, market }: Pick<Context, 'core' | 'market'>,
  instrument: number,
): Promise<ShownInstrument | undefined> {
  const item = market.item(instrument)
  if (item !== undefined) return item.entry
  const [view] = await core.query({ kind: 'markets', instruments: [instrument] })
  const terms = view?.terms
  return terms && { terms, showCode: terms.code }
}

/** How many instruments are shown, such as `EUR/USD`, for lines that name an order; empty where none is named. */
export async function codesOf(
  context: Pick<Context, 'core' | 'market'>,
  instruments: Iterable<number | null>,
): Promise<(instrument: number | null) => string> {
  const codes = new Map<number, string>()
  for (const id of new Set(instruments)) {
    if (id !== null) codes.set(id, (await instrumentOf(context, id))?.showCode ?? '')
  }
  return (instrument) => (instrument === null ? '' : (codes.get(instrument) ?? ''))
}
