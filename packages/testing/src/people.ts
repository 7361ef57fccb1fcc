/**
 * Customers of the tests: real accounts, codes out of the outbox, captchas whose answers are known. Everything goes
 * through the calls and the outbox, as a customer would go.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallInput } from '@veritick/contract'
import { must } from '@veritick/domain'
import { Caller, type TestServer } from './test-server.ts'

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** Everything in the outbox, mails and text messages, oldest first. */
export async function mails(server: TestServer): Promise<readonly Mail[]> {
  await server.context.messages.flush()
  const folder = join(server.context.config.dataDir, 'outbox')
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const [head = '', ...rest] = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').split('\n\n')
      const header = (field: string) => new RegExp(`^${field}: (.*)$`, 'm').exec(head)?.[1] ?? ''
      return { to: header('To'), subject: header('Subject'), text: rest.join('\n\n') }
    })
}

export async function mailsTo(server: TestServer, to: string): Promise<readonly Mail[]> {
  return (await mails(server)).filter((mail) => mail.to === to)
}

/** Six digits that are no part of an amount: codes are sent before other mails, so an older amount may come later. */
const CODE = /(?<![\d.])\d{6}(?!\d|\.\d)/

/** The newest code that was sent to an address. */
export async function codeTo(server: TestServer, to: string): Promise<string> {
  const codes = (await mailsTo(server, to)).flatMap((mail) => CODE.exec(mail.text)?.[0] ?? [])
  return must(codes.at(-1), `a code was sent to ${to}`)
}

export const CAPTCHA_ANSWER = 'K7M2QP'

/** A captcha whose answer the test knows: no program reads the picture, so its stored answer is replaced. */
export async function captcha(server: TestServer): Promise<string> {
  const { id } = await server.visitor.does('captcha', {})
  const { store, encryption } = server.context
  const [row] = await store.query<{ until: number }>('select expires_at as until from captchas where captcha_id = $1', [
    id,
  ])
  const hash = encryption.fingerprint('captcha', `${id}:${must(row, 'it was made').until}:${CAPTCHA_ANSWER}`)
  await store.query('update captchas set answer_hash = $2 where captcha_id = $1', [id, hash])
  return id
}

export const PASSWORD = 'a quiet harbour at six'

/** A form as a visitor would send it, the captcha solved. */
export async function form(
  server: TestServer,
  email: string,
  more: Partial<CallInput<'register'>> = {},
): Promise<CallInput<'register'>> {
  return {
    account: email,
    password: PASSWORD,
    re_password: PASSWORD,
    key: await captcha(server),
    sms_code: CAPTCHA_ANSWER,
    country: 'HK',
    adult: true,
    terms: true,
    ...more,
  }
}

/** `code`: of the authenticator app, or a recovery code. */
export async function signIn(server: TestServer, email: string, password = PASSWORD, code?: string): Promise<Caller> {
  const second = code === undefined ? {} : { code }
  return new Caller(server.url, (await server.visitor.does('loginForU', { account: email, password, ...second })).token)
}

/** Registered and signed in. */
export async function realPerson(server: TestServer, email: string): Promise<Caller> {
  await server.visitor.does('register', await form(server, email))
  return signIn(server, email)
}
