/**
 * The drawn marks that `Logo` points to: letters on a quiet ground. Our own apps draw flags and monograms themselves.
 */

import type { FastifyInstance } from 'fastify'
import { LIMITS } from '../services/rate-limits/index.ts'
import type { Context } from './context.ts'
import { sendRefusal } from './errors.ts'
import { languageOf } from './language.ts'

const DAY_SECONDS = 86_400

export function registerMarks(app: FastifyInstance, context: Pick<Context, 'catalogue'>): void {
  const config = { rateLimit: { max: LIMITS.network.files, timeWindow: '1 minute' } }
  app.get<{ Params: { file: string } }>('/v1/api/forex/mark/:file', { config }, (request, reply) => {
    const code = request.params.file.replace(/\.svg$/, '')
    const entry = context.catalogue.instruments.find((each) => each.terms.code === code)
    if (entry === undefined) return sendRefusal(reply, 'path_unknown', languageOf(request))
    const letters =
      entry.mark.kind === 'pair' ? `${entry.mark.base.slice(0, 1)}${entry.mark.quote.slice(0, 1)}` : entry.mark.text
    return reply.header('cache-control', `public, max-age=${DAY_SECONDS}`).type('image/svg+xml').send(draw(letters))
  })
}

const draw = (letters: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#e7ebf3"/>` +
  `<text x="20" y="25" text-anchor="middle" font-family="system-ui,sans-serif" font-size="14" font-weight="600" fill="#0e1320">${escaped(letters)}</text></svg>`

function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
