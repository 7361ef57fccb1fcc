/**
 * Long answers (the list of instruments, candles) leave compressed: on a phone's line they arrive four times sooner.
 */
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Shorter texts fit into a few packets anyway. */
const COMPRESSED_FROM_BYTES = 4096

/** A text, or the bytes of an answer that was made before. Pictures are compressed already. */
const isText = (payload: unknown, reply: FastifyReply): payload is string | Buffer =>
  typeof payload === 'string' ||
  (Buffer.isBuffer(payload) && String(reply.getHeader('content-type')).startsWith('application/json'))

export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isText(payload, reply) || payload.length < COMPRESSED_FROM_BYTES || reply.hasHeader('content-encoding'))
      return done(null, payload)
    const { vary } = reply.getHeaders()
    void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return done(null, payload)
    void reply.header('content-encoding', 'gzip').removeHeader('content-length')
    gzip(payload, done)
  })
}
