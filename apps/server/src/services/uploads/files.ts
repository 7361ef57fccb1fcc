/**
 * Pictures that customers uploaded: encrypted in a folder, each with a row. A picture belongs to its uploader and has
 * one use; a picture without a use is removed after a day. The folder lies outside the store and does not come back, so
 * no picture is removed because of its row alone: the server remembers outside the store which ones have a use
 * (used-pictures.ts), and removes one of these only for the use that its row proves.
 */

import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, type UserId } from '@veritick/domain'
import type { Logger } from 'pino'
import type { Query, Store, Transaction } from '../../store/index.ts'
import { DAY_MS, type Runtime, randomId } from '../clock/index.ts'
import type { Encryption } from '../encryption/index.ts'
import { HASH_BITS_MAX, perceptualHashOf } from './perceptual-hash.ts'
import { markedUse, provenUse, type UseRow, useChanged, useIn } from './picture-use.ts'
import { type Picture, type PictureFault, readPicture } from './pictures.ts'
import { PICTURE_BYTES_UNUSED_MAX, PICTURE_BYTES_UNUSED_OWN_MAX } from './quota.ts'
import { fileIdOf, isFileId, type Opened, type Tickets, ticketsOf, type Viewer } from './tickets.ts'
import { UsedPictures } from './used-pictures.ts'

export type FileKept =
  | { readonly ok: true; readonly file: string; readonly bytes: number }
  | { readonly ok: false; readonly reason: PictureFault | 'too_many_pictures' }

export type FileAttached =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly reason: 'picture_unknown' | 'picture_used' }

/** The same picture handed in for something else, perhaps by another customer. */
export type FileTwin = {
  readonly file: string
  readonly owner: UserId
  readonly usedFor: string
  readonly createdAt: number
}

export type Files = {
  readonly tickets: Tickets
  /** Reads, encodes anew, encrypts and keeps an upload; `bytes` is what it takes on the disk. */
  keep(upload: { readonly owner: UserId; readonly bytes: Uint8Array }): Promise<FileKept>
  /**
   * Gives a picture its use (`identity:12:front`). `address` is the answer of the upload. The picture of another owner
   * is unknown; the same use again is accepted.
   */
  attach(
    tx: Pick<Transaction, 'query' | 'onEnd'>,
    use: { readonly address: string; readonly owner: UserId; readonly usedFor: string },
  ): Promise<FileAttached>
  /** Other uploads of the same picture with a use. */
  twins(query: Query, file: string): Promise<readonly FileTwin[]>
  /** Pictures that only look the same, newest first: in another size or quality, or with an edge cut off. */
  lookalikes(query: Query, file: string): Promise<readonly FileTwin[]>
  /**
   * Opens a link: the JPEG; the view of a picture with a use is recorded. `undefined`: the link is for another picture,
   * too old or made up, the picture is gone, or `may` refuses. `lost`: the file is missing. Throws when the file, its
   * owner or its use was changed, or its key is gone.
   */
  openLink(link: {
    readonly file: string
    readonly ticket: string
    /** `usedFor`: null for a picture without a use. */
    readonly may: (viewer: Viewer, owner: UserId, usedFor: string | null) => boolean | Promise<boolean>
  }): Promise<Uint8Array | 'lost' | undefined>
  /**
   * A picture of this owner without a link for one viewer: `may` decides by its use. No view is recorded, because such
   * a picture shows nothing about a customer. `undefined` and `lost` as for `openLink`.
   */
  open(options: {
    readonly file: string
    readonly owner: UserId
    readonly may: (usedFor: string | null) => boolean | Promise<boolean>
  }): Promise<Uint8Array | 'lost' | undefined>
  /**
   * Removes the picture for good; its fingerprint stays and finds the same picture later. Idempotent. Throws RowChanged
   * where the row of the picture does not prove this use.
   */
  erase(picture: { readonly file: string; readonly usedFor: string }): Promise<void>
  /**
   * The same for every picture of an owner. No fingerprint stays but of the `recognised` ones: nothing finds the others
   * again. Idempotent. Throws RowChanged, after all others were removed, for a picture whose row does not prove its
   * owner and its use.
   */
  forget(pictures: { readonly owner: UserId; readonly recognised: readonly string[] }): Promise<void>
  /** Remembers the uses that rows prove: after a restore, or a process that ended before it could. */
  learnUses(): Promise<void>
  /** Removes pictures without a use, and files without a row; both older than a day. */
  sweep(): Promise<{ readonly removed: number }>
  /** Ids of pictures that should be in the folder and are not, such as after a restore without it; in no order. */
  lost(): Promise<readonly string[]>
}

/** Uploads of one person in 24 hours: far more than forms have fields. */
export const FILES_PER_DAY_MAX = 60
/** Foreign ids in a line of the log, and characters of each. */
const FOREIGN_LOGGED_MAX = 10
const FOREIGN_CHARACTERS_MAX = 100
const noneIfAbsent = (error: unknown): string[] => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
/** Lookalikes that a reviewer is shown. */
const LOOKALIKES_MAX = 20

export type FilesOptions = {
  readonly store: Pick<Store, 'query'>
  readonly encryption: Encryption
  readonly runtime: Runtime
  /** The folder of one world: DATA_DIR/<world>/files. */
  readonly folder: string
  readonly log: Logger
}

export function filesOf(options: FilesOptions): Files {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  return new StoredFiles(options)
}

/** A picture belongs to its owner: in another owner's row it does not decrypt. */
const encryptionContext = (file: string, owner: UserId) => ({ purpose: 'file', row: `${owner}:${file}` })

class StoredFiles implements Files {
  readonly tickets: Tickets
  readonly #options: FilesOptions
  readonly #used: UsedPictures

  constructor(options: FilesOptions) {
    this.#options = options
    this.#used = new UsedPictures(options)
    this.tickets = ticketsOf(options)
  }

  async keep({ owner, bytes }: Parameters<Files['keep']>[0]): Promise<FileKept> {
    const { encryption, runtime } = this.#options
    if (await this.#isFull(owner)) return { ok: false, reason: 'too_many_pictures' }
    const read = await readPicture(bytes)
    if (!read.ok) return read
    const { picture } = read
    const file = randomId(runtime)
    await writeWhole(this.#path(file), encryption.encrypt(encryptionContext(file, owner), picture.bytes))
    await this.#addRow(file, owner, picture)
    return { ok: true, file, bytes: picture.bytes.length }
  }

  async attach(tx: Parameters<Files['attach']>[0], use: Parameters<Files['attach']>[1]): Promise<FileAttached> {
    const { address, owner, usedFor } = use
    const file = fileIdOf(address)
    if (file === undefined) return { ok: false, reason: 'picture_unknown' }
    const taken = await tx.query(
      `update files set used_for = $3 where file_id = $1 and owner = $2
         and (used_for = $3 or (used_for is null and not $4::boolean)) returning 1`,
      [file, owner, markedUse(this.#options.encryption, { file, owner, usedFor }), this.#used.has(file)],
    )
    if (taken.length > 0) {
      this.#used.attached(tx, file)
      return { ok: true, file }
    }
    const own = await tx.query('select 1 from files where file_id = $1 and owner = $2', [file, owner])
    return { ok: false, reason: own.length > 0 ? 'picture_used' : 'picture_unknown' }
  }

  async twins(query: Query, file: string): Promise<readonly FileTwin[]> {
    const rows = await query<TwinRow>(
      `select other.file_id, other.owner, other.used_for, other.created_at from files mine
        join files other using (source_hash)
       where mine.file_id = $1 and other.file_id <> $1 and other.used_for is not null
       order by other.created_at, other.file_id`,
      [file],
    )
    return rows.map(twinOf)
  }

  async lookalikes(query: Query, file: string): Promise<readonly FileTwin[]> {
    const rows = await query<TwinRow>(
      `select other.file_id, other.owner, other.used_for, other.created_at from files mine join files other
         on bit_count(('x' || mine.looks)::bit(64) # ('x' || other.looks)::bit(64)) <= $2
       where mine.file_id = $1 and other.file_id <> $1 and other.source_hash <> mine.source_hash
         and other.used_for is not null
       order by other.created_at desc, other.file_id limit $3`,
      [file, HASH_BITS_MAX, LOOKALIKES_MAX],
    )
    return rows.map(twinOf)
  }

  async openLink({ file, ticket, may }: Parameters<Files['openLink']>[0]): ReturnType<Files['openLink']> {
    const { store, encryption, runtime } = this.#options
    const viewer = this.tickets.viewer(file, ticket)
    if (viewer === undefined || !isFileId(file)) return undefined
    const [row] = await store.query<{ owner: UserId; used_for: string | null }>(
      'select owner, used_for from files where file_id = $1 and erased_at is null',
      [file],
    )
    if (row === undefined) return undefined
    const usedFor = provenUse(encryption, { ...row, file })
    if (!(await may(viewer, row.owner, usedFor))) return undefined
    const encrypted = await readIfThere(this.#path(file))
    if (encrypted === undefined) return 'lost'
    if (usedFor !== null) await recordView(store, { file, viewer, at: runtime.now() })
    return encryption.decrypt(encryptionContext(file, row.owner), encrypted)
  }

  async open({ file, owner, may }: Parameters<Files['open']>[0]): ReturnType<Files['open']> {
    const { store, encryption } = this.#options
    if (!isFileId(file)) return undefined
    const [row] = await store.query<{ used_for: string | null }>(
      'select used_for from files where file_id = $1 and owner = $2 and erased_at is null',
      [file, owner],
    )
    if (row === undefined || !(await may(provenUse(encryption, { ...row, file, owner })))) return undefined
    const encrypted = await readIfThere(this.#path(file))
    return encrypted === undefined ? 'lost' : encryption.decrypt(encryptionContext(file, owner), encrypted)
  }

  async erase({ file, usedFor }: Parameters<Files['erase']>[0]): Promise<void> {
    const { store, runtime } = this.#options
    const [row] = await store.query<UseRow>('select file_id, owner, used_for from files where file_id = $1', [file])
    if (row === undefined || this.#used.proven(row) !== usedFor) throw useChanged(file)
    await this.#remove([file])
    await store.query('update files set erased_at = $2 where file_id = $1 and erased_at is null', [file, runtime.now()])
  }

  async forget({ owner, recognised }: Parameters<Files['forget']>[0]): Promise<void> {
    const { store, runtime } = this.#options
    const rows = await store.query<UseRow>('select file_id, owner, used_for from files where owner = $1', [owner])
    const own = rows.filter((row) => this.#used.proven(row) !== undefined).map(({ file_id }) => file_id)
    await this.#remove(own)
    await store.query(
      'update files set erased_at = coalesce(erased_at, $2) where owner = $1 and file_id = any($3::text[])',
      [owner, runtime.now(), own],
    )
    await store.query(
      `update files set source_hash = file_id, looks = null where owner = $1 and file_id = any($2::text[])
         and file_id <> all($3::text[])`,
      [owner, own, recognised],
    )
    const other = rows.find(({ file_id }) => !own.includes(file_id))
    if (other !== undefined) throw useChanged(other.file_id)
  }

  learnUses(): Promise<void> {
    return this.#used.learn()
  }

  async sweep(): Promise<{ removed: number }> {
    const { store, runtime } = this.#options
    await this.#used.learn()
    // Pictures do not come back: a wall clock that is ahead for a moment must remove nothing.
    const before = runtime.guardedNow() - DAY_MS
    const rows = await store.query<{ file_id: string }>(
      'select file_id from files where used_for is null and created_at < $1',
      [before],
    )
    const unused = this.#used.without(rows.map(({ file_id }) => file_id))
    const deleted = await store.query<{ file_id: string }>(
      'delete from files where used_for is null and file_id = any($1::text[]) returning file_id',
      [unused],
    )
    const removed = await this.#remove(deleted.map(({ file_id }) => file_id))
    return { removed: removed + (await this.#sweepOrphans(before)) }
  }

  async lost(): Promise<readonly string[]> {
    const { store, folder } = this.#options
    // Rows first: a picture is written before its row, so a picture that is added meanwhile is not taken for lost.
    const rows = await store.query<{ file_id: string }>('select file_id from files where erased_at is null')
    // Without the folder every picture is lost: the health page and the metrics must say so and not fail.
    const there = new Set(await readdir(folder).catch(noneIfAbsent))
    const absent = rows.map((row) => row.file_id).filter((file) => !there.has(file))
    if (absent.length === 0) return absent
    // A picture may have been erased between the two reads.
    const still = await store.query<{ file_id: string }>(
      'select file_id from files where erased_at is null and file_id = any($1::text[])',
      [absent],
    )
    return still.map((row) => row.file_id)
  }

  /** The owner's uploads of a day, or the pictures without a use of the owner or of all, have reached their limit. */
  async #isFull(owner: UserId): Promise<boolean> {
    const { store, runtime } = this.#options
    const [today] = await store.query<{ count: number }>(
      'select count(*) as count from files where owner = $1 and created_at > $2',
      [owner, runtime.now() - DAY_MS],
    )
    if (today !== undefined && today.count >= FILES_PER_DAY_MAX) return true
    const [unused] = await store.query<{ own: number; all: number }>(
      `select coalesce(sum(size) filter (where owner = $1), 0)::bigint as own, coalesce(sum(size), 0)::bigint as all
       from files where used_for is null`,
      [owner],
    )
    if (unused === undefined) return false
    return unused.own >= PICTURE_BYTES_UNUSED_OWN_MAX || unused.all >= PICTURE_BYTES_UNUSED_MAX
  }

  async #addRow(file: string, owner: UserId, picture: Picture): Promise<void> {
    const { store, encryption, runtime } = this.#options
    const { width, height, bytes } = picture
    const looks = await perceptualHashOf(bytes)
    // The fingerprint is of the pixels as stored: other metadata or bytes behind the picture make no new picture.
    const fingerprint = encryption.fingerprint('picture', bytes)
    await store.query(
      `insert into files (file_id, owner, width, height, size, source_hash, looks, used_for, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, null, $8)`,
      [file, owner, width, height, bytes.length, fingerprint, looks ?? null, runtime.now()],
    )
  }

  /** Removes the files that a crash left between file and row. The disk's own clock says how old it is. */
  async #sweepOrphans(before: number): Promise<number> {
    const { store, folder } = this.#options
    const rows = await store.query<{ file_id: string }>('select file_id from files')
    const known = new Set(rows.map((row) => row.file_id))
    const names = (await readdir(folder)).filter((name) => !known.has(name))
    let removed = 0
    for (const name of this.#used.without(names)) {
      const path = join(folder, name)
      if ((await stat(path)).mtimeMs >= before) continue
      await rm(path, { force: true })
      removed++
    }
    return removed
  }

  /**
   * Removes the files; gives the number of their ids. A text that is no id was written into the store by an attacker
   * and may name any file of this process: it is left out and logged, and the others are removed.
   */
  async #remove(files: readonly string[]): Promise<number> {
    const own = files.filter(isFileId)
    for (const file of own) await rm(this.#path(file), { force: true })
    if (own.length < files.length) {
      const foreign = files.filter((file) => !isFileId(file))
      const named = foreign.slice(0, FOREIGN_LOGGED_MAX).map((file) => file.slice(0, FOREIGN_CHARACTERS_MAX))
      this.#options.log.error({ count: foreign.length, foreign: named }, FOREIGN_ID)
    }
    return own.length
  }

  #path(file: string): string {
    assert(isFileId(file), 'a picture has the id that this server gave it')
    return join(this.#options.folder, file)
  }
}

const FOREIGN_ID =
  'a row of the store names a picture by a text that is no id of this server, so no file was removed for it: the row ' +
  'was changed in the store. Keep a copy of the store, and find out who can write to it'

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

type TwinRow = {
  readonly file_id: string
  readonly owner: UserId
  readonly used_for: string
  readonly created_at: number
}

const twinOf = (row: TwinRow): FileTwin => ({
  file: row.file_id,
  owner: row.owner,
  usedFor: useIn(row.used_for),
  createdAt: row.created_at,
})

/** Once for each link: looking again at an open page is the same view. */
async function recordView(
  store: Pick<Store, 'query'>,
  view: { readonly file: string; readonly viewer: Opened; readonly at: number },
): Promise<void> {
  const { file, viewer, at } = view
  await store.query(
    `insert into picture_views (file_id, viewer_kind, viewer_id, until, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [file, viewer.kind, viewer.id, viewer.until, at],
  )
}

/** A name appears only when the file is complete and on the disk. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(`${path}.part`, bytes, { mode: 0o600, flag: 'wx', flush: true })
  await rename(`${path}.part`, path)
}
