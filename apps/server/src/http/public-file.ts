/**
 * Sends a file that every visitor may read, from memory, in a sandbox. A browser that has it already gets its headers
 * only: its ETag is its name, which never stands for other bytes.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../services/network/index.ts'
import { policyOf } from './security-headers.ts'

export const SANDBOX = policyOf({ 'default-src': ["'none'"], sandbox: [], 'frame-ancestors': ["'none'"] })

/** For the turns of networks. */
export const visitorOf = (request: FastifyRequest) => ({ network: networkOf(request.ip), user: 'visitor' }) as const

export function sendPublicFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: {
    readonly name: string
    readonly media: string
    readonly bytes: Buffer
    readonly caching: string
    readonly disposition: string
  },
): FastifyReply {
  const { name, media, bytes, caching, disposition } = file
  const etag = `"${name}"`
  void reply.headers({
    'cache-control': caching,
    'content-disposition': disposition,
    'content-security-policy': SANDBOX,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    etag,
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type(media).send(bytes)
}
