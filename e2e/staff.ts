/** The staff of a new office: the first admin uses the printed link, the others the links that the admin is shown. */
import type { Browser } from 'playwright-core'
import { Office } from './pages/office.ts'
import { openPhone } from './phone.ts'
import type { World } from './world.ts'

export const ADMIN = { name: 'Ada', email: 'ada@office.example' }

export async function openOffice(browser: Browser, world: World): Promise<Office> {
  const link = /http:\/\/localhost:\d+\/#\/welcome\/\S+/.exec(world.said())?.[0]
  if (link === undefined) throw new Error(`no link was printed:\n${world.said()}`)
  const office = new Office(await openPhone(browser, { url: world.office }))
  await office.welcome(link, ADMIN)
  return office
}

/** Invited by the admin and signed in, each with a browser of their own. */
export async function hire(
  admin: Office,
  browser: Browser,
  people: readonly { readonly name: string; readonly role: string }[],
) {
  const links: string[] = []
  for (const { name, role } of people)
    links.push(await admin.invite({ name, role, email: `${name.toLowerCase()}@office.example` }))
  return Promise.all(
    links.map(async (link) => {
      const office = new Office(await openPhone(browser, { url: new URL(link).origin }))
      await office.welcome(link)
      return office
    }),
  )
}
