/**
 * An attacker with write access to the store deletes the newest version of a price, of the terms of an instrument or of
 * a staff member, so that the one before holds again, or changes when and by whom it was saved. The running server
 * takes none of it over, and the next start is refused. The same on both stores.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { openChannels, set } from '@veritick/testing/customers'
import { startOn } from '@veritick/testing/server-on'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { staffed, staffMember } from '@veritick/testing/test-office'
import type { TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isApprovalValid } from '../features/approvals/index.ts'
import { openSettings } from '../features/settings/index.ts'
import {
  KnownVersions,
  openKnownVersions,
  ProvenVersions,
  RowChanged,
  requireAllSealed,
} from '../services/seals/index.ts'
import { readKept } from '../store/index.ts'

const STARTS = 240_000
const reason_text = 'agreed on Tuesday'
const HOUR_MS = 3_600_000
const NEWEST = `key = 'draw_currencies' and version = (select max(version) from settings where key = 'draw_currencies')`

/** Undoes what a test has changed. */
class Undone extends Error {}

describe.each(storeKinds())('on the %s store', (kind) => {
  let location: StoreLocation
  let server: TestServer
  let file = ''

  beforeAll(async () => {
    location = await openLocation(kind, ['simulated'])
    file = join(location.dataDir, 'simulated', 'known-versions.json')
    server = await start()
    await openChannels(server)
    const rita = await staffed(server, 'risk')
    for (const [seen_version, fee_per_lot] of [
      [0, '4.000000'],
      [1, '5.000000'],
      [2, '6.000000'],
    ] as const)
      await rita.does('instrumentChange', { id: 1, changes: { fee_per_lot }, seen_version, reason_text })
  }, STARTS)
  afterAll(async () => {
    await server.close()
    await location.clean()
  })

  const start = () => startOn(location)
  /** The attacker changes a table whose triggers forbid it. */
  const by = async (table: string, ...statements: readonly string[]) => {
    const { query } = server.context.store
    await query(`alter table ${table} disable trigger user`)
    for (const each of statements) await query(each)
    await query(`alter table ${table} enable trigger user`)
    await server.context.objectWatch.adopt()
  }
  /** Runs `work` while the rows of the attacker are gone, and puts them back. */
  const without = async (table: string, where: string, work: () => Promise<void>) => {
    await server.context.store.query(`create table stolen as select * from ${table} where ${where}`)
    await by(table, `delete from ${table} where ${where}`)
    try {
      await work()
    } finally {
      await by(table, `insert into ${table} select * from stolen`, 'drop table stolen')
    }
  }
  const price = () => server.context.settings.get('draw_currencies')[0]?.usd_price
  const known = () => JSON.parse(readKept(file)) as Record<string, Record<string, number>>

  test('the file names each newest version that staff have made', async () => {
    const version = must(
      server.context.settings.list().find(({ key }) => key === 'draw_currencies'),
      'the setting',
    ).version
    expect(known().settings).toMatchObject({ draw_currencies: version })
    expect(known().instrument_changes).toEqual({ 1: 3 })
  })

  test.each([
    ['settings', 'at = at + 1', NEWEST],
    ['settings', `who = 'staff:99'`, NEWEST],
    ['instrument_changes', 'at = at + 1', 'version = 3'],
    ['instrument_changes', `who = 'staff:99'`, 'version = 3'],
  ])('a row of %s with %s, written by the attacker, is named', async (table, assigned, where) => {
    const { store, encryption } = server.context
    const undone = store.transaction(async ({ query }) => {
      await query('set local session_replication_role = replica')
      await query(`update ${table} set ${assigned} where ${where}`)
      await expect(requireAllSealed({ query, encryption })).rejects.toBeInstanceOf(RowChanged)
      throw new Undone()
    })
    await expect(undone).rejects.toBeInstanceOf(Undone)
  })

  test('while the server runs, a deleted newest version lets no older one hold', async () => {
    const { settings, instrumentChanges, core, market } = server.context
    const before = price()
    const { value, version } = must(
      settings.list().find(({ key }) => key === 'draw_currencies'),
      'the setting',
    )
    const change = { key: 'draw_currencies', value, who: 'staff:9', reason: 'for the test' }
    await without('settings', NEWEST, async () => {
      for (const seenVersion of [version - 1, version])
        await expect(settings.change({ ...change, seenVersion })).rejects.toBeInstanceOf(RowChanged)
    })
    expect(price()).toBe(before)
    for (const where of ['version = 3', 'version = 2'])
      await without('instrument_changes', where, async () => {
        await expect(instrumentChanges.bring(1, { core, market })).rejects.toThrow(RowChanged)
      })
    const [view] = await core.query({ kind: 'markets', instruments: [1] })
    expect(view?.terms.feePerLot).toBe(6_000_000)
    await instrumentChanges.bring(1, { core, market })
  })

  test('a staff member whose role was taken away gets it back by no older row, and no approval of theirs', async () => {
    const { store, runtime } = server.context
    const admin = await staffed(server, 'admin')
    const fay = await staffMember(server, 'finance')
    const approvedAt = runtime.now()
    const approval = { who: `staff:${fay.id}`, at: approvedAt }
    const counts = () => isApprovalValid({ ...server.context, query: store.query }, approval)
    server.passTime(1_000)
    await store.query(`create table older as select * from staff where staff_id = ${fay.id}`)
    await admin.does('staffRole', { id: fay.id, role: 'support', reason_text })
    // Without its entry in the audit log the change still ends the approval.
    await by('audit', `delete from audit where action = 'staff_role' and subject = '${fay.id}'`)
    expect(await counts()).toBe(false)
    await store.query(`create table newest as select * from staff where staff_id = ${fay.id}`)
    const put = async (table: string) => {
      await store.query(`delete from staff where staff_id = ${fay.id}`)
      await store.query(`insert into staff select * from ${table}`)
    }
    await put('older')
    expect(await fay.caller.reason('me', {})).toBe('session_ended')
    expect(await counts()).toBe(false)
    await put('newest')
    await store.query('drop table older, newest')
    expect(await fay.caller.reason('me', {})).toBe('good')
  })

  test('an attacker who deletes a price between two reads of a start brings no older one back', async () => {
    const { store, encryption, runtime, log } = server.context
    const parts = { store, encryption, runtime, log }
    const proven = new ProvenVersions()
    await requireAllSealed({ query: store.query, encryption }, (table, row) => proven.add(table, row))
    const knownVersions = openKnownVersions({ proven, file: `${file}.start`, log })
    await without('settings', NEWEST, async () => {
      await expect(openSettings({ ...parts, knownVersions })).rejects.toBeInstanceOf(RowChanged)
    })
    const settings = await openSettings({ ...parts, knownVersions })
    expect(settings.get('draw_currencies')[0]?.usd_price).toBe(price())
  })

  test('an attacker who inserts a version between two reads of a start has it remembered nowhere', async () => {
    const { store, encryption, log } = server.context
    const proven = new ProvenVersions()
    await requireAllSealed({ query: store.query, encryption }, (table, row) => proven.add(table, row))
    await store.query(
      `insert into settings (key, version, value, who, reason, at, holds_from)
       values ('draw_min_usd', 900, '"1"', 'x', 'x', 1, 1)`,
    )
    try {
      const other = `${file}.other`
      const learnt = openKnownVersions({ proven, file: other, log })
      expect(learnt.all('staff')).toEqual(new Map(Object.entries(known().staff ?? {})))
      expect(readKept(other)).not.toContain('900')
    } finally {
      await by('settings', 'delete from settings where version = 900')
    }
  })

  test('a start without a version that was seen is refused and says what to do', { timeout: STARTS }, async () => {
    await set(server, 'draw_price_max_hours', 12)
    const gone = async (table: string, where: string, named: RegExp) => {
      await server.context.store.query(`create table stolen as select * from ${table} where ${where}`)
      await by(table, `delete from ${table} where ${where}`)
      await server.close()
      const refused = await start().then(
        () => 'started',
        (error: Error) => error.message,
      )
      expect(refused).toMatch(named)
      expect(refused).toContain(`remove the file ${file}`)
      const before = known()
      rmSync(file)
      // The operator accepts an older store by removing the file.
      server = await start()
      expect(known()).not.toEqual(before)
      await by(table, `insert into ${table} select * from stolen`, 'drop table stolen')
      await server.close()
      server = await start()
      expect(known()).toEqual(before)
    }
    const newest =
      /^table settings, key draw_currencies: the newest version is \d+, and this server has seen version \d+:/
    await gone('settings', NEWEST, newest)
    await gone('settings', `key = 'draw_price_max_hours'`, /^table settings, key draw_price_max_hours: .* is 0,/)
    await gone('staff', `role = 'risk'`, /^table staff, staff_id \d+: .* is 0,/)
    await gone('instrument_changes', 'version = 3', /^table instrument_changes, instrument 1: .* is 2, .* version 3:/)
  })

  test('a start with a damaged file is refused, and names it', { timeout: STARTS }, async () => {
    await server.close()
    const text = readFileSync(file)
    writeFileSync(file, text.subarray(0, 20))
    await expect(start()).rejects.toThrow(`${file} is damaged: it names the newest version`)
    writeFileSync(file, text)
    server = await start()
    server.passTime(HOUR_MS)
    expect(price()).toBe(999_800)
  })
})

test('a version that the operator has seen does not go down, and a lower one is not kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'veritick-versions-'))
  try {
    const versions = new KnownVersions({ file: join(folder, 'world', 'v.json'), log: undefined })
    versions.keep('settings', 'areas', 3)
    versions.keep('settings', 'areas', 2)
    expect(() => versions.require('settings', 'areas', 2)).toThrow(RowChanged)
    versions.require('settings', 'areas', 3)
    versions.require('settings', 'areas', 2, 2)
    versions.require('instrument_changes', 1, 0)
    const again = new KnownVersions({ file: join(folder, 'world', 'v.json'), log: undefined })
    again.read()
    expect(() => again.require('settings', 'areas', 0)).toThrow('is 0, and this server has seen version 3')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
