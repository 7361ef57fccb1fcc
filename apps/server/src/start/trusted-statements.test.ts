/**
 * The statements that decide whether the store can be trusted call PostgreSQL's own functions and operators alone. An
 * attacker who owns the store makes a function of our schema whose types fit better: `concat_ws` of eight texts
 * answered the mark of before, and no change of an object was noticed any more.
 */
import { expect, test } from 'vitest'
import { requireOwnObjects } from '../services/seals/index.ts'
import {
  describeStore,
  descriptionHash,
  LOCK_NAMED,
  objectsMark,
  type Query,
  qualified,
  TRY_LOCK_NAMED,
} from '../store/index.ts'
import { requireOwnLayout } from '../store/migrate.ts'
import { WRITER_WITH_LOCK } from '../store/named-lock.ts'

/** Each statement that the functions send, without a store. */
async function statementsOf(): Promise<ReadonlySet<string>> {
  const sent = new Set<string>([LOCK_NAMED, TRY_LOCK_NAMED, WRITER_WITH_LOCK])
  const rows = [{ role: 'origin', name: '', fact: '', line: '', there: false }]
  const answering =
    (...answer: readonly object[]): Query =>
    async <Row>(text: string) => {
      sent.add(text)
      return [...answer] as Row[]
    }
  const none = answering()
  await objectsMark(none)
  const ownHash = descriptionHash(await describeStore(none))
  // It answers a role, and no event trigger or object.
  const query: Query = (text) => (text.includes('as role') ? answering(...rows) : none)(text)
  const transaction = () => Promise.reject(new Error('the objects are as expected'))
  await requireOwnObjects({ store: { query, transaction }, ownHash })
  await requireOwnLayout(none, 'veritick_simulated').catch(() => {})
  return sent
}

/** Each word before a parenthesis, operator, type and relation that a schema of ours could hold. */
function unqualified(sql: string): readonly string[] {
  const bare = sql
    .replace(/'[^']*'/g, 'text')
    .replace(/operator\(pg_catalog\.[^()]+\)/g, ';')
    .replace(/\(\*\)/g, '()')
  const ctes = [...bare.matchAll(/\b(\w+) as (?:materialized )?\(/g)].map(([, name]) => name)
  const called = [...bare.matchAll(/([\w.]+)\s*\(/g)].flatMap(([, name = '']) => name)
  const relations = [...bare.matchAll(/\b(?:from|join)\s+([\w."]+)/g)].flatMap(([, name = '']) => name)
  return [
    ...called.filter((name) => !name.startsWith('pg_catalog.') && !GRAMMAR.includes(name)),
    ...relations.filter((name) => !/^(pg_catalog\.|"veritick_simulated"\.)/.test(name) && !ctes.includes(name)),
    ...[...bare.matchAll(/::(?!pg_catalog\.)\S+/g)].flatMap(([cast]) => cast),
    ...(bare.match(/[-+*/<>=~!@#%^&|?]+/g) ?? []),
    ...(bare.match(/\b(between|case|cast|distinct|i?like|in|natural|nullif|similar|using)\b/g) ?? []),
  ]
}
const GRAMMAR = ['and', 'any', 'as', 'coalesce', 'exists', 'from', 'materialized', 'not', 'on', 'or', 'select', 'where']

test('an attacker can put no function and no operator into a statement that finds foreign objects', async () => {
  const statements = await statementsOf()
  expect(statements.size).toBe(8)
  for (const sql of statements) expect({ sql, unqualified: unqualified(sql) }).toEqual({ sql, unqualified: [] })
})

test.each([
  [`select concat_ws(', ', c.relname) from pg_catalog.pg_class c`, ['concat_ws']],
  ['select 1 from pg_class c where c.oid operator(pg_catalog.=) 1', ['pg_class']],
  ['select 1 from pg_catalog.pg_class c where c.oid in (select 1)', ['in', 'in']],
  ['select $1::regclass || $2', ['::regclass', '||']],
])('the test finds what is not qualified in %s', (sql, names) => {
  expect(unqualified(sql)).toEqual(names)
})

test('a developer cannot qualify a word that calls an operator', () => {
  expect(qualified(`select count(*) from pg_class c where c.relname = 'in'`)).toBe(
    `select pg_catalog.count(*) from pg_catalog.pg_class c where c.relname operator(pg_catalog.=) 'in'`,
  )
  expect(() => qualified('select 1 from pg_class c where c.oid in (1)')).toThrow('"in" calls an operator')
})
