/**
 * A staff member for the tests: invited, welcomed by their link, with an authenticator app that always has a
 * fresh code. Everything goes through the office's own port, with cookie, CSRF header and origin, as a browser would.
 */
import { createHmac } from 'node:crypto'
import {
  HEADER_CSRF,
  OFFICE_CALLS,
  type OfficeCall,
  type OfficeCallName,
  type OfficeData,
  type OfficeInput,
  type Role,
} from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { type Answered, exchange } from './caller.ts'
import type { TestServer } from './test-server.ts'

export const STAFF_PASSWORD = 'eleven lanterns by the quay'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows (RFC 6238), by code of its own. It works once. */
export function appCode(secret: string, at: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

export class StaffCaller {
  readonly #url: string
  #cookie: string | undefined
  #browser: string | undefined
  #csrf = ''
  #calls = 0

  constructor(server: Pick<TestServer, 'officeUrl'>) {
    this.#url = server.officeUrl
  }

  /** The cookie of the session. */
  get cookie(): string | undefined {
    return this.#cookie
  }

  /** The id in the cookie by which the office knows the browser again. */
  get browser(): string | undefined {
    return this.#browser?.split('=')[1]
  }

  /** The data of a call that succeeds, checked against the contract. */
  async does<Name extends OfficeCallName>(name: Name, params: OfficeInput<Name>): Promise<OfficeData<Name>> {
    const answered = await this.asks(name, params)
    if (answered.code !== 1) throw new Error(`${name} was refused: ${answered.reason} ${answered.field ?? ''}`)
    OFFICE_CALLS[name].answer.parse(answered.data)
    return answered.data as OfficeData<Name>
  }

  /** The reason word of a call that is refused, and `good` for one that is not. */
  async reason(name: OfficeCallName, params: Readonly<Record<string, unknown>>): Promise<string> {
    return (await this.asks(name, params)).reason ?? 'good'
  }

  /** With an idempotency key of its own unless `headers` brings one. */
  asks(
    name: OfficeCallName,
    params: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    const call: OfficeCall = OFFICE_CALLS[name]
    if (!call.changes) {
      const query = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)])).toString()
      return this.raw('GET', `${call.path}?${query}`, { headers })
    }
    this.#calls += 1
    const key = { 'idempotency-key': `office ${this.#calls} ${Math.random()}` }
    return this.raw('POST', call.path, { headers: { ...key, ...headers }, body: JSON.stringify(params) })
  }

  /** `headers` replace the ordinary ones; an empty text leaves one out. */
  async raw(
    method: string,
    path: string,
    options: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Uint8Array } = {},
  ): Promise<Answered> {
    const cookies = [this.#cookie, this.#browser].filter((each) => each !== undefined)
    const headers = {
      lang: 'en',
      ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json', origin: this.#url, [HEADER_CSRF]: this.#csrf }),
      ...options.headers,
    }
    const answered = await exchange(this.#url + path, {
      method,
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
      body: options.body,
    })
    this.#keep(answered)
    return answered
  }

  #keep({ headers, data }: Answered): void {
    for (const set of headers['set-cookie'] ?? []) {
      const cookie = set.split(';')[0]
      if (set.startsWith('veritick_office_browser=')) this.#browser = cookie
      else this.#cookie = cookie
    }
    if (typeof data === 'object' && data !== null && 'csrf' in data) this.#csrf = String(data.csrf)
  }
}

/** `caller`: as they are signed in now. */
export type Member = { caller: StaffCaller; readonly id: number; readonly email: string; readonly secret: string }

/** The link of an invitation or reset, where no mail server is set. */
export const linkOf = (made: { readonly link: string | null }): string =>
  must(made.link ?? undefined, 'without mail the link is answered')

/** Uses a one-time link: password, app, in. `who`: only the first admin says it. */
export async function welcomed(
  server: TestServer,
  link: string,
  who: { readonly name?: string; readonly email?: string } = {},
): Promise<Member> {
  const caller = new StaffCaller(server)
  const { totp_secret: secret } = await caller.does('welcomeLook', { link })
  const totp_code = appCode(secret, server.context.runtime.now())
  const { staff } = await caller.does('welcomeFinish', { link, password: STAFF_PASSWORD, totp_code, ...who })
  return { caller, id: staff.id, email: staff.email, secret }
}

/** Signs in anew where the session has ended; a code of the app must not have been used in this half minute. */
export async function awake(server: TestServer, member: Member): Promise<Member> {
  if ((await member.caller.reason('me', {})) === 'good') return member
  member.caller = await signsIn(server, member)
  return member
}

/** One more session of the same person. */
export async function signsIn(server: TestServer, { email, secret }: Member): Promise<StaffCaller> {
  const caller = new StaffCaller(server)
  await caller.does('signIn', {
    email,
    password: STAFF_PASSWORD,
    totp_code: appCode(secret, server.context.runtime.now()),
  })
  return caller
}

const admins = new WeakMap<TestServer, Promise<Member>>()
let invited = 0

/** The admin of this server, made by the link of the first start. */
export function firstAdmin(server: TestServer): Promise<Member> {
  const known = admins.get(server)
  if (known !== undefined) return known
  const link = must(server.office.firstLink, 'the first start made a link').replace('/#/welcome/', '')
  const made = welcomed(server, link, { name: 'Ada', email: 'ada@office.example' })
  admins.set(server, made)
  return made
}

/** A new staff member in a role, signed in. */
export async function staffMember(server: TestServer, role: Role): Promise<Member> {
  invited += 1
  const person = {
    name: `${role} ${invited}`,
    email: `${role}${invited}@office.example`,
    role,
    reason_text: 'works here',
  }
  const { caller } = await awake(server, await firstAdmin(server))
  return welcomed(server, linkOf(await caller.does('staffInvite', person)))
}

export async function staffed(server: TestServer, role: Role): Promise<StaffCaller> {
  return (await staffMember(server, role)).caller
}
