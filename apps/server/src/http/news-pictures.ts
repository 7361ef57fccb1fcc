/**
 * Pictures of articles: shown to visitors while an article that names them is published, taken in and shown at the
 * office. Every picture that is sent is a JPEG that the server made.
 */
import {
  NEWS_PICTURE_PATH,
  type NewsPictureUploaded,
  OFFICE_NEWS_PICTURE_PATH,
  OFFICE_NEWS_UPLOAD_PATH,
  officeNewsPictureUrl,
  type Reason,
  UPLOAD,
} from '@veritick/contract'
import { HEADER_CSRF, may, type Permission } from '@veritick/contract/office'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { envelopeOf, type Refusal, refuse, type StaffSession, type Success } from '../calls/index.ts'
import { keepPicture, PublicPictures, staffPicture } from '../features/news/index.ts'
import type { StaffSessions } from '../features/staff/index.ts'
import { LIMITS, type NetworkTurns } from '../services/rate-limits/index.ts'
import type { Context } from './context.ts'
import { FOUND_FOR_MS } from './dispatcher.ts'
import { isTransport, noteRefusal, sendRefusal } from './errors.ts'
import { languageOf } from './language.ts'
import { isElsewhere, sameText } from './office-calls.ts'
import { cookieOf } from './office-cookie.ts'
import { sendPublicFile, visitorOf } from './public-file.ts'
import { sendLook } from './upload-routes.ts'

type Parts = Pick<Context, 'files' | 'store' | 'runtime' | 'disk' | 'news'>
type PictureRequest = FastifyRequest<{ Params: { file: string } }>

/** A withdrawn article's picture is gone from the copies of browsers after this time. */
const FRESH_SECONDS = 300

/** `reads`: of pictures that are not in memory; `looks`: whether an article that names one is still published. */
type Turns = { readonly reads: NetworkTurns; readonly looks: NetworkTurns }

export function registerNewsPictures(app: FastifyInstance, context: Parts, { reads, looks }: Turns): void {
  const config = { rateLimit: { max: LIMITS.network.pictures, timeWindow: '1 minute' } }
  const pictures = new PublicPictures(context)
  app.get(NEWS_PICTURE_PATH, { config }, async (request: PictureRequest, reply) => {
    const { file: name } = request.params
    const turns = pictures.isKept(name) ? looks : reads
    const seen = pictures.known(name) ?? (await turns.run(visitorOf(request), () => pictures.seen(name)))
    if (!Buffer.isBuffer(seen)) return sendLook(request, reply, seen)
    const caching = `public, max-age=${FRESH_SECONDS}`
    const disposition = 'inline; filename="picture.jpg"'
    return sendPublicFile(request, reply, { name, media: 'image/jpeg', bytes: seen, caching, disposition })
  })
}

export async function registerOfficeNewsPictures(
  root: FastifyInstance,
  parts: { readonly context: Parts; readonly sessions: StaffSessions },
): Promise<void> {
  const { context, sessions } = parts
  root.get(OFFICE_NEWS_PICTURE_PATH, { exposeHeadRoute: false }, async (request: PictureRequest, reply) => {
    const session = await staffOf(request, sessions)
    const seen = holds(session, 'news_read') ? await staffPicture(context, request.params.file) : undefined
    return sendLook(request, reply, seen)
  })
  await root.register(async (app) => {
    app.addContentTypeParser(
      [...UPLOAD.types],
      { parseAs: 'buffer', bodyLimit: UPLOAD.bytesMax },
      (_request, body, done) => done(null, body),
    )
    const config = { rateLimit: { max: LIMITS.network.uploads, timeWindow: '1 minute' } }
    const admittedAt = new WeakMap<FastifyRequest, number>()
    const decided = async (request: FastifyRequest) => refusalOf(request, await staffOf(request, sessions))
    const isRecent = (request: FastifyRequest) =>
      performance.now() - (admittedAt.get(request) ?? Number.NEGATIVE_INFINITY) < FOUND_FOR_MS
    app.route({
      method: 'POST',
      url: OFFICE_NEWS_UPLOAD_PATH,
      config,
      bodyLimit: UPLOAD.bytesMax,
      // The body of a request that is refused by its headers is never read: `done` is not called.
      preParsing: (request, reply, _payload, done) => {
        decided(request).then((reason) => {
          if (reason !== undefined) return answer(request, reply, refuse(reason))
          admittedAt.set(request, performance.now())
          done()
        }, done)
      },
      handler: async (request, reply) => {
        // The session may have ended while a slow picture came.
        const reason = isRecent(request) ? undefined : await decided(request)
        return answer(request, reply, reason === undefined ? await takeIn(context, request.body) : refuse(reason))
      },
    })
  })
}

function answer(request: FastifyRequest, reply: FastifyReply, outcome: Success<NewsPictureUploaded> | Refusal) {
  void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
  const language = languageOf(request)
  if (!outcome.ok && isTransport(outcome.reason)) return sendRefusal(reply, outcome.reason, language)
  if (!outcome.ok) noteRefusal(reply, outcome.reason)
  return reply.send(envelopeOf(outcome, language))
}

function refusalOf(request: FastifyRequest, session: StaffSession | undefined): Reason | undefined {
  if (isElsewhere(request)) return 'cross_site_refused'
  if (session === undefined) return 'session_missing'
  if (!sameText(request.headers[HEADER_CSRF], session.csrf)) return 'cross_site_refused'
  return holds(session, 'news_write') ? undefined : 'not_permitted'
}

async function takeIn(context: Parts, body: unknown) {
  if (!Buffer.isBuffer(body)) return refuse('body_type_unknown')
  // Known before anything is written, so it is certain that nothing was done.
  if (context.disk.trouble()?.reason === 'data_disk_full') return refuse('busy')
  const kept = await keepPicture(context, body)
  if (!kept.ok) return refuse(kept.reason, UPLOAD.field)
  const data: NewsPictureUploaded = { picture: kept.file, url: officeNewsPictureUrl(kept.file) }
  return { ok: true as const, data }
}

async function staffOf(request: FastifyRequest, sessions: StaffSessions): Promise<StaffSession | undefined> {
  const token = cookieOf(request)
  return token === undefined ? undefined : sessions.find(token)
}

const holds = (session: StaffSession | undefined, permission: Permission): boolean =>
  session !== undefined && may(session.staff.role, permission)
