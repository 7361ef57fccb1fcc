/**
 * Long answers (the list of instruments, candles) leave compressed: on a phone's line they arrive four times sooner. An
 * answer that is kept as bytes for many callers is compressed once for all of them.
 */
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Shorter texts fit into a few packets anyway. */
const COMPRESSED_FROM_BYTES = 4096

/** A text, or the bytes of an answer that was made before. Pictures are compressed already. */
const isText = (payload: unknown, reply: FastifyReply): payload is string | Buffer =>
  typeof payload === 'string' ||
  (Buffer.isBuffer(payload) && String(reply.getHeader('content-type')).startsWith('application/json'))

/** `compress`: of answers that are kept as bytes. */
export function registerCompression(app: FastifyInstance, compress = compressedBytes): void {
  const compressed = keptCompressions(compress)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isText(payload, reply) || payload.length < COMPRESSED_FROM_BYTES || reply.hasHeader('content-encoding'))
      return done(null, payload)
    const { vary } = reply.getHeaders()
    void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return done(null, payload)
    void reply.header('content-encoding', 'gzip').removeHeader('content-length')
    if (typeof payload === 'string') gzip(payload, done)
    else
      compressed(payload).then(
        (bytes) => done(null, bytes),
        (error) => done(error),
      )
  })
}

const compressedBytes = (bytes: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    gzip(bytes, (error, made) => (error === null ? resolve(made) : reject(error)))
  })

/**
 * Compressed bytes, kept as long as the answer that they are made from. One is made at a time: an order needs the cores
 * too, and callers who ask for the answers of all languages have many made.
 */
function keptCompressions(compress: (bytes: Buffer) => Promise<Buffer>): (bytes: Buffer) => Promise<Buffer> {
  const kept = new WeakMap<Buffer, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()
  return (bytes) => {
    const known = kept.get(bytes)
    if (known !== undefined) return known
    const made = last.then(() => compress(bytes))
    last = made.catch(() => {})
    kept.set(bytes, made)
    return made
  }
}
