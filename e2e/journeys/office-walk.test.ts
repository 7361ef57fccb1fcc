/**
 * Every area of the office on a wide screen and on a phone, by a staff member whose role may see it, with records in
 * the lists. Nothing scrolls sideways, no text is cut, every time names its zone, axe finds nothing, the console stays
 * empty. A record opens with a tap on its row, its title has the focus, and the row has it again when the record is
 * closed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { article, cannedAnswer, payingCustomer, writingCustomer } from '../office-records.ts'
import type { Office } from '../pages/office.ts'
import { cutTexts, type JourneyBrowser, openBrowser, type Phone, sideways } from '../phone.ts'
import { staffOf } from '../staff.ts'
import { stepByStep } from '../steps.ts'
import { startWorld, trialSettings, type World } from '../world.ts'

const LOOKS = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

/** `opens`: the first record of the list, which has `tabs` of its own. */
type Area = { readonly path: string; readonly opens?: boolean; readonly tabs?: readonly string[] }
const TABS = ['orders', 'ledger', 'payees', 'sessions', 'notes', 'audit']
const AREAS: Readonly<Record<string, readonly Area[]>> = {
  admin: [
    { path: '' },
    { path: 'settings' },
    { path: 'companies' },
    { path: 'instruments', opens: true },
    { path: 'health' },
    { path: 'sms' },
    { path: 'audit', opens: true },
    { path: 'staff', opens: true },
    { path: 'account' },
  ],
  compliance: [
    { path: 'identities', opens: true },
    { path: 'deposits', opens: true },
    { path: 'withdrawals', opens: true },
    { path: 'corrections' },
    { path: 'support', opens: true },
    { path: 'feedback', opens: true },
    { path: 'people', opens: true, tabs: TABS },
  ],
  finance: [{ path: 'exposure' }],
  content: [{ path: 'news', opens: true }, { path: 'canned-answers' }],
}

describe('the office', () => {
  let world: World
  let browser: JourneyBrowser
  const folder = mkdtempSync(join(tmpdir(), 'veritick-office-'))
  let offices: Readonly<Record<string, Office>> = {}
  stepByStep()

  beforeAll(async () => {
    // A new withdrawal address is usable at once.
    const settings = { SETTINGS_FILE: trialSettings(folder, { payee_hold_hours: 0 }) }
    world = await startWorld(settings, { embedded: true })
    browser = await openBrowser()
    const staff = await staffOf(browser, world, ['admin', 'compliance', 'finance', 'content'])
    const [admin, compliance, finance, content] = staff
    offices = {
      admin: admin.office,
      compliance: compliance.office,
      finance: finance.office,
      content: content.office,
    }
    await payingCustomer(world, { compliance, finance })
    await writingCustomer(world)
    await article(content)
    await cannedAnswer(content)
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const stops = Object.entries(AREAS).flatMap(([role, areas]) => areas.map((area) => ({ role, ...area })))
  it.each(stops)('/$path as $role', async ({ role, path, opens, tabs = [] }) => {
    const office = offices[role]
    if (office === undefined) throw new Error(`no staff member is ${role}`)
    for (const look of LOOKS)
      await walk(office, { url: `${world.office}/#/${path}`, look, opens: opens === true, tabs })
    expect(office.phone.troubles()).toEqual([])
  })

  it('a dialog shows its first label and the keyboard focus, and Escape loses nothing that was typed', async () => {
    const { content } = offices
    if (content === undefined) throw new Error('no staff member is content')
    const { page } = content.phone
    await page.goto(`${world.office}/#/canned-answers`)
    await page.getByRole('button', { name: 'Add' }).click()
    const dialog = page.getByRole('dialog')
    const title = dialog.getByLabel('Title')
    await title.waitFor()
    const [label, edge] = await dialog.evaluate((element) =>
      ['label', '.MuiDialogContent-root'].map((each) => element.querySelector(each)?.getBoundingClientRect().top ?? 0),
    )
    expect(label).toBeGreaterThanOrEqual(edge ?? 0)
    await page.keyboard.type('Opening hours')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    expect(await title.inputValue()).toBe('Opening hours')
    await dialog.getByLabel('Reason').focus()
    await page.keyboard.press('Tab')
    const line = () => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outline)
    await expect.poll(line).toContain('solid 2px')
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog.count(), { message: 'Cancel has the focus and closes' }).toBe(0)
    await page.getByRole('button', { name: 'Add' }).click()
    await title.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count(), { message: 'an empty dialog closes with Escape' }).toBe(0)
  })
})

type Walk = {
  readonly url: string
  readonly look: (typeof LOOKS)[number]
  readonly opens: boolean
  readonly tabs: readonly string[]
}

async function walk(office: Office, { url, look, opens, tabs }: Walk): Promise<void> {
  const { page } = office.phone
  const name = url.split('/').at(-1) || 'start'
  await page.setViewportSize(look)
  await page.emulateMedia({ colorScheme: look.colorScheme })
  await page.goto(`${url}?filter={}`)
  await inOrder(office, `${name}-${look.width}`)
  if (!opens) return
  const row = office.rows().locator('tbody tr').first()
  await row.click()
  const drawer = page.getByRole('dialog')
  await expect.poll(async () => isAt(page.url(), `/${name}/`) || (await drawer.count()) > 0).toBe(true)
  const record = page.url()
  // The row that was opened is gone, and the focus with it.
  await expect.poll(async () => (await drawer.count()) > 0 || (await focused(office)) === 'H1').toBe(true)
  await inOrder(office, `${name}-record-${look.width}`)
  if ((await drawer.count()) > 0) await page.keyboard.press('Escape')
  else await page.goBack()
  await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true)
  for (const tab of tabs) {
    await page.goto(`${record.split('?')[0]}/${tab}`)
    await inOrder(office, `${name}-${tab}-${look.width}`)
  }
}

/** The element that has the keyboard focus; `BODY`: it was lost. */
const focused = ({ phone }: Office): Promise<string | undefined> =>
  phone.page.evaluate(() => document.activeElement?.tagName)

const isAt = (url: string, part: string): boolean => (url.split('?')[0] ?? '').includes(part)

/** The screen as it is now; what is still moving gets the time to settle. */
async function inOrder({ phone }: Office, name: string): Promise<void> {
  const { page } = phone
  await page.getByRole('heading').first().waitFor()
  await expect.poll(() => page.getByLabel('Loading').count(), { message: name }).toBe(0)
  await phone.picture(`office-walk-${name}`)
  await expect
    .poll(async () => [await sideways(phone), await cutTexts(phone), await timesWithoutZone(phone)], {
      message: `${name}: layout`,
    })
    .toEqual([0, [], []])
  await expect.poll(() => phone.findings(), { message: `${name}: axe` }).toEqual([])
}

/** Times whose zone stands neither beside them nor at the head of their column. */
function timesWithoutZone({ page }: Phone): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('time')]
      .filter((time) => {
        const cell = time.closest('td')
        const head = cell?.closest('table')?.querySelectorAll('thead th')[cell.cellIndex]
        return !`${time.textContent} ${head?.textContent ?? ''}`.includes('UTC')
      })
      .map((time) => time.parentElement?.textContent ?? ''),
  )
}
