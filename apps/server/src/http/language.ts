/** The language that a request asks for. */
import { HEADER_LANGUAGE } from '@veritick/contract'
import { type Language, languageOfHeader } from '@veritick/locales'
import type { FastifyRequest } from 'fastify'

export function languageOf(request: FastifyRequest): Language {
  const header = request.headers[HEADER_LANGUAGE]
  return languageOfHeader(typeof header === 'string' ? header : undefined)
}
