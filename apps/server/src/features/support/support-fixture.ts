/** Shared by the tests of conversations: what both sides see of one, and texts that look like markup. */
import type { SupportPush } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { userOf } from '@veritick/testing/customers'
import type { Member } from '@veritick/testing/test-office'
import type { Caller } from '@veritick/testing/test-server'
import type { Phone } from '@veritick/testing/test-sockets'

export async function textsOf(person: Caller): Promise<readonly string[]> {
  return (await person.does('supportMessages', {})).messages.map(({ text }) => text)
}

/** The conversation as a staff member sees it in the queue. */
export async function conversationWith(
  reader: Member,
  person: Caller,
): Promise<OfficeData<'supportQueue'>['data'][number]> {
  const { data } = await reader.caller.does('supportQueue', { user: await userOf(person) })
  return must(data[0], 'there is a conversation')
}

export function pushesTo(phone: Phone): readonly SupportPush[] {
  return phone.of('SUPPORT').flatMap(({ data }) => (data === null ? [] : [data as SupportPush]))
}

/** Texts that would run on a page that took them for markup. The store keeps it as it was written. */
export const MARKUP = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
]

/** Texts of both sides in which controls of the direction would change how others read them. */
export const TURNED = [
  ['\u202Egnp.exe\u202C', 'gnp.exe'],
  ['\u2066paid\u2069 to \u202Dyou', 'paid to you'],
  // The marks of Arabic and Hebrew writers stay.
  ['\u200Fمرحبا\u200E 10', '\u200Fمرحبا\u200E 10'],
] as const
