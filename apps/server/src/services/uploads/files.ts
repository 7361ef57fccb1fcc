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
import { type Encryption, EncryptionRefused } from '../encryption/index.ts'
import { OpenedPictures } from './opened-pictures.ts'
import { perceptualHashOf } from './perceptual-hash.ts'
import type { FileTwin, Print } from './picture-prints.ts'
import { markedUse, type PrintRow, printIn, printText, provenUse, type UseRow, useChanged } from './picture-use.ts'
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

export type Files = {
  readonly tickets: Tickets
  /** Reads, encodes anew, encrypts and keeps an upload; `bytes` is what it takes on the disk. */
  keep(upload: { readonly owner: UserId; readonly bytes: Uint8Array }): Promise<FileKept>
  /**
   * Gives a picture its use (`identity:12:front`). `address` is the answer of the upload. The picture of another owner
   * is unknown, and so is one whose row proves neither its use nor its fingerprints; the same use again is accepted.
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

/** A picture belongs to its owner and has its fingerprints: with those of another row it does not decrypt. */
const encryptionContext = (file: string, row: PrintRow & { readonly owner: UserId }) => ({
  purpose: 'file',
  row: `${row.owner}:${file}:${printText(row)}`,
})

const USE_ROW = 'select file_id, owner, used_for, source_hash, looks from files'

class StoredFiles implements Files {
  readonly tickets: Tickets
  readonly #options: FilesOptions
  readonly #used: UsedPictures
  readonly #opened = new OpenedPictures()

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
    // The fingerprint is of the pixels as stored: other metadata or bytes behind the picture make no new picture.
    const source_hash = encryption.fingerprint('picture', picture.bytes)
    const print = { source_hash, looks: (await perceptualHashOf(picture.bytes)) ?? null }
    const context = encryptionContext(file, { ...print, owner })
    await writeWhole(this.#path(file), encryption.encrypt(context, picture.bytes))
    await this.#addRow({ file_id: file, owner, ...print }, picture)
    return { ok: true, file, bytes: picture.bytes.length }
  }

  async attach(tx: Parameters<Files['attach']>[0], use: Parameters<Files['attach']>[1]): Promise<FileAttached> {
    const { address, owner, usedFor } = use
    const file = fileIdOf(address)
    if (file === undefined) return { ok: false, reason: 'picture_unknown' }
    const [row] = await tx.query<UseRow & { created_at: number }>(
      `select file_id, owner, used_for, source_hash, looks, created_at from files
       where file_id = $1 and owner = $2 for update`,
      [file, owner],
    )
    if (row === undefined) return { ok: false, reason: 'picture_unknown' }
    const marked = markedUse(this.#options.encryption, { ...row, file, owner, usedFor })
    if (row.used_for !== marked && (row.used_for !== null || this.#used.has(file)))
      return { ok: false, reason: this.#used.proven(row) === undefined ? 'picture_unknown' : 'picture_used' }
    // The row may have another fingerprint since the upload: then the picture does not open.
    if (!(await this.#opens(file, { ...row, owner }))) return { ok: false, reason: 'picture_unknown' }
    await tx.query('update files set used_for = $2 where file_id = $1', [file, marked])
    this.#used.attached(tx, printIn(row), { file, owner, usedFor, createdAt: row.created_at })
    return { ok: true, file }
  }

  async twins(query: Query, file: string): Promise<readonly FileTwin[]> {
    const print = await this.#printOf(query, file)
    return print === undefined ? [] : this.#used.twins(query, file, print)
  }

  async lookalikes(query: Query, file: string): Promise<readonly FileTwin[]> {
    const print = await this.#printOf(query, file)
    return print === undefined ? [] : this.#used.prints.lookalikes(file, print)
  }

  async openLink({ file, ticket, may }: Parameters<Files['openLink']>[0]): ReturnType<Files['openLink']> {
    const { store, encryption, runtime } = this.#options
    const viewer = this.tickets.viewer(file, ticket)
    if (viewer === undefined || !isFileId(file)) return undefined
    const [row] = await store.query<UseRow>(`${USE_ROW} where file_id = $1 and erased_at is null`, [file])
    if (row === undefined) return undefined
    const usedFor = provenUse(encryption, { ...row, file })
    if (!(await may(viewer, row.owner, usedFor))) return undefined
    const encrypted = await readIfThere(this.#path(file))
    if (encrypted === undefined) return 'lost'
    if (usedFor !== null) await recordView(store, { file, viewer, at: runtime.now() })
    return encryption.decryptLong(encryptionContext(file, row), encrypted)
  }

  async open({ file, owner, may }: Parameters<Files['open']>[0]): ReturnType<Files['open']> {
    const { store, encryption } = this.#options
    if (!isFileId(file)) return undefined
    const [row] = await store.query<UseRow>(`${USE_ROW} where file_id = $1 and owner = $2 and erased_at is null`, [
      file,
      owner,
    ])
    if (row === undefined || !(await may(provenUse(encryption, { ...row, file, owner })))) return undefined
    return this.#read(file, { ...row, owner })
  }

  async erase({ file, usedFor }: Parameters<Files['erase']>[0]): Promise<void> {
    const { store, runtime } = this.#options
    const [row] = await store.query<UseRow>(`${USE_ROW} where file_id = $1`, [file])
    if (row === undefined || this.#used.proven(row) !== usedFor) throw useChanged(file)
    await this.#remove([file])
    await store.query('update files set erased_at = $2 where file_id = $1 and erased_at is null', [file, runtime.now()])
  }

  async forget({ owner, recognised }: Parameters<Files['forget']>[0]): Promise<void> {
    const { store, runtime } = this.#options
    const rows = await store.query<UseRow>(`${USE_ROW} where owner = $1`, [owner])
    const proven = rows.filter((row) => this.#used.proven(row) !== undefined)
    const own = proven.map(({ file_id }) => file_id)
    await this.#remove(own)
    await store.query(
      'update files set erased_at = coalesce(erased_at, $2) where owner = $1 and file_id = any($3::text[])',
      [owner, runtime.now(), own],
    )
    for (const row of proven) if (!recognised.includes(row.file_id)) await this.#forgetPrint(row)
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

  async #addRow(row: Omit<UseRow, 'used_for'>, picture: Picture): Promise<void> {
    const { file_id: file, owner, source_hash: hash, looks } = row
    const { width, height, bytes } = picture
    await this.#options.store.query(
      `insert into files (file_id, owner, width, height, size, source_hash, looks, used_for, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, null, $8)`,
      [file, owner, width, height, bytes.length, hash, looks, this.#options.runtime.now()],
    )
  }

  /** Throws EncryptionRefused where the picture does not open with this owner and these fingerprints. */
  async #read(file: string, row: PrintRow & { readonly owner: UserId }): Promise<Uint8Array | 'lost'> {
    const encrypted = await readIfThere(this.#path(file))
    if (encrypted === undefined) return 'lost'
    return this.#options.encryption.decryptLong(encryptionContext(file, row), encrypted)
  }

  async #opens(file: string, row: UseRow): Promise<boolean> {
    const { row: context } = encryptionContext(file, row)
    try {
      if (!this.#opened.has(context) && (await this.#read(file, row)) !== 'lost') this.#opened.add(context)
      return true
    } catch (error) {
      if (!(error instanceof EncryptionRefused)) throw error
      this.#options.log.error({ err: error, file }, 'a picture was changed since its upload: it is not handed in')
      return false
    }
  }

  /** As it was learnt, or as this transaction has proven it; `undefined`: its row was changed. */
  async #printOf(query: Query, file: string): Promise<Print | undefined> {
    const known = this.#used.prints.of(file)
    if (known !== undefined) return known
    const [row] = await query<UseRow>(`${USE_ROW} where file_id = $1`, [file])
    return row !== undefined && this.#used.proven(row) !== undefined ? printIn(row) : undefined
  }

  /** Nothing finds the erased picture again. */
  async #forgetPrint(row: UseRow): Promise<void> {
    const { store, encryption } = this.#options
    const { file_id: file, owner } = row
    const usedFor = this.#used.proven(row) ?? null
    const print = { source_hash: file, looks: null }
    await store.query('update files set source_hash = $2, looks = null, used_for = $3 where file_id = $1', [
      file,
      print.source_hash,
      usedFor === null ? null : markedUse(encryption, { file, owner, usedFor, ...print }),
    ])
    this.#used.prints.remove(file)
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
