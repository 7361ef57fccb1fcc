/**
 * A proxy between a store and its PostgreSQL that breaks connections at an exact moment and in an exact manner. A real
 * outage reaches the connections of a process in any order; a test of every order needs to choose it.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** PostgreSQL's last message with this code and then the end of the stream, the end alone, or a reset. */
export type Break = { readonly code: string } | 'end' | 'reset'

export type PostgresProxy = {
  /** The address of the database behind the proxy. */
  readonly url: string
  /** How many connections are open whose `application_name` ends with `name`. */
  count(name: string): number
  /** Breaks the open connections whose `application_name` ends with `name`. */
  break(name: string, how: Break): void
  /**
   * From now on each such new connection is broken with the very bytes that tell the client that it is ready. The
   * function that is returned ends this.
   */
  breakNew(name: string, how: Break): () => void
  /**
   * Cuts each open connection of that name at its next statement: `before` the server has got it, or `after` the server
   * has answered, so that the answer is lost.
   */
  cutNext(name: string, when: 'before' | 'after'): void
  /**
   * The next transaction that sends a statement with the text `holds` gets no answer to its COMMIT: its connection is
   * reset. The server gets the COMMIT at once, or this many milliseconds later. `isUndone`: the server never gets it.
   */
  loseCommit(lost: LostCommit): void
  /** How many of these were lost. */
  lostCommits(): number
  /**
   * From now on each answer of the server on such a connection, open or new, is this many milliseconds late. The
   * function that is returned ends this.
   */
  delay(name: string, millis: number): () => void
  /**
   * From now on nothing passes on the open connections of that name, in either direction, and neither side is told: a
   * firewall has forgotten them.
   */
  forget(name: string): void
  /** From now on each such connection, open or new, sends this many bytes in a millisecond to the server. */
  slow(name: string, perMs: number): () => void
  close(): Promise<void>
}

type LostCommit = {
  readonly holds: string
  readonly lateMs?: number
  readonly isUndone?: boolean
}
type Link = {
  readonly name: string
  readonly client: Socket
  cut?: 'before' | 'after'
  isForgotten?: true
  /** This connection's next COMMIT loses its answer. */
  losing?: LostCommit
}

/** `databaseUrl`: of a server that listens on a Unix socket or on TCP. */
export async function postgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const links = new Set<Link>()
  const sockets = new Set<Socket>()
  const breaksNew = new Map<string, Break>()
  const delays = new Map<string, number>()
  const paces = new Map<string, number>()
  const loss = new CommitLoss()
  const server = createServer((client) => {
    const upstream = connect(addressOf(databaseUrl))
    for (const socket of [client, upstream]) keepUntilClosed(sockets, socket)
    client.once('data', (startup: Buffer) => {
      const link: Link = { name: applicationOf(startup), client }
      links.add(link)
      client.on('close', () => {
        links.delete(link)
        upstream.destroy()
      })
      upstream.write(startup)
      client.on('data', (piece) => {
        if (link.isForgotten) return
        if (loss.takes(link, upstream, piece)) return void links.delete(link)
        if (link.cut === 'before') client.resetAndDestroy()
        else upstream.write(piece)
        rest(client, piece.length / (settingOf(paces, link) ?? Number.POSITIVE_INFINITY))
      })
      const how = settingOf(breaksNew, link)
      if (how === undefined) {
        upstream.on('data', (piece) => {
          if (link.isForgotten) return
          if (link.cut === 'after') client.resetAndDestroy()
          const late = settingOf(delays, link)
          if (late === undefined) client.write(piece)
          else setTimeout(() => client.write(piece), late)
        })
      } else whenReady(upstream, (bytes) => breakLink(client, how, bytes))
    })
    upstream.on('close', () => client.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  const { port } = server.address() as AddressInfo
  const named = (name: string) => [...links].filter((link) => link.name.endsWith(name))
  return {
    url: `postgres://${url.username}@127.0.0.1:${port}${url.pathname}`,
    count: (name) => named(name).length,
    break: (name, how) => {
      for (const { client } of named(name)) breakLink(client, how, Buffer.alloc(0))
    },
    breakNew: setterOf(breaksNew),
    cutNext: (name, when) => {
      for (const link of named(name)) link.cut = when
    },
    loseCommit: (lost) => loss.expect(lost),
    lostCommits: () => loss.count,
    delay: setterOf(delays),
    forget: (name) => {
      for (const link of named(name)) link.isForgotten = true
    },
    slow: setterOf(paces),
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

function settingOf<Setting>(settings: ReadonlyMap<string, Setting>, link: Link): Setting | undefined {
  return [...settings].find(([name]) => link.name.endsWith(name))?.[1]
}

/** Returns the end of the setting. */
const setterOf =
  <Setting>(settings: Map<string, Setting>) =>
  (name: string, setting: Setting) => {
    settings.set(name, setting)
    return () => void settings.delete(name)
  }

/** Takes nothing of the client for this long. */
function rest(client: Socket, millis: number): void {
  if (millis === 0) return
  client.pause()
  setTimeout(() => client.resume(), millis)
}

function keepUntilClosed(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.on('error', () => {})
}

/** Loses the answer to one COMMIT at a time. */
class CommitLoss {
  count = 0
  #expected: LostCommit | undefined

  expect(lost: LostCommit): void {
    this.#expected = lost
  }

  /** True: the connection is reset, and the server gets the piece with the COMMIT as the test wants it. */
  takes(link: Link, upstream: Socket, piece: Buffer): boolean {
    const text = piece.toString('latin1')
    if (this.#expected !== undefined && text.includes(this.#expected.holds)) {
      link.losing = this.#expected
      this.#expected = undefined
    }
    if (link.losing === undefined || !/\bcommit\0/i.test(text)) return false
    this.count += 1
    upstream.removeAllListeners('data').resume()
    // The server sees the end of the connection only after the COMMIT.
    link.client.removeAllListeners('close').resetAndDestroy()
    if (link.losing.isUndone) upstream.destroy()
    else setTimeout(() => upstream.end(piece), link.losing.lateMs ?? 0)
    return true
  }
}

function addressOf(databaseUrl: string): { path: string } | { host: string; port: number } {
  const { hostname, port } = new URL(databaseUrl)
  const host = decodeURIComponent(hostname)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) }
}

/** The startup message: length and protocol version, then names and values, each ended by a zero byte. */
function applicationOf(startup: Buffer): string {
  const words = startup.subarray(8).toString('utf8').split('\0')
  return words[words.indexOf('application_name') + 1] ?? ''
}

function breakLink(client: Socket, how: Break, before: Buffer): void {
  if (how === 'reset') {
    if (before.length > 0) client.write(before)
    client.resetAndDestroy()
  } else client.end(how === 'end' ? before : Buffer.concat([before, lastMessage(how.code)]))
}

/** An ErrorResponse with the fields that a client reads: severity, code, message. */
function lastMessage(code: string): Buffer {
  const fields = `SFATAL\0VFATAL\0C${code}\0Mterminating connection due to administrator command\0\0`
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeUInt32BE(4 + fields.length, 1)
  return Buffer.concat([head, Buffer.from(fields)])
}

const READY = 'Z'

/**
 * Calls with all that the server sends up to its first ReadyForQuery. Each message: a letter, a length, its content.
 */
function whenReady(upstream: Socket, done: (bytes: Buffer) => void): void {
  let bytes: Buffer = Buffer.alloc(0)
  const read = (piece: Buffer) => {
    bytes = Buffer.concat([bytes, piece])
    let at = 0
    while (at + 5 <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1)
      if (end > bytes.length) return
      if (String.fromCharCode(bytes[at] ?? 0) === READY) {
        upstream.off('data', read)
        return done(bytes.subarray(0, end))
      }
      at = end
    }
  }
  upstream.on('data', read)
}
