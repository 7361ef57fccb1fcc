/**
 * A picture belongs to its owner, lies encrypted, proves one thing, and its links open for one viewer and ten minutes.
 */
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { millis, must, userId } from '@veritick/domain'
import { firstOf } from '@veritick/testing/quick'
import { storeKinds } from '@veritick/testing/stores'
import { type SetMachine, setMachine } from '@veritick/testing/test-clock'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Store } from '../../store/interface.ts'
import { DAY_MS } from '../clock/times.ts'
import { EncryptionRefused } from '../encryption/encryption.ts'
import { openEncryption } from '../encryption/keys.ts'
import { RowChanged } from '../seals/index.ts'
import { FILES_PER_DAY_MAX, type Files, filesOf } from './files.ts'
import { openPictures, type Pictures } from './files-fixture.ts'
import { PICTURE_BYTES_UNUSED_MAX, PICTURE_BYTES_UNUSED_OWN_MAX } from './quota.ts'
import { fileIdOf } from './tickets.ts'

const ANA = 12
const BEN = 13

describe.each(firstOf(1, storeKinds().toReversed()))('on the %s store', (kind) => {
  let pictures: Pictures
  let store: Store
  let runtime: SetMachine
  let files: Files
  let ahead: Files
  let folder: string
  let encryption: Awaited<ReturnType<typeof openEncryption>>
  let passport: Buffer
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })

  beforeAll(async () => {
    pictures = await openPictures(kind)
    ;({ store, folder, passport } = pictures)
  })
  beforeEach(async () => {
    runtime = setMachine({ at: '2026-03-02T09:00:00Z' })
    encryption = await openEncryption({
      ...pictures.location,
      store,
      world: 'files',
      vaultKey: undefined,
      runtime,
    })
    await pictures.empty()
    logged.length = 0
    files = filesOf({ store, encryption, runtime, folder, log })
    // A clock that runs right until a test moves it: the wall clock of `ahead` is two days ahead of it.
    const wall = { ...runtime, now: () => millis(runtime.now() + 2 * DAY_MS) }
    ahead = filesOf({ store, encryption, runtime: wall, folder, log })
  })
  afterAll(() => pictures.close())

  async function kept(owner: number, bytes: Uint8Array = passport): Promise<string> {
    const result = await files.keep({ owner: userId(owner), bytes })
    if (!result.ok) throw new Error(result.reason)
    return result.file
  }
  const attach = (use: Parameters<Files['attach']>[1]) => store.transaction((tx) => files.attach(tx, use))
  const seen = (file: string) =>
    files.openLink({ file, ticket: addressOf(file).split('ticket=')[1] ?? '', may: () => true })
  const addressOf = (file: string) => files.tickets.address(file, { kind: 'real', id: ANA })

  test('it lies encrypted, for the owner of the process only, and comes back as a JPEG', async () => {
    const file = await kept(ANA)
    const path = join(folder, file)
    expect(readdirSync(folder)).toEqual([file])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readFileSync(path).includes('JFIF')).toBe(false)
    expect(await sharp(must(await seen(file), 'it opens')).metadata()).toMatchObject({
      format: 'jpeg',
      width: 320,
      height: 200,
    })
  })

  test('a view of a submitted picture is recorded once for each link, and the record cannot be removed', async () => {
    const file = await kept(ANA)
    await seen(file)
    expect(await store.query('select 1 from picture_views where file_id = $1', [file])).toEqual([])
    await attach({ address: addressOf(file), owner: userId(ANA), usedFor: 'identity:1:front' })
    const ticket = addressOf(file).split('ticket=')[1] ?? ''
    expect(await files.openLink({ file, ticket, may: () => false })).toBeUndefined()
    await files.openLink({ file, ticket, may: () => true })
    await files.openLink({ file, ticket, may: () => true })
    runtime.pass(1_000)
    await files.openLink({
      file,
      ticket: files.tickets.address(file, { kind: 'staff', id: 4 }).split('ticket=')[1] ?? '',
      may: () => true,
    })
    const views = await store.query(
      'select viewer_kind, viewer_id, at from picture_views where file_id = $1 order by at',
      [file],
    )
    expect(views).toEqual([
      { viewer_kind: 'real', viewer_id: ANA, at: runtime.now() - 1_000 },
      { viewer_kind: 'staff', viewer_id: 4, at: runtime.now() },
    ])
    await expect(store.query('delete from picture_views')).rejects.toThrow('append-only')
  })

  test('no link opens an erased picture, and it is still recognised when it is sent again', async () => {
    const file = await kept(ANA)
    await attach({ address: addressOf(file), owner: userId(ANA), usedFor: 'identity:1:front' })
    await files.erase({ file, usedFor: 'identity:1:front' })
    await files.erase({ file, usedFor: 'identity:1:front' })
    expect(readdirSync(folder)).toEqual([])
    expect(await seen(file)).toBeUndefined()
    expect((await files.twins(store.query, await kept(BEN))).map((twin) => twin.usedFor)).toEqual(['identity:1:front'])
  })

  test('a changed file, or another one under its name, is not shown', async () => {
    const [file, other] = [await kept(ANA), await kept(BEN)]
    const bytes = readFileSync(join(folder, file))
    writeFileSync(join(folder, file), readFileSync(join(folder, other)))
    await expect(seen(file)).rejects.toThrow(EncryptionRefused)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    writeFileSync(join(folder, file), bytes)
    await expect(seen(file)).rejects.toThrow(EncryptionRefused)
  })

  test('what is no picture leaves no file and no row', async () => {
    expect(await files.keep({ owner: userId(ANA), bytes: Buffer.from('<svg/>') })).toEqual({
      ok: false,
      reason: 'picture_type_unknown',
    })
    expect(readdirSync(folder)).toEqual([])
    expect(await store.query('select 1 from files')).toEqual([])
  })

  test('its owner hands it in, for one thing', async () => {
    const address = addressOf(await kept(ANA))
    const use = (more: object) => attach({ address, owner: userId(ANA), usedFor: 'identity:12:front', ...more })
    expect(await use({ owner: BEN })).toEqual({ ok: false, reason: 'picture_unknown' })
    expect(await use({})).toEqual({ ok: true, file: fileIdOf(address) })
    expect(await use({})).toEqual({ ok: true, file: fileIdOf(address) })
    expect(await use({ usedFor: 'deposit:7' })).toEqual({ ok: false, reason: 'picture_used' })
    expect(await use({ owner: BEN, usedFor: 'deposit:8' })).toEqual({ ok: false, reason: 'picture_unknown' })
  })

  test('its owner repeats a request that is refused after it: the file is opened once', async () => {
    const { file, owner } = { file: await kept(ANA), owner: userId(ANA) }
    const decrypt = vi.spyOn(encryption, 'decryptLong')
    const refused = (address = addressOf(file)) =>
      store.transaction(async (tx) => {
        expect(await files.attach(tx, { address, owner, usedFor: 'deposit:9' })).toEqual({ ok: true, file })
        throw new Error('refused')
      })
    for (let each = 0; each < 3; each++) await expect(refused()).rejects.toThrow('refused')
    expect(decrypt).toHaveBeenCalledTimes(1)
    decrypt.mockRestore()
    // Still with its own fingerprints only.
    await store.query(`update files set looks = 'forged' where file_id = $1`, [file])
    expect(await attach({ address: addressOf(file), owner, usedFor: 'deposit:9' })).toMatchObject({ ok: false })
  })

  test('of fifty who hand it in for different things at once one succeeds', async () => {
    const address = addressOf(await kept(ANA))
    const uses = await Promise.all(
      Array.from({ length: 50 }, (_, deposit) =>
        attach({ address, owner: userId(ANA), usedFor: `deposit:${deposit}` }),
      ),
    )
    expect(uses.filter((use) => use.ok)).toHaveLength(1)
  })

  test.each([
    '',
    'passport.jpg',
    '/api/files/',
    '/api/files/../../keys/vault.key',
    '/api/files/0123456789abcdef0123456789abcde',
    '/api/files/0123456789ABCDEF0123456789ABCDEF',
    '/api/files/0123456789abcdef0123456789abcdef/../x',
    'javascript:/api/files/0123456789abcdef0123456789abcdef',
    `/api/files/0123456789abcdef0123456789abcdef?${'x'.repeat(1000)}`,
  ])('the address %j is no picture of ours', async (address) => {
    expect(await attach({ address, owner: userId(ANA), usedFor: 'x' })).toEqual({
      ok: false,
      reason: 'picture_unknown',
    })
    expect(
      await files.openLink({
        file: address,
        ticket: addressOf('0'.repeat(32)).split('ticket=')[1] ?? '',
        may: () => true,
      }),
    ).toBeUndefined()
  })

  test('the whole address with host and an old ticket names the picture too', () => {
    expect(fileIdOf('https://app.example/api/files/0123456789abcdef0123456789abcdef?ticket=1.real.1.0')).toBe(
      '0123456789abcdef0123456789abcdef',
    )
    expect(fileIdOf('/api/files/0123456789abcdef0123456789abcdef')).toBe('0123456789abcdef0123456789abcdef')
  })

  test('the same picture handed in twice is found, even dressed up differently', async () => {
    const mine = await kept(ANA)
    const dressed = Buffer.concat([passport, Buffer.from('something else behind it')])
    const [twin, unused] = [await kept(BEN, dressed), await kept(BEN)]
    await attach({ address: addressOf(mine), owner: userId(ANA), usedFor: 'deposit:1' })
    await attach({ address: `/api/files/${twin}`, owner: userId(BEN), usedFor: 'deposit:2' })
    expect(await files.twins(store.query, mine)).toEqual([
      { file: twin, owner: BEN, usedFor: 'deposit:2', createdAt: runtime.now() },
    ])
    expect(await files.twins(store.query, unused)).toHaveLength(2)
    const other = await kept(BEN, await sharp(passport).negate().png().toBuffer())
    expect(await files.twins(store.query, other)).toEqual([])
  })

  test('those of one millisecond come in one order, however often they are asked for', async () => {
    const mine = await kept(ANA)
    const others = []
    for (let deposit = 1; deposit <= 8; deposit++) {
      const file = await kept(BEN)
      await attach({ address: addressOf(file), owner: userId(BEN), usedFor: `deposit:${deposit}` })
      others.push(file)
    }
    expect((await files.twins(store.query, mine)).map((twin) => twin.file)).toEqual(others.sort())
  })

  test('sixty a day', async () => {
    await store.query(
      `insert into files (file_id, owner, width, height, size, source_hash, created_at)
       select lpad(n::text, 32, '0'), $1, 1, 1, 1, 'h', $2::bigint from generate_series(1, $3::int) n`,
      [ANA, runtime.now(), FILES_PER_DAY_MAX - 1],
    )
    await kept(ANA)
    expect(await files.keep({ owner: userId(ANA), bytes: passport })).toEqual({
      ok: false,
      reason: 'too_many_pictures',
    })
    await kept(BEN)
    runtime.pass(DAY_MS)
    await kept(ANA)
  })

  test('what one owner has not handed in has a ceiling of its own, and blocks no other owner', async () => {
    await store.query(
      `insert into files (file_id, owner, width, height, size, source_hash, created_at)
       select lpad(n::text, 32, '0'), $3::int, 1, 1, $2::bigint / 10, 'h', $1::bigint from generate_series(1, 10) n`,
      [runtime.now(), PICTURE_BYTES_UNUSED_OWN_MAX, ANA],
    )
    expect(await files.keep({ owner: userId(ANA), bytes: passport })).toEqual({
      ok: false,
      reason: 'too_many_pictures',
    })
    await kept(BEN)
    await store.query("update files set used_for = 'deposit:1' where file_id = lpad('1', 32, '0')")
    await kept(ANA)
  })

  test('all that was not handed in yet has one ceiling together; what was counts no more', async () => {
    await store.query(
      `insert into files (file_id, owner, width, height, size, source_hash, created_at)
       select lpad(n::text, 32, '0'), 100 + n, 1, 1, $2::bigint / 10, 'h', $1::bigint from generate_series(1, 10) n`,
      [runtime.now(), PICTURE_BYTES_UNUSED_MAX],
    )
    expect(await files.keep({ owner: userId(ANA), bytes: passport })).toEqual({
      ok: false,
      reason: 'too_many_pictures',
    })
    await store.query("update files set used_for = 'deposit:1' where file_id = lpad('1', 32, '0')")
    await kept(ANA)
  })

  test('what was never handed in is gone after a day; what was stays', async () => {
    const [used, unused] = [await kept(ANA), await kept(ANA)]
    await attach({ address: addressOf(used), owner: userId(ANA), usedFor: 'deposit:1' })
    // The leftovers of a crash: a file without a row, and half a file.
    for (const orphan of ['0123456789abcdef0123456789abcdef', `${unused}.part`]) {
      writeFileSync(join(folder, orphan), 'x')
      utimesSync(join(folder, orphan), 0, 0)
    }
    expect(await files.sweep()).toEqual({ removed: 2 })
    runtime.pass(DAY_MS + 1)
    const fresh = await kept(ANA)
    expect(await files.sweep()).toEqual({ removed: 1 })
    expect(readdirSync(folder).sort()).toEqual([fresh, used].sort())
    expect(await attach({ address: addressOf(unused), owner: userId(ANA), usedFor: 'x' })).toMatchObject({
      reason: 'picture_unknown',
    })
  })

  test('a wall clock that is ahead for a moment removes nothing', async () => {
    const file = await kept(ANA)
    expect(await ahead.sweep()).toEqual({ removed: 0 })
    expect(readdirSync(folder)).toEqual([file])
  })

  describe('a text that an attacker wrote in place of an id', () => {
    const secret = () => join(pictures.location.dataDir, 'files', 'known-records.json')
    const FOREIGN = '../known-records.json'

    beforeEach(async () => {
      await store.query('alter table files drop constraint if exists files_file')
      writeFileSync(secret(), '{}')
    })
    afterEach(async () => {
      await store.query('delete from files')
      await store.query(`alter table files add constraint files_file check (file_id ~ '^[0-9a-f]{32}$')`)
    })

    const write = (owner: number) =>
      store.query(
        `insert into files (file_id, owner, width, height, size, source_hash, created_at)
         values ($1, $2, 1, 1, 1, 'x', 0)`,
        [FOREIGN, owner],
      )
    const isSecretLeft = () => {
      expect(readFileSync(secret(), 'utf8')).toBe('{}')
      expect(logged.filter((line) => line.includes('no id of this server'))).toHaveLength(1)
      expect(logged.join('')).toContain(FOREIGN)
    }

    test('is left out of the sweep, which removes the others', async () => {
      await write(ANA)
      await kept(ANA)
      runtime.pass(DAY_MS + 1)
      expect(await files.sweep()).toEqual({ removed: 1 })
      expect(readdirSync(folder)).toEqual([])
      isSecretLeft()
    })

    test('is left out of the erasure of one picture', async () => {
      await write(ANA)
      await expect(files.erase({ file: FOREIGN, usedFor: 'x' })).rejects.toThrow(RowChanged)
      expect(readFileSync(secret(), 'utf8')).toBe('{}')
    })

    test('is left out of the erasure of an owner, which removes the others', async () => {
      await write(ANA)
      await kept(ANA)
      await files.forget({ owner: userId(ANA), recognised: [] })
      expect(readdirSync(folder)).toEqual([])
      isSecretLeft()
    })
  })

  test.each([
    ['files', 'file_id'],
    ['identity_submissions', 'front'],
    ['identity_submissions', 'reverse'],
    ['support_messages', 'file'],
    ['feedback', 'file'],
    ['deposits', 'proof'],
    ['news', 'picture'],
  ])('the store refuses such a text in table %s, column %s', async (table, column) => {
    const [check] = await store.query<{ condition: string }>(
      `select pg_get_expr(conbin, conrelid) as condition from pg_constraint
       where contype = 'c' and conrelid = $1::regclass and pg_get_expr(conbin, conrelid) like $2`,
      [table, `%${column} ~%`],
    )
    const { condition } = must(check, 'the column has its check')
    const accepted = async (text: string) => {
      const named = `select ${condition} as accepted from (select $1::text as ${column}) as row`
      return (await store.query<{ accepted: boolean }>(named, [text]))[0]?.accepted
    }
    const id = '0123456789abcdef'.repeat(2)
    expect(await accepted(id)).toBe(true)
    for (const text of ['', '../known-records.json', `${id}\n`, `../${id}`, id.toUpperCase(), `${id}.part`])
      expect(await accepted(text), text).toBe(false)
  })

  test('a link is for one picture, one viewer and ten minutes', async () => {
    const [file, other] = ['0123456789abcdef0123456789abcdef', 'ffffffffffffffffffffffffffffffff']
    const ticket = must(new URL(addressOf(file), 'http://x').searchParams.get('ticket') ?? undefined, 'a ticket')
    expect(files.tickets.viewer(file, ticket)).toEqual({
      kind: 'real',
      id: ANA,
      session: undefined,
      until: runtime.now() + 600_000,
    })
    expect(files.tickets.viewer(other, ticket)).toBeUndefined()
    const [until = '', kind = '', id = '', signature = ''] = ticket.split('.')
    for (const forged of [
      `${Number(until) + 1}.${kind}.${id}.${signature}`,
      `${until}.staff.${id}.${signature}`,
      `${until}.${kind}.${BEN}.${signature}`,
      `${until}.${kind}.${id}.${signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`,
      `${until}.${kind}.${id}.`,
      '',
      'x'.repeat(10_000),
    ])
      expect(files.tickets.viewer(file, forged), forged).toBeUndefined()
    runtime.pass(599_999)
    expect(files.tickets.viewer(file, ticket)).toBeDefined()
    runtime.pass(1)
    expect(files.tickets.viewer(file, ticket)).toBeUndefined()
  })
})
