/**
 * The file of a backup: a gzipped tar that any tool opens. Tables lie in it as pieces of JSON lines, pictures as they
 * lie on the disk (encrypted), then the manifest with size and SHA-256 of every other entry, and last the
 * authentication code of the manifest. A file without these two is not a backup.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import type { Mac } from '../services/encryption/index.ts'
import { codeOf, troubleOf } from '../store/index.ts'

/** A backup that cannot be made or used: one sentence that an operator can act on. */
export class BackupRefused extends Error {}

export const BACKUP_FORMAT = 2
const MANIFEST = 'manifest.json'
const MAC = 'manifest.mac.json'
/** A larger entry is not one of ours: a piece of a table has a few megabytes, a manifest of a million pictures 100. */
const ENTRY_BYTES_MAX = 512 * 1024 ** 2
/** Table pieces, and pictures by the id that the store gave them. */
const ENTRY_NAME = /^(?:tables\/[a-z_]{1,63}\/\d{6}\.ndjson|files\/[\w-]{1,64})$/

const manifestShape = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** Which feed's store it is, see config.ts. */
  world: z.string(),
  /** ISO 8601, of the snapshot that it was read from. */
  madeAt: z.string(),
  /** Hashes of the migrations that made its tables, in their order. */
  migrations: z.array(z.string()),
  /** Where its journal ends; the hash of its last batch covers everything before it. */
  journal: z.object({ batch: z.number(), events: z.number(), hash: z.string() }),
  /** Ids of the encryption keys that its data needs. The keys themselves are not in it. */
  keys: z.array(z.string()),
  /** Rows of each table. */
  tables: z.record(z.string(), z.number()),
  sequences: z.record(z.string(), z.object({ last: z.number(), called: z.boolean() })),
  pictures: z.object({
    kept: z.number(),
    /** Rows whose file was already lost. */
    missing: z.array(z.string()),
    /** Erased while the backup was made. */
    erased: z.array(z.string()),
  }),
  entries: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifestShape>

const macShape = z.object({ key: z.string().regex(/^[0-9a-f]{8}$/), mac: z.string().regex(/^[0-9a-f]{64}$/) })
/** Makes the authentication code of a manifest. */
export type Authenticate = (manifest: Uint8Array) => Mac
/** Throws BackupRefused where the code of the manifest is wrong. */
export type CheckAuthentic = (read: { readonly path: string; readonly manifest: Uint8Array; readonly mac: Mac }) => void

export type ArchiveWriter = {
  add(name: string, bytes: Uint8Array): Promise<void>
  /**
   * Writes the manifest, which `entries` of what was added completes, and its code; resolves when the file is on the
   * disk.
   */
  finish(manifest: Omit<Manifest, 'entries'>, authenticate: Authenticate): Promise<Manifest>
  /** Ends without a manifest. */
  abandon(): Promise<void>
}

/** Writes to `path`, which must not exist: readable by its owner only. */
export function writeArchive(path: string): ArchiveWriter {
  const tar = pack()
  const entries: Manifest['entries'] = {}
  const written = pipeline(tar, createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  // `add` and `finish` report a failure; until then it must not count as an unhandled rejection.
  written.catch(() => {})
  const sent = (name: string, bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      // A sink, because it waits for a slow disk; an entry given whole would pile up in memory.
      const sink = tar.entry({ name, size: bytes.length, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
      // Without a listener the error of a file that fails meanwhile would end the process.
      sink.on('error', reject)
      sink.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    })
  const put = async (name: string, bytes: Uint8Array): Promise<void> => {
    try {
      // `written` never resolves first with success: the tar ends only after its last entry.
      await Promise.race([sent(name, bytes), written])
    } catch (error) {
      tar.destroy(error instanceof Error ? error : new Error(String(error)))
      // Rejects with the first failure, which the tar that it ended does not name.
      await written.catch((cause: unknown) => {
        throw writeFault(path, cause)
      })
      throw error
    }
  }
  return {
    add: async (name, bytes) => {
      await put(name, bytes)
      entries[name] = { bytes: bytes.length, sha256: sha256(bytes) }
    },
    finish: async (rest, authenticate) => {
      const manifest: Manifest = { ...rest, entries }
      const bytes = Buffer.from(JSON.stringify(manifest))
      const mac = authenticate(bytes)
      await put(MANIFEST, bytes)
      await put(MAC, Buffer.from(JSON.stringify(mac)))
      tar.finalize()
      await written
        .then(() => flushToDisk(path))
        .catch((cause: unknown) => {
          throw writeFault(path, cause)
        })
      return manifest
    },
    abandon: async () => {
      tar.destroy(new Error('the backup was abandoned'))
      await written.catch(() => {})
    },
  }
}

/** In a sentence where the disk of a backup is full; any other error as it is. */
export function writeFault(path: string, error: unknown): unknown {
  if (troubleOf(error) !== 'disk_full') return error
  return new BackupRefused(`the disk of ${dirname(path)} is full: make room, or write the backup to another disk`)
}

export async function flushToDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/**
 * Reads everything once and compares it with the manifest, whose code is checked first. Throws BackupRefused when
 * anything is not as it was written.
 */
export async function checkArchive(path: string, checkAuthentic: CheckAuthentic): Promise<Manifest> {
  const found: Manifest['entries'] = {}
  let manifestBytes: Uint8Array | undefined
  let macBytes: Uint8Array | undefined
  await eachEntry(path, async (name, bytes) => {
    if (macBytes !== undefined || (manifestBytes !== undefined && name !== MAC))
      throw damaged(path, 'something follows its manifest')
    if (name === MANIFEST) manifestBytes = bytes
    else if (name === MAC && manifestBytes !== undefined) macBytes = bytes
    else if (name in found || !ENTRY_NAME.test(name)) throw damaged(path, `it has an entry ${JSON.stringify(name)}`)
    else found[name] = { bytes: bytes.length, sha256: sha256(bytes) }
  })
  if (manifestBytes === undefined) throw damaged(path, 'its end is missing')
  const json = jsonOf(path, manifestBytes)
  checkFormat(path, json)
  const mac = macBytes && macShape.safeParse(jsonOf(path, macBytes))
  if (mac?.success !== true) throw damaged(path, 'the authentication code of its manifest is missing')
  checkAuthentic({ path, manifest: manifestBytes, mac: mac.data })
  const manifest = manifestOf(path, json)
  for (const [name, { bytes, sha256: hash }] of Object.entries(manifest.entries)) {
    const entry = found[name]
    if (entry === undefined) throw damaged(path, `${name} is missing`)
    if (entry.bytes !== bytes || entry.sha256 !== hash) throw damaged(path, `${name} does not have its checksum`)
  }
  const unknown = Object.keys(found).find((name) => !(name in manifest.entries))
  if (unknown !== undefined) throw damaged(path, `${unknown} is not in its manifest`)
  return manifest
}

/**
 * Every entry of the manifest, in the order of the file. Check the archive first. Each entry is compared once more: the
 * file may have been replaced since.
 */
export async function readArchive(
  path: string,
  { entries }: Pick<Manifest, 'entries'>,
  take: (name: string, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const left = new Map(Object.entries(entries))
  await eachEntry(path, async (name, bytes) => {
    if (name === MANIFEST || name === MAC) return
    if (left.get(name)?.sha256 !== sha256(bytes)) throw damaged(path, `${name} was changed after the check`)
    left.delete(name)
    await take(name, bytes)
  })
  if (left.size > 0) throw damaged(path, `${left.size} entries were removed after the check`)
}

async function eachEntry(path: string, take: (name: string, bytes: Uint8Array) => Promise<void>): Promise<void> {
  const tar = extract()
  const piped = pipeline(createReadStream(path), createGunzip(), tar)
  piped.catch(() => {})
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      if (size > ENTRY_BYTES_MAX) throw damaged(path, `an entry of ${size} bytes is none of a backup`)
      const parts: Uint8Array[] = []
      for await (const part of entry) parts.push(part as Uint8Array)
      await take(name, Buffer.concat(parts))
    }
    await piped
  } catch (error) {
    tar.destroy()
    if (error instanceof BackupRefused) throw error
    if (isUnreadable(error)) throw unreadable(path)
    if (!isOfTheFile(error)) throw error
    throw damaged(path, error instanceof Error ? error.message : String(error))
  }
}

/** True where the rights of the file or of a folder above it keep this user out. */
export function isUnreadable(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes(codeOf(error) ?? '')
}

export function unreadable(path: string): BackupRefused {
  return new BackupRefused(
    `${path} cannot be read by this user: give it to the user that runs the server (chown), in a folder that this ` +
      'user may enter',
  )
}

/** Faults of gzip and tar. A file that is not there says so itself, and a refusal of the store is not the file's. */
function isOfTheFile(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  if (code.startsWith('Z_') || code.startsWith('ERR_STREAM')) return true
  return (
    error instanceof Error &&
    /tar header|tar data|unexpected end|end of file|writable stream closed/i.test(error.message)
  )
}

function jsonOf(path: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    throw damaged(path, 'its manifest is not JSON')
  }
}

function checkFormat(path: string, value: unknown): void {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined
  if (format !== BACKUP_FORMAT)
    throw new BackupRefused(`${path} has backup format ${String(format)}; this release reads format ${BACKUP_FORMAT}`)
}

function manifestOf(path: string, value: unknown): Manifest {
  const read = manifestShape.safeParse(value)
  if (!read.success) throw damaged(path, 'its manifest has another shape')
  return read.data
}

function damaged(path: string, why: string): BackupRefused {
  return new BackupRefused(`${path} is damaged: ${why}. Nothing was restored; take another backup`)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
