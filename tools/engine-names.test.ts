/**
 * The reference engine and the fast engine use one name for one thing, so that a reader of the one finds the same step
 * in the other. Each function of the reference engine has one of the same name in the fast engine, in the file of the
 * same name where there is one. The exceptions are listed with their reasons.
 */
import { describe, expect, test } from 'vitest'
import { allFiles, linesOf } from './sources.ts'

const REFERENCE = 'packages/engine/src/reference/'
const FAST = 'packages/engine/src/fast/'

/** Functions of the reference engine alone. */
const REFERENCE_ALONE: { readonly [reason: string]: readonly string[] } = {
  'objects in Maps: an old object is replaced by a changed copy, and lists are made by filters': [
    'emptyState',
    'ordersOf',
    'holdingsOf',
    'pendingsOf',
    'changeAccount',
    'changeOrder',
  ],
  'values that the fast engine keeps in a column or in a Market': [
    'quoteOf',
    'liveQuoteOf',
    'conversionOf',
    'liveConversion',
    'conversionBy',
    'standingOf',
    'rateSource',
    'notionalOfAll',
    'sum',
  ],
  'money moves by the entries of ledger.ts, so that the fast engine is compared with them': ['post'],
  'quotes and statuses are kept before the decision; the fast engine does it in `quote` and `market`': ['observe'],
  'an engine is exported under its own name': ['createReferenceEngine'],
}

/** Functions of the fast engine alone, in files that both engines have. */
const FAST_ALONE: { readonly [reason: string]: readonly string[] } = {
  'money moves in columns and books; ledger.ts does it for the reference engine': ['pay', 'lock', 'unlock'],
  'rows that an event names': ['slotOf', 'marketNamed'],
  'an event that was just decided, or was read from bytes, is applied without a look at its kind': [
    'evolveOpened',
    'evolvePlaced',
    'evolveCancelled',
    'evolveClosed',
  ],
  'orders that a quote reached are taken from queues; the reference engine looks at all orders': [
    'run',
    'gather',
    'take',
  ],
}

/** Files in which both engines decide or apply events. The others hold tables, queues, views and invariants. */
const PAIRED = [
  'amend',
  'cash',
  'changes',
  'close-part',
  'closing',
  'evolve',
  'opening',
  'place',
  'quote',
  'reverse',
  'rollover',
]

describe('both engines', () => {
  const reference = functionsIn(REFERENCE)
  const fast = functionsIn(FAST)

  test('the reader of functions finds generators, methods and arrows', () => {
    const lines = [
      'export function* close(',
      'function wait(): void {',
      '  private take(queue: Queue): void {',
      '  if (reached(price)) {',
      'const view = (id: number) => id',
      'const LIMIT = 2',
    ]
    expect(lines.flatMap(namesOf)).toEqual(['close', 'wait', 'take', 'view'])
    expect(reference.size).toBeGreaterThan(60)
    expect(fast.size).toBeGreaterThan(200)
  })

  test('the fast engine has each function of the reference engine, under the same name', () => {
    const alone = new Set(Object.values(REFERENCE_ALONE).flat())
    const missing = [...reference].filter(([name]) => !fast.has(name) && !isRest(name) && !alone.has(name))
    expect(missing.map(([name, files]) => `${[...files]}: ${name}`)).toEqual([])
    expect([...alone].filter((name) => fast.has(name) || !reference.has(name))).toEqual([])
  })

  test('the reference engine has each function of the fast engine, in the files that decide', () => {
    const alone = new Set(Object.values(FAST_ALONE).flat())
    const missing = PAIRED.flatMap((file) => [...fast].filter(([, files]) => files.has(file)))
      .map(([name]) => name)
      .filter((name) => !reference.has(name) && !alone.has(name))
    expect(missing).toEqual([])
    expect([...alone].filter((name) => reference.has(name) || !fast.has(name))).toEqual([])
  })

  test('a function stands in the same file of both, where both have the file', () => {
    const elsewhere = PAIRED.flatMap((file) =>
      [...reference].filter(([name, files]) => files.has(file) && fast.has(name) && !fast.get(name)?.has(file)),
    ).map(([name, files]) => `${[...files]}: ${name} is in ${[...(fast.get(name) ?? [])].sort()}`)
    expect(elsewhere.sort()).toEqual([
      // The fast engine has files of their own for terms, splits, and the check of one account on one quote.
      'evolve: setTerms is in terms',
      'evolve: splitHolding is in split',
      'quote: isAtStopOut is in margin-check',
      'quote: notices is in margin-check',
      'quote: quote is in fast-engine,market',
      'quote: stopOut is in margin-check',
    ])
  })

  /**
   * A decider of the reference engine gives the events after its last refusal by a generator: `reverse`,
   * `reverseEvents`.
   */
  function isRest(name: string): boolean {
    return name.endsWith('Events') && reference.has(name.replace(/Events$/, ''))
  }
})

/** Each name of a function or method with the files that have it, of one engine. */
function functionsIn(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const path of allFiles()) {
    if (!path.startsWith(folder) || path.endsWith('.test.ts')) continue
    const file = path.slice(folder.length).replace(/\.ts$/, '')
    for (const name of linesOf(path).flatMap(namesOf)) found.set(name, (found.get(name) ?? new Set()).add(file))
  }
  return found
}

/** The function, method or arrow that begins in the line, in Biome's format. */
function namesOf(line: string): readonly string[] {
  const name =
    /^(?:export )?function\*? (\w+)/.exec(line)?.[1] ??
    /^(?:export )?const (\w+) = (?:<.*>)?\(.*\).* =>/.exec(line)?.[1] ??
    /^ {2}(?:private |static )*(?!if|for|while|switch|constructor)(\w+)(?:<[^>]*>)?\([^;]*\{$/.exec(line)?.[1]
  return name === undefined ? [] : [name]
}
