/**
 * The two routes of card payments beside the calls: where a provider's notices arrive, read as the bytes that were
 * signed, and the sandbox's page.
 */

import type { IncomingHttpHeaders } from 'node:http'
import { CARD_NOTICE_PATH, CARD_SIGNATURE_HEADER, type Reason, TRANSPORT_STATUS } from '@veritick/contract'
import { micros } from '@veritick/domain'
import { languageOfHeader } from '@veritick/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { envelopeOf, refuse } from '../calls/index.ts'
import { brandShown } from '../features/company/index.ts'
import { SANDBOX_PAGE } from '../features/deposits/index.ts'
import { usdText } from '../features/money/index.ts'
import { networkOf } from '../services/network/index.ts'
import { LIMITS, type NetworkTurns } from '../services/rate-limits/index.ts'
import { companyOf } from './browser.ts'
import type { Context } from './context.ts'
import { isTransport, sendRefusal } from './errors.ts'
import { languageOf } from './language.ts'
import type { ParametersRead } from './parameters.ts'
import { isOwnOrigin } from './request-guard.ts'
import { SANDBOX_POLICY, sandboxPage } from './sandbox-page.ts'

const NOTICES = { rateLimit: { max: LIMITS.network.paymentNotices, timeWindow: '1 minute' } }
/** With one of these nothing of a notice was carried out. A provider sends again what was answered with an error. */
const NOT_CARRIED_OUT: ReadonlySet<string> = new Set<Reason>(['record_unknown', 'record_changed'])
/** Looks at a payment's page: each asks the store. */
const PAGES = { rateLimit: { max: LIMITS.network.lists, timeWindow: '1 minute' } }

/** The language is that of the customer, as `lang` names it: the page is opened without the headers of a call. */
type SandboxParams = { readonly language: string; readonly reference: string }

/** Where the customer goes afterwards. */
const AFTERWARDS = '/mine/charge'

export async function registerCards(
  root: FastifyInstance,
  context: Pick<Context, 'deposits' | 'settings'>,
  turns: NetworkTurns,
): Promise<void> {
  const { cards } = context.deposits
  await registerNotices(root, cards)
  const sandbox = ({ ip, params }: FastifyRequest<{ Params: SandboxParams }>) =>
    turns.run({ network: networkOf(ip), user: 'visitor' }, () => cards.sandbox(params.reference))

  root.get<{ Params: SandboxParams }>(
    `${SANDBOX_PAGE}/:language/:reference`,
    { config: PAGES },
    async (request, reply) => {
      const payment = await sandbox(request)
      if (payment === undefined) return sendRefusal(reply, 'path_unknown', languageOf(request))
      return showPage(reply, payment.row, {
        brand: brandShown(context.settings, companyOf(request)),
        language: languageOfHeader(request.params.language),
      })
    },
  )

  root.post<{ Params: SandboxParams }>(
    `${SANDBOX_PAGE}/:language/:reference`,
    { config: PAGES },
    async (request, reply) => {
      if (!isFromOwnPage(request.headers)) return sendRefusal(reply, 'cross_site_refused', languageOf(request))
      const payment = await sandbox(request)
      if (payment === undefined) return sendRefusal(reply, 'path_unknown', languageOf(request))
      const outcome = (request.body as ParametersRead | null)?.values.outcome === 'paid' ? 'paid' : 'failed'
      const { sandbox: provider, row } = payment
      const { body, signature } = provider.write({
        reference: request.params.reference,
        outcome,
        amount: micros(row.amount),
      })
      // By the call that every provider's notices come in by.
      const answer = await root.inject({
        method: 'POST',
        url: `${CARD_NOTICE_PATH}/${provider.name}`,
        headers: { 'content-type': 'application/json', [CARD_SIGNATURE_HEADER]: signature },
        payload: body,
      })
      if (answer.statusCode !== 200)
        return reply.code(answer.statusCode).send(envelopeOf(refuse('internal_error'), languageOf(request)))
      return reply.redirect(AFTERWARDS, 303)
    },
  )
}

/** Where providers send their notices. */
async function registerNotices(root: FastifyInstance, cards: Context['deposits']['cards']): Promise<void> {
  await root.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, String(body)))
    app.post<{ Params: { provider: string } }>(
      `${CARD_NOTICE_PATH}/:provider`,
      { config: NOTICES },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
        const { provider } = request.params
        const signature = String(request.headers[CARD_SIGNATURE_HEADER] ?? '')
        const taken = await cards.notice({
          provider,
          body: typeof request.body === 'string' ? request.body : '',
          signature,
        })
        const language = languageOf(request)
        if (!taken.ok && isTransport(taken.reason)) return sendRefusal(reply, taken.reason, language)
        if (!taken.ok && NOT_CARRIED_OUT.has(taken.reason)) void reply.code(TRANSPORT_STATUS.store_trouble)
        return reply.send(envelopeOf(taken.ok ? { ok: true, data: null } : taken, language))
      },
    )
  })
}

/** Only the buttons of the page itself pay or decline: a form of another site cannot. */
function isFromOwnPage({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return origin !== undefined && isOwnOrigin(origin, host) && (site === undefined || site === 'same-origin')
}

type Page = Parameters<typeof sandboxPage>[0]

function showPage(
  reply: FastifyReply,
  { amount, state }: { readonly amount: number; readonly state: string },
  shown: Pick<Page, 'brand' | 'language'>,
): FastifyReply {
  const page = { ...shown, amount: usdText(amount), ended: state !== 'begun', back: AFTERWARDS }
  return (
    reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', SANDBOX_POLICY)
      // Otherwise a browser sends the form without saying which page it comes from.
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(sandboxPage(page))
  )
}
