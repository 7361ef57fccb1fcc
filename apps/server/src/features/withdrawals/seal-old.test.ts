/** A store of the version that kept payees readable is opened by this one: everything is found again, and nothing can be read. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { must } from '@veritick/domain'
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres'
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setMachine } from '../../../../../tools/machine.ts'
import { openPlace, type Place, storeKinds } from '../../../../../tools/stores.ts'
import { MIGRATIONS, MIGRATIONS_TABLE } from '../../db/migrate.ts'
import { openStore, type Store } from '../../db/store.ts'
import { openVault } from '../../vault/keys.ts'
import type { Vault } from '../../vault/vault.ts'
import { findWithdrawal, payeesOf, sharingPayee } from './queries.ts'
import { sealOldPayees } from './seal-old.ts'
import { accountPrintOf } from './sealing.ts'

const WORLD = 'before'
const IBAN = 'DE89370400440532013000'
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const READABLE = /DE8937|TR7NHq|Erika|Rainy|DEUTDEFF|flat white/
const quiet = pino({ level: 'silent' })

/** Everything up to the migration that made room for what is sealed. */
function olderMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'veritick-older-'))
  cpSync(MIGRATIONS, folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] }
  const at = journal.entries.findIndex((entry) => entry.tag.endsWith('_sealed_payees'))
  expect(at).toBeGreaterThan(0)
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
  return folder
}

const OLD_ROWS = [
  `insert into payees (user_id, type, currency, code, protocol, account, canonical, bank_name, bank_address, bank_swift, payee_name, created_at, usable_at, deleted_at)
   values (7, 2, 3, 'EUR', '', '${IBAN}', 'DEUTDEFF:${IBAN}', 'Rainy Bank', '1 Rainy Street', 'DEUTDEFF', 'Erika Muster', 1, 2, null),
          (8, 2, 3, 'EUR', '', '${IBAN}', 'DEUTDEFF:${IBAN}', 'Rainy Bank', '', 'DEUTDEFF', 'Erika Muster', 1, 2, null),
          (7, 1, 1, 'USDT', 'TRC20', '${TRON}', '${TRON}', '', '', '', '', 1, 2, 3)`,
  `insert into withdrawals (user_id, type, currency, protocol, payee_id, account, bank_name, bank_address, bank_swift, payee_name, amount, fee,
     usd_price, received, memo, state, needs_two, notes, created_at)
   select 7, 2, 'EUR', '', 1, '${IBAN}', 'Rainy Bank', '1 Rainy Street', 'DEUTDEFF', 'Erika Muster', 50000000, 0, 1000000, n, 'flat white', 'waiting',
     false, '', n from generate_series(1, 450) n`,
]

async function makeOldEmbedded(place: Place, migrationsFolder: string): Promise<void> {
  const folder = join(place.dataDir, WORLD)
  mkdirSync(folder, { recursive: true })
  const client = await PGlite.create({ dataDir: join(folder, 'pg') })
  await migrateEmbedded(drizzleEmbedded({ client }), { migrationsFolder, migrationsSchema: 'public', migrationsTable: MIGRATIONS_TABLE })
  for (const sql of OLD_ROWS) await client.exec(sql)
  await client.close()
}

async function makeOldServer(databaseUrl: string, migrationsFolder: string): Promise<void> {
  const schema = `veritick_${WORLD}`
  const client = new pg.Client({ connectionString: databaseUrl, options: `-c search_path=${schema}` })
  await client.connect()
  await client.query(`create schema if not exists "${schema}"`)
  await migrateServer(drizzleServer({ client }), { migrationsFolder, migrationsSchema: schema, migrationsTable: MIGRATIONS_TABLE })
  for (const sql of OLD_ROWS) await client.query(sql)
  await client.end()
}

describe.each(storeKinds())('the %s store', (kind) => {
  let place: Place
  let store: Store
  let vault: Vault

  beforeAll(async () => {
    // The embedded template is of this version already: the older store is made from nothing.
    place = await openPlace(kind, kind === 'server' ? [WORLD] : [])
    const older = olderMigrations()
    if (place.databaseUrl === undefined) await makeOldEmbedded(place, older)
    else await makeOldServer(place.databaseUrl, older)
    rmSync(older, { recursive: true })
    store = await openStore({ ...place, world: WORLD })
    vault = await openVault({ store, dataDir: place.dataDir, vaultKey: undefined, machine: setMachine({ at: '2026-03-02T09:00:00Z' }) })
  }, 120_000)
  afterAll(async () => {
    await store.close()
    await place.clean()
  }, 30_000)

  const text = async (table: string) =>
    (await store.query<{ row: string }>(`select t::text as row from ${table} t`)).map((each) => each.row).join('\n')

  test('what the version before may have sealed without writing it anew is due as well', async () => {
    expect(await text('rewrites_due')).toBe('(payees)\n(withdrawals)')
    await store.query('delete from rewrites_due')
  })

  test('a start that dies in the middle leaves the rest for the next one', async () => {
    expect(await text('payees')).toMatch(READABLE)
    let left = 2
    const dying: Store = {
      ...store,
      transaction: (work) => {
        if (left-- === 0) throw new Error('killed')
        return store.transaction(work)
      },
    }
    await expect(sealOldPayees({ store: dying, vault, log: quiet })).rejects.toThrow('killed')
    expect(await text('payees')).not.toMatch(READABLE)
    expect(await text('withdrawals')).toMatch(READABLE)
  })

  test('one that dies between sealing and writing anew leaves that for the next one', async () => {
    const rewritten: string[] = []
    let dying = true
    const watched: Store = {
      ...store,
      query: (sql, params) => {
        if (sql.startsWith('vacuum')) {
          if (dying) throw new Error('killed')
          rewritten.push(sql)
        }
        return store.query(sql, params)
      },
    }
    await expect(sealOldPayees({ store: watched, vault, log: quiet })).rejects.toThrow('killed')
    expect(await text('withdrawals')).not.toMatch(READABLE)
    dying = false
    expect(await sealOldPayees({ store: watched, vault, log: quiet })).toEqual({ sealed: 0 })
    expect(rewritten).toEqual(['vacuum full payees', 'vacuum full withdrawals'])
    expect(await sealOldPayees({ store: watched, vault, log: quiet })).toEqual({ sealed: 0 })
    expect(rewritten).toHaveLength(2)
  })

  test('each row says what it said, and the same account is still found', async () => {
    const reading = { db: store.db, vault }
    const [own] = await payeesOf(reading, 7)
    expect(own).toMatchObject({
      payee: 1,
      account: IBAN,
      bankName: 'Rainy Bank',
      bankAddress: '1 Rainy Street',
      bankSwift: 'DEUTDEFF',
      payeeName: 'Erika Muster',
      accountPrint: accountPrintOf(vault, `DEUTDEFF:${IBAN}`),
    })
    expect(await sharingPayee(store.db, 1)).toEqual([{ user: 8, payee: 2 }])
    for (const number of [1, 200, 201, 450])
      expect(must(await findWithdrawal(reading, number), 'there')).toMatchObject({
        account: IBAN,
        payeeName: 'Erika Muster',
        memo: 'flat white',
        received: number,
      })
  })

  test('nobody is paid to what was moved from another row', async () => {
    await store.query('update withdrawals set sealed = (select sealed from withdrawals where withdrawal_id = 2) where withdrawal_id = 1')
    await expect(findWithdrawal({ db: store.db, vault }, 1)).rejects.toThrow('belongs to another row')
  })

  test('the readable bytes are gone from the files as well', async () => {
    if (kind === 'server') return
    await store.query('checkpoint')
    await store.close()
    const folder = join(place.dataDir, WORLD, 'pg', 'base')
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes('Erika Muster'),
    )
    expect(found.map((entry) => entry.name)).toEqual([])
    store = await openStore({ ...place, world: WORLD })
  })
})
