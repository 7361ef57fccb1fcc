/**
 * The files of a built app, which the build has compressed too, from memory. Reading one from the disk costs more than
 * the rest of its answer, and takes a place among the few reads and compressions that a process does at a time. A name
 * that is no ordinary file of a build is left to the library, and so is a file that memory has no room for.
 */
import { readFileSync, type Stats, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Of one app. The customers' app has 6.4 MB with its compressed files, the office 2 MB. */
const KEPT_BYTES_MAX = 32 * 1024 ** 2
/** A kept file is compared with the disk after this long, so that a new build needs no restart. */
const LOOKED_AT_EVERY_MS = 1_000
const YEAR_SECONDS = 31_536_000

/** No dot begins a name, so no path leaves the folder. */
const ORDINARY = /^\/(?:\w[\w-]*\/)*\w[\w.-]*$/
/** As the library names them. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}
/** The best one first. The file as it was built stands last. */
const CODINGS = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
  { coding: undefined, ending: '' },
] as const

type Version = {
  readonly coding: 'br' | 'gzip' | undefined
  readonly bytes: Buffer
  readonly mtimeMs: number
}
/** `versions`: in the order of `CODINGS`. */
type Kept = { readonly versions: readonly Version[]; readonly size: number; lookedAt: number }

export type BuiltFiles = (request: FastifyRequest, reply: FastifyReply, path: string) => FastifyReply

/**
 * Serves the files of `folder` below `/`, and gives the function that sends one of them, such as `/index.html`. `now`
 * only grows, in milliseconds. A path without a file is answered by the handler for unknown addresses.
 */
export async function registerBuiltFiles(
  app: FastifyInstance,
  options: { readonly folder: string; readonly now: () => number; readonly bytesMax?: number },
): Promise<BuiltFiles> {
  const { folder, now, bytesMax = KEPT_BYTES_MAX } = options
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders: (reply, path) => void reply.setHeader('cache-control', cachingOf(path)),
  })
  const kept = new KeptFiles({ folder, now, bytesMax })
  const send: BuiltFiles = (request, reply, path) => {
    const versions = kept.versions(path)
    const accepted = request.headers['accept-encoding'] ?? ''
    const version = versions?.find(({ coding }) => coding === undefined || accepts(accepted, coding))
    return version === undefined ? reply.sendFile(path) : sendVersion({ request, reply, path, version })
  }
  app.route<{ Params: { '*': string } }>({
    method: ['HEAD', 'GET'],
    url: '/*',
    handler: (request, reply) => send(request, reply, `/${request.params['*']}`),
  })
  return send
}

/** Files by their path, with the compressed ones that stand beside them. */
class KeptFiles {
  readonly #folder: string
  readonly #now: () => number
  readonly #bytesMax: number
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  constructor(options: { readonly folder: string; readonly now: () => number; readonly bytesMax: number }) {
    this.#folder = options.folder
    this.#now = options.now
    this.#bytesMax = options.bytesMax
  }

  /** `undefined`: there is no such file to keep. */
  versions(path: string): readonly Version[] | undefined {
    const known = this.#kept.get(path)
    const now = this.#now()
    if (known !== undefined && now - known.lookedAt < LOOKED_AT_EVERY_MS) return known.versions
    if (known === undefined && !(ORDINARY.test(path) && extname(path) in TYPES)) return undefined
    const found = this.#look(path)
    if (known !== undefined && isSame(known.versions, found)) {
      known.lookedAt = now
      return known.versions
    }
    this.#forget(path)
    // Without the file itself, one of its compressed ones would be a left-over.
    return found.some(({ ending }) => ending === '') ? this.#keep(path, found) : undefined
  }

  #look(path: string): readonly Found[] {
    return CODINGS.flatMap(({ coding, ending }) => {
      const stats = statsOf(join(this.#folder, `${path}${ending}`))
      return stats === undefined ? [] : [{ coding, ending, size: stats.size, mtimeMs: stats.mtimeMs }]
    })
  }

  #keep(path: string, found: readonly Found[]): readonly Version[] | undefined {
    const size = found.reduce((sum, each) => sum + each.size, 0)
    if (this.#bytes + size > this.#bytesMax) return undefined
    const versions = found.map(({ coding, ending, mtimeMs }) => {
      const bytes = readFileSync(join(this.#folder, `${path}${ending}`))
      return { coding, bytes, mtimeMs }
    })
    this.#kept.set(path, { versions, size, lookedAt: this.#now() })
    this.#bytes += size
    return versions
  }

  #forget(path: string): void {
    this.#bytes -= this.#kept.get(path)?.size ?? 0
    this.#kept.delete(path)
  }
}

type Found = Pick<Version, 'coding' | 'mtimeMs'> & { readonly ending: string; readonly size: number }

function isSame(versions: readonly Version[], found: readonly Found[]): boolean {
  return (
    versions.length === found.length &&
    found.every(({ coding, size, mtimeMs }, index) => {
      const known = versions[index]
      return known !== undefined && known.coding === coding && known.bytes.length === size && known.mtimeMs === mtimeMs
    })
  )
}

/** `undefined`: no file, or a name that the system refuses. */
function statsOf(path: string): Stats | undefined {
  try {
    const stats = statSync(path)
    return stats.isFile() ? stats : undefined
  } catch {
    return undefined
  }
}

function sendVersion(parts: {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly path: string
  readonly version: Version
}): FastifyReply {
  const { request, reply, path, version } = parts
  const { coding, bytes, mtimeMs } = version
  // As the library makes them, for answers that a browser has kept.
  const etag = `W/"${bytes.length.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"`
  const changed = new Date(mtimeMs).toUTCString()
  void reply.headers({ 'cache-control': cachingOf(path), etag, 'last-modified': changed })
  if (!reply.hasHeader('vary')) void reply.header('vary', 'accept-encoding')
  const { 'if-none-match': tags, 'if-modified-since': since = '' } = request.headers
  const isKnown = tags === undefined ? Date.parse(since) >= Date.parse(changed) : tags.includes(etag)
  if (isKnown) return reply.code(304).send()
  if (coding !== undefined) void reply.header('content-encoding', coding)
  return reply.type(TYPES[extname(path)] ?? 'application/octet-stream').send(bytes)
}

/** A name of `assets` carries a hash of what the file holds. */
const cachingOf = (path: string): string =>
  path.includes('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'

/** The header names the coding, with a weight above 0. */
function accepts(header: string, coding: string): boolean {
  return header.split(',').some((each) => {
    const [name = '', weight = ''] = each.toLowerCase().split(';')
    return name.trim() === coding && !/^\s*q=0(?:\.0*)?\s*$/.test(weight)
  })
}
