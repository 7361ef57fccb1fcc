/**
 * Links to private pictures. A picture on a page cannot carry a token, so its address carries a ticket: for one
 * picture, one viewer in one session, ten minutes. It opens nothing else, and who finds it in a history finds it spent.
 */
import { timingSafeEqual } from 'node:crypto'
import { FILE_PATH, OFFICE_FILE_PATH } from '@veritick/contract'
import type { Runtime } from '../clock/index.ts'
import type { Encryption } from '../encryption/index.ts'

/**
 * The reader of a picture. A customer's ticket is not valid in the office, and a staff ticket is not valid in the app.
 * `session` is the id of the customer's session that got the link; the link ends with the session. Staff tickets have
 * no session: the office checks the cookie.
 */
export type Viewer = {
  readonly kind: 'demo' | 'real' | 'staff'
  readonly id: number
  readonly session?: string | undefined
}

/** Content of a link: the viewer who may open it, and until when. */
export type Opened = Viewer & { readonly until: number }

export const TICKET_MINUTES = 10
const KINDS = ['demo', 'real', 'staff'] as const
const TICKET = /^(\d{1,16})\.(demo|real|staff)\.(\d{1,16})\.([0-9a-f]{16}|-)\.([0-9a-f]{64})$/
const NO_SESSION = '-'
const FILE_ID = '[0-9a-f]{32}'
const ADDRESS = new RegExp(`^(?:https?://[^/?#]+)?/api/files/(${FILE_ID})(?:\\?[^#]*)?$`)

export const isFileId = (text: string): boolean => new RegExp(`^${FILE_ID}$`).test(text)

export type Tickets = {
  /** `/api/files/<id>?ticket=...`, for a page of this viewer; `/office/files/...` for the operator's people. */
  address(file: string, viewer: Viewer): string
  /** The viewer whom the ticket names; `undefined`: it is for another picture, too old or forged. */
  viewer(file: string, ticket: string): Opened | undefined
}

export function ticketsOf(options: { readonly encryption: Encryption; readonly runtime: Runtime }): Tickets {
  const { encryption, runtime } = options
  const signature = (file: string, facts: string) => encryption.fingerprint('file ticket', `${file}.${facts}`)
  return {
    address: (file, viewer) => {
      const until = runtime.now() + TICKET_MINUTES * 60_000
      const facts = `${until}.${viewer.kind}.${viewer.id}.${viewer.session ?? NO_SESSION}`
      const path = (viewer.kind === 'staff' ? OFFICE_FILE_PATH : FILE_PATH).replace(':file', file)
      return `${path}?ticket=${facts}.${signature(file, facts)}`
    },
    viewer: (file, ticket) => {
      const [, until = '', word = '', id = '', session = '', given = ''] = TICKET.exec(ticket) ?? []
      const kind = KINDS.find((each) => each === word)
      if (kind === undefined) return undefined
      const right = Buffer.from(signature(file, `${until}.${kind}.${id}.${session}`))
      if (!timingSafeEqual(right, Buffer.from(given)) || Number(until) <= runtime.now()) return undefined
      return { kind, id: Number(id), session: session === NO_SESSION ? undefined : session, until: Number(until) }
    },
  }
}

/**
 * The picture's id in an address that we gave and a client hands back. Its ticket does not matter: the owner is
 * checked.
 */
export function fileIdOf(address: string): string | undefined {
  return address.length > 1000 ? undefined : ADDRESS.exec(address)?.[1]
}
