/**
 * The facts that a browser sends about itself: its own cookie, the company and the device. A browser in which a
 * customer signed in is known again by a cookie that no script reads and no other site's page sends. It opens no
 * session: it only says against whose ceilings wrong passwords and codes count, so that strangers cannot use up the
 * attempts of its owner. The company comes from the address or a cookie that scripts write, the device from the user
 * agent.
 */
import { COMPANY_COOKIE, companyIdOf } from '@veritick/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieNamed, writeCookie } from './cookies.ts'

export type BrowserCookie = {
  /** The browser's id; `undefined`: it has none, or not one of ours. */
  read(request: FastifyRequest): string | undefined
  write(request: FastifyRequest, reply: FastifyReply, id: string): void
}

/** As `randomId` makes them. */
const ID = /^[0-9a-f]{32}$/
/** As long as browsers keep any cookie. */
const KEPT_SECONDS = 400 * 24 * 3600

/** `name`: of the app's cookie or the office's; over TLS no other host or path can set it. */
export function browserCookie(name: string): BrowserCookie {
  const isSecure = (request: FastifyRequest) => request.protocol === 'https'
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? `__Host-${name}` : name)
  return {
    read: (request) => {
      const id = cookieNamed(request.headers, nameFor(request))
      return id !== undefined && ID.test(id) ? id : undefined
    },
    write: (request, reply, id) => {
      writeCookie(reply, { name: nameFor(request), value: id, isSecure: isSecure(request), seconds: KEPT_SECONDS })
    },
  }
}

/** The company in the cookie of the app, which scripts write; `undefined`: none, or text that is no id. */
export const companyOf = ({ headers }: FastifyRequest): number | undefined =>
  companyIdOf(cookieNamed(headers, COMPANY_COOKIE))

/** The company that the address names, otherwise that of the cookie. */
export function companyAsked(request: FastifyRequest): number | undefined {
  const named = new URLSearchParams(request.url.split('?')[1] ?? '').get('company_id') ?? undefined
  return companyIdOf(named) ?? companyOf(request)
}

const DEVICE_LENGTH_MAX = 200

/** The name that the browser or app gives itself, cut to a line. */
export function deviceOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, DEVICE_LENGTH_MAX)
}
