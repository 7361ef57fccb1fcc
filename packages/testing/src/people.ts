/**
 * Customers of the tests: real accounts, codes out of the outbox, captchas whose answers are known. Everything goes
 * through the calls and the outbox, as a customer would go.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallInput } from '@veritick/contract'
import { must } from '@veritick/domain'
import { Caller, type TestServer } from './test-server.ts'

export type Letter = { readonly to: string; readonly subject: string; readonly text: string }

/** Everything in the outbox, mails and short messages, oldest first. */
export async function letters(doors: TestServer): Promise<readonly Letter[]> {
  await doors.context.messages.flush()
  const folder = join(doors.context.config.dataDir, 'outbox')
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const [head = '', ...rest] = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').split('\n\n')
      const header = (field: string) => new RegExp(`^${field}: (.*)$`, 'm').exec(head)?.[1] ?? ''
      return { to: header('To'), subject: header('Subject'), text: rest.join('\n\n') }
    })
}

export async function lettersTo(doors: TestServer, to: string): Promise<readonly Letter[]> {
  return (await letters(doors)).filter((letter) => letter.to === to)
}

/** The newest code that was sent to an address. */
export async function codeTo(doors: TestServer, to: string): Promise<string> {
  const codes = (await lettersTo(doors, to)).flatMap((letter) => /\b\d{6}\b/.exec(letter.text)?.[0] ?? [])
  return must(codes.at(-1), `a code was sent to ${to}`)
}

export const RIDDLE_ANSWER = 'K7M2QP'

/** A captcha whose answer the test knows: no program reads the picture, so its stored answer is replaced. */
export async function riddle(doors: TestServer): Promise<string> {
  const { id } = await doors.visitor.does('captcha', {})
  const { store, encryption } = doors.context
  await store.query('update captchas set answer_hash = $2 where captcha_id = $1', [
    id,
    encryption.fingerprint('captcha', `${id}:${RIDDLE_ANSWER}`),
  ])
  return id
}

export const PASSWORD = 'a quiet harbour at six'

/** A form as a visitor would send it, the captcha solved. */
export async function form(
  doors: TestServer,
  email: string,
  more: Partial<CallInput<'register'>> = {},
): Promise<CallInput<'register'>> {
  return {
    account: email,
    password: PASSWORD,
    re_password: PASSWORD,
    key: await riddle(doors),
    sms_code: RIDDLE_ANSWER,
    country: 'HK',
    adult: true,
    terms: true,
    ...more,
  }
}

/** `code`: of the authenticator app, or a recovery code. */
export async function signIn(doors: TestServer, email: string, password = PASSWORD, code?: string): Promise<Caller> {
  const second = code === undefined ? {} : { code }
  return new Caller(doors.url, (await doors.visitor.does('loginForU', { account: email, password, ...second })).token)
}

/** Registered and signed in. */
export async function realPerson(doors: TestServer, email: string): Promise<Caller> {
  await doors.visitor.does('register', await form(doors, email))
  return signIn(doors, email)
}
