/**
 * The two routes of pictures: one takes them in, one shows them to permitted viewers. The answer is always a JPEG of
 * our own making, under headers that let it be nothing else. A link that does not open says the same as one that never
 * was.
 */

import multipart from '@fastify/multipart'
import { FILE_PATH, type Reason, UPLOAD, type Uploaded } from '@veritick/contract'
import { userId } from '@veritick/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { envelopeOf, type Refusal, refuse, type Success } from '../calls/index.ts'
import type { Config } from '../config/index.ts'
import { idOf, type Sessions } from '../features/sessions/index.ts'
import type { Disk } from '../services/disk/index.ts'
import { networkOf } from '../services/network/index.ts'
import { LIMITS, type NetworkTurns } from '../services/rate-limits/index.ts'
import {
  BODY_MILLIS,
  BODY_STALL_MILLIS,
  type Files,
  hasStalled,
  isTooSlow,
  type Quota,
  quotaOf,
  type Room,
  type UploadSlot,
  uploadRoom,
  type Viewer,
} from '../services/uploads/index.ts'
import { sessionOf } from './calls.ts'
import { isTransport, noteRefusal, sendRefusal } from './errors.ts'
import { languageOf } from './language.ts'
import { isForeign } from './request-guard.ts'

/** Some clients send text fields along; they are not looked at. */
const PARTS_MAX = {
  files: 1,
  fileSize: UPLOAD.bytesMax,
  fields: 8,
  fieldSize: 1_000,
  parts: 9,
  headerPairs: 20,
  fieldNameSize: 100,
}

type Parts = { readonly files: Files; readonly sessions: Sessions }
type Taken = Parts & { readonly disk: Pick<Disk, 'trouble'> }

export async function registerUploads(
  root: FastifyInstance,
  options: Taken & { readonly config: Pick<Config, 'origins'> },
  turns: NetworkTurns,
): Promise<void> {
  const { files, sessions, disk } = options
  const { origins } = options.config
  const room = uploadRoom()
  const quota = quotaOf(() => performance.now())
  await root.register(async (app) => {
    await app.register(multipart, { limits: PARTS_MAX, throwFileSizeLimit: true })
    app.post(
      UPLOAD.path,
      { config: { rateLimit: { max: LIMITS.network.uploads, timeWindow: '1 minute' } } },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
        const language = languageOf(request)
        if (isForeign(request.headers, origins)) return sendRefusal(reply, 'cross_site_refused', language)
        const outcome = await takeIn({ request, files, sessions, disk, room, quota })
        if (!request.raw.complete) cutOff(request, reply)
        if (!outcome.ok && isTransport(outcome.reason)) return sendRefusal(reply, outcome.reason, language)
        if (!outcome.ok) noteRefusal(reply, outcome.reason)
        return reply.send(envelopeOf(outcome, language))
      },
    )
  })
  const looks = { config: { rateLimit: { max: LIMITS.network.pictures, timeWindow: '1 minute' } } }
  root.get<{ Params: { file: string }; Querystring: Record<string, string> }>(FILE_PATH, looks, (request, reply) =>
    show({ request, reply, files, sessions, turns }),
  )
}

/** The server does not wait for the rest of a body that it will not use. */
function cutOff(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('connection', 'close')
  reply.raw.once('finish', () => request.raw.destroy())
}

type Taking = Taken & { readonly request: FastifyRequest; readonly room: Room; readonly quota: Quota }

async function takeIn({ request, files, sessions, disk, room, quota }: Taking): Promise<Success<Uploaded> | Refusal> {
  const session = await sessionOf(request, sessions)
  if (typeof session === 'string') return refuse(session)
  // Nothing that a demo account does takes a picture, and demo accounts cost nothing.
  if (session.kind !== 'real') return refuse('real_account_only')
  if (!request.isMultipart()) return refuse('body_type_unknown')
  // Known before anything is written, so it is certain that nothing was done.
  if (disk.trouble()?.reason === 'data_disk_full') return refuse('busy')
  const network = networkOf(request.ip)
  if (!quota.hasRoom(network)) return refuse('too_many_pictures', UPLOAD.field)
  const slot = room.enter({ user: session.user, network })
  if (slot === undefined) return refuse('too_many_requests')
  try {
    const upload = await readInTime(request, slot)
    if (typeof upload === 'string') return refuse(upload, UPLOAD.field)
    const kept = await room.work(() => files.keep({ owner: session.user, bytes: upload }))
    if (!kept.ok) return refuse(kept.reason, UPLOAD.field)
    quota.count({ network, bytes: kept.bytes })
    return {
      ok: true,
      data: { url: files.tickets.address(kept.file, { kind: session.kind, id: session.user, session: idOf(session) }) },
    }
  } finally {
    slot.leave()
  }
}

/** The one file, unless it comes too slowly, stalls, or there is no room for it. */
async function readInTime(request: FastifyRequest, slot: UploadSlot): Promise<Uint8Array | Reason> {
  const { socket } = request.raw
  const before = socket.bytesRead
  const length = Number(request.headers['content-length'])
  const expected = Number.isSafeInteger(length) ? length : undefined
  const received = () => socket.bytesRead - before
  let late: NodeJS.Timeout | undefined
  let next: NodeJS.Timeout | undefined
  const given = new Promise<Reason>((resolve) => {
    late = setTimeout(() => isTooSlow({ received: received(), expected }) && resolve('body_too_slow'), BODY_MILLIS)
    const watch = (from: number): void => {
      next = setTimeout(() => {
        const now = received()
        if (hasStalled({ before: from, received: now, expected })) resolve('body_too_slow')
        else watch(now)
      }, BODY_STALL_MILLIS)
    }
    watch(0)
  })
  try {
    return await Promise.race([onlyFile(request, slot), given])
  } finally {
    clearTimeout(late)
    clearTimeout(next)
  }
}

/** The bytes of the one part named `file`. Names of files are not looked at. */
async function onlyFile(request: FastifyRequest, slot: UploadSlot): Promise<Uint8Array | Reason> {
  let found: Uint8Array | undefined
  let otherName = false
  let isFull = false
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      part.file.on('data', (chunk: Uint8Array) => {
        if (isFull || slot.hold(chunk.length)) return
        isFull = true
        part.file.destroy()
      })
      const bytes = await part.toBuffer()
      if (isFull) break
      if (part.fieldname === UPLOAD.field) found = bytes
      else otherName = true
    }
  } catch (error) {
    return isFull ? 'too_many_requests' : reasonOf(error)
  }
  if (isFull) return 'too_many_requests'
  if (found !== undefined) return found
  return otherName ? 'parameter_missing' : 'picture_missing'
}

/** The refusal for each fault of the multipart reader that a client can cause. */
function reasonOf(error: unknown): Reason {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  switch (code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return 'picture_too_large'
    case 'FST_FILES_LIMIT':
      return 'parameter_doubled'
    default:
      return 'body_malformed'
  }
}

async function show(parts: {
  readonly request: FastifyRequest<{ Params: { file: string } }>
  readonly reply: FastifyReply
  readonly files: Files
  readonly sessions: Sessions
  readonly turns: NetworkTurns
}): Promise<FastifyReply> {
  const { request, reply, files, sessions, turns } = parts
  const { file } = request.params
  const ticket = new URLSearchParams(request.url.split('?')[1] ?? '').get('ticket') ?? ''
  const named = files.tickets.viewer(file, ticket)
  if (named === undefined || named.kind === 'staff') return sendLook(request, reply, undefined)
  const from = { network: networkOf(request.ip), user: userId(named.id) }
  return sendLook(request, reply, await turns.run(from, () => seen({ request, files, sessions, file, ticket })))
}

async function seen(parts: {
  readonly request: FastifyRequest
  readonly files: Files
  readonly sessions: Sessions
  readonly file: string
  readonly ticket: string
}): ReturnType<Files['openLink']> {
  const { request, files, sessions, file, ticket } = parts
  // A page shows pictures without a token; a token that is sent must be of the user that the ticket was made for.
  const session = await sessionOf(request, sessions)
  const isTheirs = (viewer: Viewer) =>
    session === 'session_missing' || (typeof session !== 'string' && session.user === viewer.id)
  const may = async (viewer: Viewer, owner: number) =>
    viewer.kind !== 'staff' && viewer.id === owner && isTheirs(viewer) && (await isSignedIn(sessions, viewer))
  return files.openLink({ file, ticket, may })
}

/** The session that was given the link has not ended. */
async function isSignedIn(sessions: Sessions, { id: user, session: id }: Viewer): Promise<boolean> {
  return id !== undefined && sessions.isSignedIn({ user: userId(user), id })
}

/** Answers what a link opened: the picture, or a refusal that tells a lost file from a link that opens nothing. */
export function sendLook(
  request: FastifyRequest,
  reply: FastifyReply,
  seen: Awaited<ReturnType<Files['openLink']>>,
): FastifyReply {
  if (seen === undefined) return sendRefusal(reply, 'path_unknown', languageOf(request))
  return seen === 'lost' ? sendRefusal(reply, 'picture_lost', languageOf(request)) : sendPicture(reply, seen)
}

/** Sends a kept picture so that it can be nothing but a picture. */
function sendPicture(reply: FastifyReply, jpeg: Uint8Array): FastifyReply {
  return reply
    .type('image/jpeg')
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': 'inline; filename="picture.jpg"',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength))
}
