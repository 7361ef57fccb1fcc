/**
 * Pictures of customers in the office: by a link that was made for this staff member, while it lasts, to a role
 * that may see what the picture belongs to. Each opened link is written down with the picture. An expired or
 * foreign link is answered like an unknown path.
 */
import { OFFICE_FILE_PATH } from '@veritick/contract'
import { may, type Permission, type Role } from '@veritick/contract/office'
import type { FastifyInstance } from 'fastify'
import type { StaffSessions } from '../features/staff/index.ts'
import { networkOf } from '../services/network/index.ts'
import { LIMITS, networkTurnsOf } from '../services/rate-limits/index.ts'
import type { Files } from '../services/uploads/index.ts'
import type { Context } from './context.ts'
import { sendRefusal } from './errors.ts'
import { languageOf } from './language.ts'
import { cookieOf } from './office-cookie.ts'
import { sendLook } from './upload-routes.ts'

/** The permission that each use of a picture requires, checked at each opening: a link outlives a change of role. */
const PERMISSION_OF_USE: Readonly<Record<string, Permission>> = {
  identity: 'identity_review',
  deposit: 'deposits_read',
  support: 'support_read',
  feedback: 'support_read',
}

export function registerPictureRoute(
  app: FastifyInstance,
  parts: { readonly context: Pick<Context, 'files'>; readonly sessions: StaffSessions },
): void {
  const { context, sessions } = parts
  // Staff wait for no other turn: a picture is in memory as a whole until it is sent.
  const turns = networkTurnsOf(LIMITS.networkTurns.pictures)
  app.get<{ Params: { file: string } }>(OFFICE_FILE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const { file } = request.params
    const token = cookieOf(request)
    const session = token === undefined ? undefined : await sessions.find(token)
    const nothing = () => sendRefusal(reply, 'path_unknown', languageOf(request))
    if (session === undefined) return nothing()
    const { id, role } = session.staff
    const ticket = new URLSearchParams(request.url.split('?')[1] ?? '').get('ticket') ?? ''
    const link: Parameters<Files['openLink']>[0] = {
      file,
      ticket,
      may: (viewer, _owner, usedFor) => viewer.kind === 'staff' && viewer.id === id && maySee(role, usedFor),
    }
    const from = { network: networkOf(request.ip), user: 'visitor' } as const
    return sendLook(request, reply, await turns.run(from, () => context.files.openLink(link)))
  })
}

function maySee(role: Role, usedFor: string | null): boolean {
  const permission = PERMISSION_OF_USE[usedFor?.split(':')[0] ?? '']
  return permission !== undefined && may(role, permission)
}
