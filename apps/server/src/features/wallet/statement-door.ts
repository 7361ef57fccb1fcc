/** The door of statements: one GET that answers a file, to its owner, demo or real. Refusals are envelopes like everywhere. */
import { STATEMENT } from '@veritick/contract'
import { STATEMENT_REQUEST } from '@veritick/contract/schemas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { House } from '../../house.ts'
import { envelopeOf, type Refusal, refuse } from '../../http/answer.ts'
import { faultOf, languageOf, sessionOf } from '../../http/calls.ts'
import { readPairs } from '../../http/parameters.ts'
import { DAY_MS } from '../../times.ts'
import { uidOf } from '../accounts/accounts.ts'
import { codesOf } from '../orders/entry.ts'
import { recordsOf } from './records.ts'
import { LINES_MAX, readLines, statementCsv, statementOf } from './statement.ts'
import { statementPdf } from './statement-pdf.ts'

/** From one address in a minute: each may read some thousand lines. */
const STATEMENTS_PER_MINUTE = 30

type File = { readonly ok: true; readonly type: string; readonly name: string; readonly bytes: Buffer | string }

export function registerStatement(app: FastifyInstance, house: House): void {
  app.get(STATEMENT.path, { config: { rateLimit: { max: STATEMENTS_PER_MINUTE, timeWindow: '1 minute' } } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const made = await make(house, request)
    return made.ok ? send(reply, made) : reply.type('application/json; charset=utf-8').send(envelopeOf(made, languageOf(request)))
  })
}

async function make(house: House, request: FastifyRequest): Promise<File | Refusal> {
  const { core, store, sessions } = house
  const session = await sessionOf(request, sessions)
  if (typeof session === 'string') return refuse(session)
  const sent = readPairs(request.url.split('?')[1] ?? '')
  if (sent.doubled !== undefined) return refuse('parameter_doubled', sent.doubled)
  const read = STATEMENT_REQUEST.safeParse(sent.values)
  if (!read.success) return refuse(...faultOf(read.error.issues))
  const { from, to, format } = read.data
  const first = dayOf(from)
  const last = dayOf(to)
  if (first === undefined || last === undefined) return refuse('period_wrong', first === undefined ? 'from' : 'to')
  if (first > last) return refuse('period_wrong', 'from')

  await core.projected()
  const lines = await readLines(store.query, { account: session.user, from: first, until: last + DAY_MS, max: LINES_MAX[format] })
  if (lines === undefined) return refuse('period_too_long')
  const codeOf = await codesOf(
    house,
    lines.rows.map((row) => row.instrument),
  )
  const recordOf = await recordsOf(store.db, { user: session.user, rows: lines.rows })
  const language = format === 'pdf' ? 'en' : languageOf(request)
  const statement = statementOf({ uid: uidOf(session.user), from, to, ...lines, codeOf, recordOf, language, ids: house.ids })
  const name = `statement-${statement.uid}-${from}-${to}.${format}`
  return format === 'pdf'
    ? { ok: true, type: 'application/pdf', name, bytes: await statementPdf(statement) }
    : { ok: true, type: 'text/csv; charset=utf-8', name, bytes: statementCsv(statement, language) }
}

function send(reply: FastifyReply, file: File): FastifyReply {
  return reply
    .type(file.type)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('x-content-type-options', 'nosniff')
    .send(file.bytes)
}

/** Its first moment, UTC; `undefined`: no day of the calendar. */
function dayOf(text: string): number | undefined {
  const moment = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== text ? undefined : moment
}
