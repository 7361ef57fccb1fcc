/**
 * A start with many finished deposits and withdrawals: the comparison of records of money with the engine (decision
 * 141) and of their seals (decision 147) beside the whole start that it is a part of. On each store, with core and
 * store in threads as in production. The records are made by the real engine and by copies of one row of each kind.
 * Size: CASEWORK_RECORDS.
 */
import { micros, must } from '@veritick/domain'
import type { Command } from '@veritick/engine'
import { untilProjected } from '@veritick/testing/core-views'
import { accountOf, bindTron, draws, FINN, openChannels, richCustomer, tronHash } from '@veritick/testing/customers'
import { openLocation, type StoreKind, storeKinds } from '@veritick/testing/stores'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { referenceOf, referenceOfPayment } from '../apps/server/src/features/money/index.ts'
import { RECORD_KEYS, rowSeal, type SealedRow } from '../apps/server/src/services/seals/index.ts'
import type { Store } from '../apps/server/src/store/interface.ts'
import { PAIRS_MIN, type Pair, print } from './measure.ts'

const RECORDS = Number(process.env.CASEWORK_RECORDS ?? 100_000)
/** Of the whole start. */
const RATIO_MAX = 0.5
/** Seconds. */
const SECONDS_MAX = 3
const WORLD = 'simulated'
const AMOUNT = micros(25_000_000)
const SUBMITTED_AT_ONCE = 2_000
const ROWS_AT_ONCE = 10_000

async function measure(kind: StoreKind): Promise<void> {
  const location = await openLocation(kind, [WORLD])
  const { dataDir, databaseUrl } = location
  const maker = await openTestServer({ dataDir, config: { databaseUrl }, patient: true })
  await makeRecords(maker)
  await maker.close()
  const pairs: Pair[] = []
  for (let round = 0; round <= PAIRS_MIN; round += 1) {
    const began = performance.now()
    const server = await openTestServer({ dataDir, config: { databaseUrl }, threads: true })
    const peer = (performance.now() - began) / 1_000
    if (round > 0) pairs.push({ ours: checkOf(server) / 1_000, peer })
    await server.close()
  }
  await location.clean()
  print({
    name: `records of money compared at a start, ${RECORDS} of them, ${kind}`,
    unit: 's',
    peer: 'the whole start',
    pairs,
    target: { atMost: RATIO_MAX },
    valueTarget: { atMost: SECONDS_MAX },
  })
}

/** Milliseconds that both comparisons took, as the log says. */
function checkOf({ logged }: TestServer): number {
  const said = (text: string) => {
    const line = must(
      logged.find((each) => each.includes(text)),
      'the start compared the records',
    )
    return JSON.parse(line) as { ms: number; records: number }
  }
  const engine = said('agree with the ledger')
  const seals = said('the records of money that have ended are as this server wrote them')
  for (const { records } of [engine, seals])
    if (records < RECORDS) throw new Error(`only ${records} records were compared`)
  process.stderr.write(`engine ${engine.ms} ms, seals ${seals.ms} ms\n`)
  return engine.ms + seals.ms
}

/** Half of them deposits, half withdrawals that were paid, beside one of each that went the whole way. */
async function makeRecords(server: TestServer): Promise<void> {
  await openChannels(server)
  const ana = await richCustomer(server, 'ana', 5_000)
  const payee = await bindTron(server, ana, 'ana')
  const { id } = await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number: '50' })
  const { review } = server.context.withdrawals
  const by = { withdrawal: id, actor: FINN, reason: 'all in order' }
  await review.approve(by)
  await review.pay({ ...by, reference: tronHash(id) })
  const account = await accountOf(server, ana)
  const at = server.context.market.clock()
  const each = RECORDS / 2
  const numbers = Array.from({ length: each }, (_, index) => index + 1)
  const credits = numbers.map((number): Command => {
    const reference = referenceOfPayment(`made:${number}`)
    return { kind: 'credit', category: 'deposit', amount: AMOUNT, at, account, reference }
  })
  const drawn = (number: number) => ({ at, account, reference: referenceOf('withdrawal', number) })
  const locks = numbers.map((number): Command => ({ kind: 'lock_withdrawal', amount: AMOUNT, ...drawn(number) }))
  const pays = numbers.map((number): Command => ({ kind: 'settle_withdrawal', paid: true, ...drawn(number) }))
  for (const commands of [credits, locks, pays]) await submitAll(server, commands)
  const { store, core, encryption } = server.context
  const copy = { payment_reference: `'made:' || n`, amount: String(AMOUNT) }
  const none = { tx_hash: 'null', reference: 'null', provider_reference: 'null' }
  await copyRows(store, {
    table: 'deposits',
    key: 'deposit_id',
    each,
    values: { ...copy, ...none, credited: copy.amount },
  })
  await copyRows(store, { table: 'withdrawals', key: 'withdrawal_id', each, values: copy })
  for (const table of ['deposits', 'withdrawals'] as const) await sealCopies({ store, encryption }, table)
  await untilProjected(core)
}

/** As if the server itself had written each row. */
async function sealCopies(
  { store, encryption }: Pick<TestServer['context'], 'store' | 'encryption'>,
  table: 'deposits' | 'withdrawals',
): Promise<void> {
  const key = RECORD_KEYS[table]
  for (let from = 1; from <= RECORDS / 2; from += ROWS_AT_ONCE) {
    const rows = await store.background.query<SealedRow<typeof table> & Record<string, number>>(
      `select * from ${table} where ${key} >= $1 and ${key} < $2`,
      [from, from + ROWS_AT_ONCE],
    )
    await store.background.query(
      `update ${table} set seal = made.seal from unnest($1::int[], $2::text[]) as made (id, seal)
       where ${key} = made.id`,
      [rows.map((row) => row[key]), rows.map((row) => rowSeal(encryption, table, row))],
    )
  }
}

async function submitAll({ context }: TestServer, commands: readonly Command[]): Promise<void> {
  for (let from = 0; from < commands.length; from += SUBMITTED_AT_ONCE) {
    const some = commands.slice(from, from + SUBMITTED_AT_ONCE)
    for (const { outcome } of await Promise.all(some.map((command) => context.core.submit({ command }))))
      if (!outcome.ok) throw new Error(`a transfer was refused: ${outcome.reason}`)
  }
}

/** Numbered from 1 on, each a copy of the one row with these values. */
async function copyRows(
  store: Store,
  rows: {
    readonly table: string
    readonly key: string
    readonly each: number
    readonly values: Record<string, string>
  },
): Promise<void> {
  const { table, key, each } = rows
  const values: Readonly<Record<string, string>> = { ...rows.values, [key]: 'n' }
  const columns = await store.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and table_schema = current_schema() order by ordinal_position`,
    [table],
  )
  const names = columns.map(({ name }) => name)
  for (let from = 1; from <= each; from += ROWS_AT_ONCE)
    await store.background.query(
      `insert into ${table} (${names.join(', ')}) overriding system value
       select ${names.map((name) => values[name] ?? name).join(', ')}
       from (select * from ${table} order by ${key} desc limit 1) as made, generate_series($1::int, $2::int) as n`,
      [from, Math.min(each, from + ROWS_AT_ONCE - 1)],
    )
}

for (const kind of storeKinds()) await measure(kind)
