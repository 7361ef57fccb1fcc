/**
 * Only the process that has the embedded store open can read it, so a running server makes the backup itself and hands
 * the file over a Unix socket in the world's folder, which only its owner may enter. The tables are read in one
 * transaction: orders wait that long, none is lost. The file is complete on the disk before a byte of it is sent, so a
 * slow receiver holds nothing up.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, openSync, rmSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { BackupRefused, writeFault } from './archive.ts'
import { type BackupSource, makeBackup } from './make.ts'

const SOCKET = 'backup.sock'
/** The longest path of a socket that systems allow, less a byte or two. */
const SOCKET_PATH_BYTES_MAX = 100
/** A receiver that takes nothing for this long is left. */
const IDLE_MS = 60_000
/** The server's first line: how many bytes follow, or why none do. */
const HEAD_BYTES_MAX = 4_096
/** Names of unfinished files; what a crash left is removed at the next start. */
const DRAFT = /^backup-[0-9a-f]{16}\.part$/

export type BackupSocket = { stop(): Promise<void> }

/** Serves backups of the open store. `folder`: of the world, whose writer lock the caller holds. */
export async function openBackupSocket(options: {
  readonly folder: string
  readonly source: BackupSource
  readonly log: Logger
}): Promise<BackupSocket> {
  const { folder, source, log } = options
  await removeDrafts(folder)
  const address = socketAddress(folder)
  // Of a process that was killed: the writer lock says that no other one is listening.
  rmSync(address.path, { force: true })
  let isBusy = false
  const running = new Set<Promise<void>>()
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    if (isBusy)
      return void socket.end(
        `${JSON.stringify({ refused: 'another backup is being made: try again when it is done' })}\n`,
      )
    isBusy = true
    const work = serve(socket, { folder, source, log }).finally(() => {
      isBusy = false
      running.delete(work)
    })
    running.add(work)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address.path, resolve))
  return {
    stop: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      await Promise.all(running)
      address.close()
    },
  }
}

async function serve(
  socket: Socket,
  parts: { readonly folder: string; readonly source: BackupSource; readonly log: Logger },
): Promise<void> {
  const { folder, source, log } = parts
  const draft = join(folder, `backup-${randomBytes(8).toString('hex')}.part`)
  try {
    const started = performance.now()
    const { journal, pictures } = await makeBackup(source, draft)
    const { size } = await stat(draft)
    log.info(
      { batch: journal.batch, pictures: pictures.kept, bytes: size, ms: Math.round(performance.now() - started) },
      'a backup was made',
    )
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    socket.write(`${JSON.stringify({ bytes: size })}\n`)
    await pipeline(createReadStream(draft), socket)
  } catch (error) {
    log.error({ err: error }, 'a backup could not be made')
    const refused =
      error instanceof BackupRefused ? error.message : 'the server could not make the backup: its log says why'
    if (!socket.destroyed) socket.end(`${JSON.stringify({ refused })}\n`)
  } finally {
    await rm(draft, { force: true })
  }
}

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (DRAFT.test(name)) await rm(join(folder, name), { force: true })
}

/** Asks the server that has this world open, and writes what it hands over to `path`. False when no server listens. */
export async function fetchBackup(folder: string, path: string): Promise<boolean> {
  const address = socketAddress(folder)
  try {
    const socket = createConnection(address.path)
    const connected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    if (!connected) return false
    const body = new ReceivedBackup()
    await pipeline(socket, body, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch((error: unknown) => {
      throw writeFault(path, error)
    })
    body.checkComplete()
    return true
  } finally {
    address.close()
  }
}

/** Takes the first line off and counts what follows. */
class ReceivedBackup extends Transform {
  #head = Buffer.alloc(0)
  #expected: number | undefined
  #received = 0

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null, data?: Buffer) => void,
  ): void {
    try {
      const body = this.#expected === undefined ? this.#readHead(chunk) : chunk
      this.#received += body.length
      done(null, body)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }

  checkComplete(): void {
    if (this.#received !== this.#expected)
      throw new BackupRefused('the server ended before the backup was complete: try again')
  }

  #readHead(chunk: Buffer): Buffer {
    this.#head = Buffer.concat([this.#head, chunk])
    const end = this.#head.indexOf(0x0a)
    if (end < 0) {
      if (this.#head.length > HEAD_BYTES_MAX)
        throw new BackupRefused('what listens on the backup socket is no Veritick server')
      return Buffer.alloc(0)
    }
    const head: unknown = JSON.parse(this.#head.subarray(0, end).toString('utf8'))
    if (typeof head === 'object' && head !== null && 'refused' in head) throw new BackupRefused(String(head.refused))
    this.#expected = typeof head === 'object' && head !== null && 'bytes' in head ? Number(head.bytes) : 0
    return this.#head.subarray(end + 1)
  }
}

/** The socket's path; a long one goes through a descriptor of its folder, which Linux offers as a short path. */
function socketAddress(folder: string): { readonly path: string; close(): void } {
  const path = join(folder, SOCKET)
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX || process.platform !== 'linux') return { path, close: () => {} }
  const descriptor = openSync(folder, 'r')
  return { path: `/proc/self/fd/${descriptor}/${SOCKET}`, close: () => closeSync(descriptor) }
}
