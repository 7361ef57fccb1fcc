/**
 * Records in every queue of the office, made by a customer and by staff: an accepted and a waiting identity, deposits,
 * a withdrawal, a conversation, a feedback, an article. The texts are long and hold markup, which stays text.
 */
import type { Browser } from 'playwright-core'
import { Account } from './pages/account.ts'
import { Cashier } from './pages/cashier.ts'
import type { Office } from './pages/office.ts'
import { openPhone, type Phone } from './phone.ts'
import type { World } from './world.ts'

/** What a page would run if it took a text for markup. */
export const MARKUP = '<img src=x onerror="document.title=1">'
const LONG_NAME = 'Maria Alexandra Konstantinopoulou-Featherstonehaugh de la Cruz'

type Reviewers = { readonly compliance: Office; readonly finance: Office }

/** A customer with a credited deposit, one that waits, and a requested withdrawal. */
export async function payingCustomer(browser: Browser, world: World, by: Reviewers): Promise<void> {
  const phone = await openPhone(browser, { url: world.url })
  const account = await signedIn(phone, world, 'maria.konstantinopoulou-featherstonehaugh@example.com')
  await account.handIn({ name: LONG_NAME, number: 'P1234567890', birth: '1990-05-17' })
  await by.compliance.open('identities')
  await by.compliance.openRow(/waiting/, /^Accept/)
  await by.compliance.act({ button: /^Accept/, reason: MARKUP, confirm: /^Accept/ })
  await account.isVerified()
  const money = new Cashier(account)
  await money.deposit({ network: 'TRC20', coins: '1234567.34' })
  await by.finance.open('deposits')
  await by.finance.openRow(/1,234,567/, /^Credit/)
  await by.finance.act({
    button: /^Reject/,
    fields: { 'Message to the customer': 'No payment arrived.' },
    reason: MARKUP,
    confirm: /^Reject/,
  })
  await money.deposit({ network: 'TRC20', coins: '2500' })
  await by.finance.open('deposits')
  await by.finance.openRow(/2,500/, /^Credit/)
  await by.finance.act({ button: /^Credit/, reason: 'seen on the chain', confirm: /^Credit/ })
  await money.deposit({ network: 'TRC20', coins: '12.34' })
  await money.bind('TRC20')
  await money.withdraw('1500')
  await phone.context.close()
}

/** A second customer with a conversation and a feedback, who can hand in an identity afterwards. */
export async function writingCustomer(browser: Browser, world: World): Promise<Account> {
  const phone = await openPhone(browser, { url: world.url })
  const account = await signedIn(phone, world, 'ben@example.com')
  await write(phone, `${MARKUP} ${'x'.repeat(120)}`)
  await complain(phone)
  return account
}

export const handIn = (account: Account): Promise<void> =>
  account.handIn({ name: LONG_NAME, number: 'X987654321', birth: '1984-02-29' })

async function signedIn(phone: Phone, world: World, email: string): Promise<Account> {
  const account = new Account(phone, world, email)
  await account.register('PT')
  await account.signIn()
  return account
}

async function write({ page, t }: Phone, text: string): Promise<void> {
  await page.goto('/mine/chat')
  await page.getByLabel(t('support.message'), { exact: true }).fill(text)
  await page.getByRole('button', { name: t('support.send'), exact: true }).click()
  await page.getByRole('log').getByText(text, { exact: true }).waitFor()
}

async function complain({ page, t }: Phone): Promise<void> {
  await page.goto('/feedback')
  await page.getByLabel(t('support.kind_complaint')).check()
  await page.getByLabel(t('support.text_label')).fill(`${MARKUP} ${'long '.repeat(60)}`)
  await page.getByRole('button', { name: t('support.submit') }).click()
  await page.getByText(t('support.done_title')).waitFor()
}

/** An article of a content editor, still a draft. */
export async function article(content: Office): Promise<void> {
  const { page } = content.phone
  await page.goto(`${new URL(page.url()).origin}/#/news/new`)
  await page
    .getByRole('textbox', { name: /^Title/ })
    .fill(`${MARKUP} ${'Trading hours over the Easter holidays '.repeat(2)}`)
  await page.getByRole('textbox', { name: /^Text/ }).fill('<p>Gold closes at 13:00.</p>')
  await content.act({ button: /^Save$/, reason: MARKUP, confirm: /^Save$/ })
  await page.getByText('draft', { exact: true }).waitFor()
}

/** A canned answer of a content editor. */
export async function cannedAnswer(content: Office): Promise<void> {
  const { page } = content.phone
  await page.goto(`${new URL(page.url()).origin}/#/canned-answers`)
  await content.act({
    button: /^Add$/,
    fields: { Title: `${MARKUP} Deposit on its way`, Text: 'Your deposit is being checked. '.repeat(6) },
    reason: 'asked for often',
    confirm: /^Save$/,
  })
}
