/**
 * The first admin finishes the form of the one-time link with mistakes on the way. The button can always be pressed;
 * each mistake is explained at its field, which has the focus and names the sentence to screen readers.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JourneyBrowser, openBrowser, openPhone, type Phone } from '../phone.ts'
import { printedLink } from '../staff.ts'
import { stepByStep } from '../steps.ts'
import { startWorld, type World } from '../world.ts'

describe('the form of the one-time link', () => {
  let world: World
  let browser: JourneyBrowser
  let phone: Phone
  stepByStep()

  beforeAll(async () => {
    world = await startWorld({}, { embedded: true })
    browser = await openBrowser()
    phone = await openPhone(browser, { url: world.office })
    await phone.page.goto(printedLink(world))
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const field = (label: string) => phone.page.getByLabel(label)
  const press = () => phone.page.getByRole('button', { name: 'Save and sign in' }).click()
  /** The field that has the focus, as a screen reader reads it: label, state and sentence. */
  const focused = () =>
    phone.page.evaluate(() => {
      const { activeElement: at } = document
      const says = document.getElementById(at?.getAttribute('aria-describedby') ?? '')
      const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : undefined
      return `${label?.replace(/\W+$/, '')}: ${at?.getAttribute('aria-invalid')}, ${says?.textContent}`
    })

  it('an empty form says at every field what to enter', async () => {
    await field('Your name').waitFor()
    await press()
    await expect.poll(focused).toBe('Your name: true, Enter your name.')
    for (const sentence of [/^Enter an e-mail/, /^Use at least 12/, /^Enter the same/, /^Enter the six digits/])
      expect(await phone.page.getByText(sentence).count(), String(sentence)).toBe(1)
  })

  it('a mismatch of the passwords is explained', async () => {
    await field('Your name').fill('Ada')
    await field('Your e-mail').fill('ada@example.com')
    await field('New password').fill('eleven lanterns by the quay')
    await field('Repeat password').fill('eleven lanterns by the key')
    await press()
    await expect.poll(focused).toBe('Repeat password: true, The passwords do not match. Enter the same one twice.')
  })

  it('a wrong code is explained at its field', async () => {
    await field('Repeat password').fill('eleven lanterns by the quay')
    await field('Six digits').fill('000000')
    await press()
    await expect.poll(focused).toContain('Six digits that the app shows: true, This code is incorrect.')
    await field('Six digits').fill('1')
    expect(await phone.page.getByText('This code is incorrect').count()).toBe(0)
  })
})
