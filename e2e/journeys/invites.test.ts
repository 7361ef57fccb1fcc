/**
 * Inviting: a customer shares a link, a friend registers through it, and the inviter sees the progress without personal
 * data. The friend pays in and trades. A reward that was earned is approved by one staff member, who looks at the
 * signs, and paid by another. That the conditions take days is tested on the server; here the store of the stopped
 * server gets an older deposit, and the reward as earned.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import type { Caller } from '@veritick/testing/caller'
import { inStoppedStore, resealRow } from '@veritick/testing/stopped-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilFresh } from '../account.ts'
import { PatientCaller } from '../callers.ts'
import { activeCustomer } from '../office-records.ts'
import { Account } from '../pages/account.ts'
import type { Office } from '../pages/office.ts'
import { realCustomer, sessionOf } from '../people.ts'
import { type JourneyBrowser, missingTexts, openBrowser, openPhone, type Phone, sideways } from '../phone.ts'
import { staffOf } from '../staff.ts'
import { stepByStep } from '../steps.ts'
import { startWorld, trialSettings, type World } from '../world.ts'

const INVITER = 'ana@example.com'
const FRIEND = 'ben@example.com'
const NARROW = 320

type StoppedStore = Parameters<Parameters<typeof inStoppedStore>[1]>[0]

describe('inviting friends', () => {
  let world: World
  let browser: JourneyBrowser
  let phone: Phone
  let staff: readonly Office[] = []
  let friendsCalls: Caller
  const folder = mkdtempSync(join(tmpdir(), 'veritick-invites-'))
  stepByStep()

  beforeAll(async () => {
    world = await startWorld({ SETTINGS_FILE: trialSettings(folder, {}) }, { keepsPorts: true })
    browser = await openBrowser()
    const inviter = await realCustomer(world, { email: INVITER, country: 'HK' })
    phone = await openPhone(browser, { url: world.url, token: sessionOf(inviter) })
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const link = () =>
    phone.page
      .getByText(/\/register\?invite_code=/)
      .first()
      .textContent()
  const open = async () => {
    await phone.visit('/mine/invite')
    await phone.page.getByRole('heading', { name: phone.t('invite.rules') }).waitFor()
    await expect.poll(() => phone.page.getByLabel(phone.t('common.loading')).count()).toBe(0)
  }

  it('a customer finds code, link, rules with their numbers, and an empty list', async () => {
    await phone.visit('/mine')
    await phone.page
      .getByRole('link', { name: phone.t('account.row_invite') })
      .first()
      .click()
    await phone.page.getByRole('heading', { name: phone.t('invite.rules') }).waitFor()
    for (const amount of ['30.00 USD', '500.00 USD', '1,000.00 USD'])
      await phone.page.getByText(amount, { exact: true }).first().waitFor()
    await phone.page.getByText(phone.t('invite.empty_title')).waitFor()
    await phone.page.getByText(phone.t('invite.verify_title')).waitFor()
    expect(await sideways(phone)).toBe(0)
    expect(await phone.findings()).toEqual([])
    await phone.picture('invite-empty')
    await phone.closed()
  })

  it('a friend registers through the link and looks back; the inviter sees progress, no address', async () => {
    const url = new URL((await link()) ?? '')
    const other = await openPhone(browser, { url: world.url })
    const friend = new Account(other, world, FRIEND)
    await friend.looksBack(`${url.pathname}${url.search}`)
    await friend.register('HK', `${url.pathname}${url.search}`)
    await other.closed()
    const token = await other.page.evaluate(() => localStorage.getItem('veritick.token'))
    friendsCalls = new PatientCaller(world.url, must(token ?? undefined, 'the friend is signed in'))
    await open()
    await phone.page.getByText(phone.t('invite.friend', { number: 1, name: 'b***' })).waitFor()
    await phone.page.getByText(phone.t('invite.sign_in_done')).waitFor()
    await phone.page.getByText(phone.t('invite.volume_open')).waitFor()
    expect(await phone.page.getByText(FRIEND).count()).toBe(0)
    await phone.picture('invite-friend')
    await other.context.close()
  })

  it('without a connection the last known progress stays', async () => {
    await phone.context.setOffline(true)
    await phone.page.getByText(phone.t('invite.friend', { number: 1, name: 'b***' })).waitFor()
    await phone.picture('invite-offline')
    await phone.context.setOffline(false)
    phone.forgive()
  })

  it('one staff member approves after looking at the signs, another pays', async () => {
    const [first, second, compliance] = await staffOf(browser, world, ['finance', 'finance', 'compliance'])
    staff = [first.office, second.office]
    await untilFresh(phone)
    await activeCustomer(world, friendsCalls, { compliance, finance: first })
    await world.kill()
    await inStoppedStore({ dataDir: world.folder, world: 'simulated' }, earn)
    await world.startAgain()
    const [finn, greta] = staff
    if (finn === undefined || greta === undefined) throw new Error('no staff')
    for (const office of staff) await office.open('invites')
    await finn.openRow('waiting for approval', /^Approve/)
    const { page } = finn.phone
    await page.getByText('One person may be behind two accounts.').waitFor()
    expect(await finn.phone.findings()).toEqual([])
    await finn.phone.picture('office-reward')
    await page.getByRole('button', { name: /^Approve/ }).click()
    const dialog = page.getByRole('dialog').last()
    await dialog.getByLabel(/^Reason/).fill('two people of one household')
    expect(await dialog.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true)
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('You approved it: another staff member must pay.').waitFor()
    await greta.phone.page.reload()
    await greta.openRow('waiting for payment', /^Pay/)
    await greta.act({ button: /^Pay/, reason: 'looked at it too', confirm: /^Pay 30\.00 USD$/ })
    for (const office of staff) office.phone.forgive()
    phone.forgive()
  })

  it('the inviter has the reward in the balance', async () => {
    await open()
    await phone.page.getByText(/30\.00\sUSD.{0,2} paid on/).waitFor()
    await phone.picture('invite-paid')
    await phone.visit('/mine/wallet')
    await phone.page.getByText('30.00').first().waitFor()
  })

  it('fits in Arabic, dark and narrow; a country without the programme says so', async () => {
    await phone.page.setViewportSize({ width: NARROW, height: 640 })
    await phone.chooses('ar')
    await phone.page.evaluate(() => localStorage.setItem('veritick.theme', 'dark'))
    await open()
    expect(await sideways(phone)).toBe(0)
    expect(await missingTexts(phone)).toEqual([])
    expect(await phone.findings()).toEqual([])
    await phone.picture('invite-arabic')
    expect(phone.troubles()).toEqual([])
    const abroad = await realCustomer(world, { email: 'cem@example.com', country: 'DE' })
    const german = await openPhone(browser, { url: world.url, token: sessionOf(abroad) })
    await german.visit('/mine/invite')
    await german.page.getByText(german.t('invite.off_text')).waitFor()
    expect(await german.page.getByText(german.t('invite.rules')).count()).toBe(0)
    await german.picture('invite-off')
    expect(german.troubles()).toEqual([])
  })
})

/** Longer than a deposit must stay. */
const KEPT_MILLIS = 4 * 86_400_000

/** The first reward of the only friend, whose deposit came days ago, with its review over; the inviter is verified. */
async function earn(parts: StoppedStore): Promise<void> {
  const { query } = parts
  const [deposit] = await query<{ deposit_id: number }>(
    `update deposits set created_at = created_at - $1, ended_at = ended_at - $1, version = version + 1
     returning deposit_id`,
    [KEPT_MILLIS],
  )
  await resealRow(parts, 'deposits', must(deposit, 'the friend has paid in'))
  const [reward] = await query<{ reward_id: number }>(
    `insert into invite_rewards (user_id, account_id, invited_id, step, amount, state, volume, net_deposit, flags,
       earned_at, review_until, decided_reason, remark)
     select u.invited_by, a.account_id, u.user_id, 1, 30000000, 'held', 500000000, 300000000, 'network', 5, 5, '', ''
     from users u join accounts a on a.user_id = u.invited_by and a.is_default where u.invited_by is not null
     returning reward_id`,
  )
  await resealRow(parts, 'invite_rewards', must(reward, 'the friend was invited'))
  const [identity] = await query<{ user_id: number }>(
    `insert into identities (user_id, state, changed_at)
     select invited_by, 'verified', 5 from users where invited_by is not null returning user_id`,
  )
  await resealRow(parts, 'identities', must(identity, 'the friend was invited'))
}
