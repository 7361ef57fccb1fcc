/**
 * The cookie that carries a session: no script reads it, no other site's page sends it, and over TLS no other host or
 * path can set it. Without TLS (this machine, for trying out) it has a name of its own, because a browser refuses the
 * strict one there.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieNamed, writeCookie } from './cookies.ts'

const NAME = 'veritick_office'
const STRICT_NAME = `__Host-${NAME}`
/** Longer than any token of ours: not looked up. */
const TOKEN_LENGTH_MAX = 128

const isSecure = (request: FastifyRequest): boolean => request.protocol === 'https'
const nameFor = (request: FastifyRequest): string => (isSecure(request) ? STRICT_NAME : NAME)

export function cookieOf(request: FastifyRequest): string | undefined {
  const token = cookieNamed(request.headers, nameFor(request))
  return token === undefined || token === '' || token.length > TOKEN_LENGTH_MAX ? undefined : token
}

/** It ends with the browser; the server ends it sooner. */
export function setCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  writeCookie(reply, { name: nameFor(request), value: token, isSecure: isSecure(request), seconds: undefined })
}

export function clearCookie(request: FastifyRequest, reply: FastifyReply): void {
  writeCookie(reply, { name: nameFor(request), value: '', isSecure: isSecure(request), seconds: 0 })
}
