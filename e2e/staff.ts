/**
 * The staff of a new office. In the journey to a first withdrawal they come as people do: the first admin uses the
 * printed link, the others the links that the admin is shown. In every other journey they come by the same calls.
 */
import type { Role } from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { appCode, linkOf, STAFF_PASSWORD, type StaffCaller } from '@veritick/testing/test-office'
import { PatientStaffCaller } from './callers.ts'
import { Office } from './pages/office.ts'
import { type JourneyBrowser, openPhone } from './phone.ts'
import type { World } from './world.ts'

export const ADMIN = { name: 'Ada', email: 'ada@office.example' }

export async function openOffice(browser: JourneyBrowser, world: World): Promise<Office> {
  const office = new Office(await openPhone(browser, { url: world.office }), world.office)
  await office.welcome(printedLink(world), ADMIN)
  return office
}

/** Invited by the admin and signed in, each with a browser of their own. */
export async function hire(
  admin: Office,
  browser: JourneyBrowser,
  people: readonly { readonly name: string; readonly role: string }[],
) {
  const links: string[] = []
  for (const { name, role } of people)
    links.push(await admin.invite({ name, role, email: `${name.toLowerCase()}@office.example` }))
  const hired: Office[] = []
  // One after the other: sign-ins of staff wait for each other in the store, on a machine that is busy with other tests
  // longer than the store lets them.
  for (const link of links) {
    const url = new URL(link).origin
    const office = new Office(await openPhone(browser, { url }), url)
    await office.welcome(link)
    hired.push(office)
  }
  return hired
}

/** A member of staff: the page in a browser, and the calls that this page would make. */
export type Member = { readonly office: Office; readonly calls: StaffCaller }

/** One for each role, in the order of the roles, each with a browser of their own. The admin is the first one. */
export async function staffOf<const Roles extends readonly Role[]>(
  browser: JourneyBrowser,
  world: World,
  roles: Roles,
): Promise<{ readonly [Place in keyof Roles]: Member }> {
  const admin = await welcomed(world, printedLink(world), ADMIN)
  const join = async (role: Role, place: number) => {
    const email = `${role}${place}@office.example`
    const made = await admin.does('staffInvite', { name: `${role} ${place}`, email, role, reason_text: 'works here' })
    return welcomed(world, linkOf(made))
  }
  const members: Member[] = []
  for (const [place, role] of roles.entries())
    members.push(await memberOf(browser, world, role === 'admin' ? admin : await join(role, place)))
  return members as { readonly [Place in keyof Roles]: Member }
}

export function printedLink(world: World): string {
  const link = /http:\/\/localhost:\d+\/#\/welcome\/\S+/.exec(world.said())?.[0]
  if (link === undefined) throw new Error(`no link was printed:\n${world.said()}`)
  return link
}

async function welcomed(world: World, link: string, who: Partial<typeof ADMIN> = {}): Promise<StaffCaller> {
  const calls = new PatientStaffCaller({ officeUrl: world.office })
  const token = link.replace(/.*\/#\/welcome\//, '')
  const { totp_secret } = await calls.does('welcomeLook', { link: token })
  const totp_code = appCode(totp_secret, Date.now())
  await calls.does('welcomeFinish', { link: token, password: STAFF_PASSWORD, totp_code, ...who })
  return calls
}

async function memberOf(browser: JourneyBrowser, world: World, calls: StaffCaller): Promise<Member> {
  const phone = await openPhone(browser, { url: world.office })
  const [name = '', value = ''] = must(calls.cookie, 'a welcome signs in').split('=')
  await phone.context.addCookies([{ name, value, url: world.office, httpOnly: true, sameSite: 'Strict' }])
  return { office: new Office(phone, world.office), calls }
}
