/**
 * The route of statements: one GET that answers a file, to its owner, demo or real. Refusals are envelopes like
 * everywhere.
 */
import { STATEMENT } from '@veritick/contract'
import { STATEMENT_REQUEST } from '@veritick/contract/schemas'
import type { Language } from '@veritick/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { envelopeOf, type Refusal, refuse, type Session } from '../calls/index.ts'
import { uidOf } from '../features/accounts/index.ts'
import { companyName } from '../features/company/index.ts'
import { codesOf } from '../features/orders/index.ts'
import { LINES_MAX, readLines, recordsOf, statementCsv, statementOf, statementPdf } from '../features/wallet/index.ts'
import { DAY_MS } from '../services/clock/index.ts'
import { momentText } from '../services/messages/index.ts'
import { LIMITS, type ReadTurns, type WorkLimit, workLimit } from '../services/rate-limits/index.ts'
import { companyOf } from './browser.ts'
import { sessionOf } from './calls.ts'
import type { Context } from './context.ts'
import { faultOf } from './dispatcher.ts'
import { languageOf } from './language.ts'
import { readPairs } from './parameters.ts'

type File = { readonly ok: true; readonly type: string; readonly name: string; readonly bytes: Buffer | string }

export function registerStatement(app: FastifyInstance, context: Context, readTurns: ReadTurns): void {
  const statements = workLimit(LIMITS.work.statements)
  app.get(
    STATEMENT.path,
    { config: { rateLimit: { max: LIMITS.network.statements, timeWindow: '1 minute' } } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const made = await answer({ context, readTurns, statements }, request)
      return made.ok
        ? send(reply, made)
        : reply.type('application/json; charset=utf-8').send(envelopeOf(made, languageOf(request)))
    },
  )
}

type RouteParts = { readonly context: Context; readonly readTurns: ReadTurns; readonly statements: WorkLimit }

/** A statement that waits for its turn takes no turn from the customer's other reads. */
async function answer(
  { context, readTurns, statements }: RouteParts,
  request: FastifyRequest,
): Promise<File | Refusal> {
  const session = await sessionOf(request, context.sessions)
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
  const language = format === 'pdf' ? 'en' : languageOf(request)
  const brand = companyName(context.settings, companyOf(request))
  const wanted = { session, from, to, first, last, format, language, brand } as const
  return statements.run(session.user, () => readTurns.run(session, () => make(context, wanted)))
}

async function make(
  context: Context,
  wanted: {
    readonly session: Session
    readonly from: string
    readonly to: string
    /** First moments of both days. */
    readonly first: number
    readonly last: number
    readonly format: 'csv' | 'pdf'
    readonly language: Language
    /** The name under which the app is shown. */
    readonly brand: string
  },
): Promise<File | Refusal> {
  const { core, store } = context
  const { session, from, to, first, last, format, language } = wanted
  await core.projected()
  const lines = await readLines(store.query, {
    account: session.account,
    from: first,
    until: last + DAY_MS,
    max: LINES_MAX[format],
  })
  if (lines === undefined) return refuse('period_too_long')
  const codeOf = await codesOf(
    context,
    lines.rows.map((row) => row.instrument),
  )
  const recordOf = await recordsOf(store.db, { user: session.user, rows: lines.rows })
  // The customer and the account: a customer with several accounts has a statement of each.
  const uid = `${uidOf(session.user)}-${session.account}`
  const statement = await statementOf({ uid, from, to, ...lines, codeOf, recordOf, language, ids: context.ids })
  const name = `statement-${uid}-${from}-${to}.${format}`
  return format === 'pdf'
    ? { ok: true, type: 'application/pdf', name, bytes: await statementPdf(statement, issuedFor(context, wanted)) }
    : { ok: true, type: 'text/csv; charset=utf-8', name, bytes: await statementCsv(statement, language) }
}

function issuedFor(
  { settings, runtime }: Context,
  { session, brand }: { readonly session: Session; readonly brand: string },
): Parameters<typeof statementPdf>[1] {
  const { name, registered_address, english_address } = settings.get('operator')
  const address = english_address === '' ? registered_address : english_address
  const issuer = [name, address.replace(/\s*\n\s*/g, ', ')].filter((part) => part !== '').join(', ')
  return { brand, issuer, at: momentText(runtime.now()), isDemo: session.accountKind === 'demo' }
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
