/** Customers that a journey does not make by hand: they come by the same calls as their screens make. */
import { UPLOAD } from '@veritick/contract'
import { must } from '@veritick/domain'
import type { Caller } from '@veritick/testing/caller'
import { png } from '@veritick/testing/samples'
import { PatientCaller } from './callers.ts'
import { codeAfter } from './outbox.ts'
import { PASSWORD } from './pages/account.ts'
import type { World } from './world.ts'

type Person = { readonly email: string; readonly country: string }

/** Registered with the code of the mail, and signed in. */
export async function realCustomer(world: World, { email, country }: Person): Promise<Caller> {
  const visitor = new PatientCaller(world.url, undefined)
  const sms_code = await codeAfter(world, email, async () => {
    await visitor.does('sendEmail', { to: email, type: 1 })
  })
  const passwords = { password: PASSWORD, re_password: PASSWORD }
  await visitor.does('register', { account: email, ...passwords, sms_code, country, adult: true, terms: true })
  const { token } = await visitor.does('loginForU', { account: email, password: PASSWORD })
  return new PatientCaller(world.url, token)
}

/** For a phone that is signed in. */
export const sessionOf = (customer: Caller): string => must(customer.token, 'the customer is signed in')

/** A picture of one colour, uploaded: what a form names it by. */
export async function uploaded(world: World, customer: Caller, shade: number): Promise<string> {
  const body = new FormData()
  body.set(UPLOAD.field, new Blob([Uint8Array.from(png(shade))], { type: 'image/png' }), 'picture.png')
  const headers = { authorization: sessionOf(customer) }
  const answer = await fetch(world.url + UPLOAD.path, { method: 'POST', headers, body })
  const { data, reason } = (await answer.json()) as { readonly data: { readonly url: string } | null; reason?: string }
  if (data === null) throw new Error(`the picture was refused: ${reason}`)
  return data.url
}
