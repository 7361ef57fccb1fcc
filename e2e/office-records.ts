/**
 * Records in every queue of the office, made by customers and staff with the calls of their screens: an accepted and a
 * waiting identity, deposits, a withdrawal, a conversation, a feedback, an article. The texts are long and hold markup,
 * which stays text.
 */
import type { CallInput } from '@veritick/contract'
import type { Caller } from '@veritick/testing/caller'
import { TRON_ADDRESS, tronHash } from '@veritick/testing/samples'
import { codeAfter } from './outbox.ts'
import { realCustomer, uploaded } from './people.ts'
import type { Member } from './staff.ts'
import type { World } from './world.ts'

/** A text that would run on a page that took it for markup. */
export const MARKUP = '<img src=x onerror="document.title=1">'
const LONG_NAME = 'Maria Alexandra Konstantinopoulou-Featherstonehaugh de la Cruz'
const PAYING = 'maria.konstantinopoulou-featherstonehaugh@example.com'
const WRITING = 'ben@example.com'
const SHADE = { front: 0x2a6f97, reverse: 0x61a5c2, first: 0x7f5539, second: 0x9c6644, third: 0xb08968 }

type Reviewers = { readonly compliance: Member; readonly finance: Member }

/** A customer with a credited deposit, a rejected one, one that waits, and a requested withdrawal. */
export async function payingCustomer(world: World, { compliance, finance }: Reviewers): Promise<void> {
  const customer = await realCustomer(world, { email: PAYING, country: 'PT' })
  await handIn(world, customer, { card_id: 'P1234567890', birth_date: '1990-05-17' })
  await acceptAll(compliance)
  const deposit = async (number: string, shade: number) =>
    customer.does('chargeSubmit', { charge_id: 1, number, proofImg: await uploaded(world, customer, shade) })
  const unpaid = await deposit('1234567.34', SHADE.first)
  const remark = 'No payment arrived.'
  await finance.calls.does('depositReject', { id: unpaid.id, remark, reason_text: MARKUP })
  const paid = await deposit('2500', SHADE.second)
  const seen = { payment_reference: tronHash(paid.id), reason_text: 'seen on the chain' }
  await finance.calls.does('depositCredit', { id: paid.id, amount: '2500', ...seen })
  await deposit('12.34', SHADE.third)
  await withdraw(world, customer, '1500')
}

async function withdraw(world: World, customer: Caller, number: string): Promise<void> {
  const proof = (what: CallInput<'sendCode'>) =>
    codeAfter(world, PAYING, async () => {
      await customer.does('sendCode', what)
    })
  const dc_address = TRON_ADDRESS
  const bound = await proof({ purpose: 'payee', dc_address })
  const payee = await customer.does('bindDrawMethod', { type: 1, draw_id: 1, dc_address, auth_code: bound })
  const auth_code = await proof({ purpose: 'withdraw', number, draw_method_id: payee.id })
  await customer.does('draw', { draw_currency_id: 1, number, draw_method_id: payee.id, auth_code })
}

/** A second customer with a conversation and a feedback, and an identity that waits. */
export async function writingCustomer(world: World): Promise<void> {
  const customer = await realCustomer(world, { email: WRITING, country: 'PT' })
  await customer.does('supportSend', { text: `${MARKUP} ${'x'.repeat(120)}` })
  await customer.does('feedbackOwn', { kind: 'complaint', text: `${MARKUP} ${'long '.repeat(60)}` })
  await handIn(world, customer, { card_id: 'X987654321', birth_date: '1984-02-29' })
}

/** A verified customer who has paid in 310 USD and traded more than 500 USD: what a first reward asks for, but time. */
export async function activeCustomer(
  world: World,
  customer: Caller,
  { compliance, finance }: Reviewers,
): Promise<void> {
  await handIn(world, customer, { card_id: 'K7654321', birth_date: '1988-11-30' })
  await acceptAll(compliance)
  const proofImg = await uploaded(world, customer, SHADE.first)
  const { id } = await customer.does('chargeSubmit', { charge_id: 1, number: '310', proofImg })
  const seen = { payment_reference: tronHash(id), reason_text: 'seen on the chain' }
  await finance.calls.does('depositCredit', { id, amount: '310', ...seen })
  const buy = { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 } as const
  const { Id } = await customer.does('submit', buy)
  await customer.does('close', { id: Id })
}

/** Every identity that waits. */
async function acceptAll({ calls }: Member): Promise<void> {
  const waiting = await calls.does('identityQueue', { status: 1 })
  for (const { id } of waiting.data) await calls.does('identityAccept', { id, reason_text: MARKUP })
}

async function handIn(
  world: World,
  customer: Caller,
  document: { readonly card_id: string; readonly birth_date: string },
): Promise<void> {
  const front_pic = await uploaded(world, customer, SHADE.front)
  const reverse_pic = await uploaded(world, customer, SHADE.reverse)
  await customer.does('identitySubmit', { name: LONG_NAME, ...document, front_pic, reverse_pic })
}

/** An article of a content editor, still a draft. */
export async function article({ calls }: Member): Promise<void> {
  const title = `${MARKUP} ${'Trading hours over the Easter holidays '.repeat(2)}`
  const body = '<p>Gold closes at 13:00.</p>'
  const texts = [{ language: 'en' as const, title, summary: '', body }]
  await calls.does('newsSave', { kind: 'news', picture: '', texts, reason_text: MARKUP })
}

/** A canned answer of a content editor. */
export async function cannedAnswer({ calls }: Member): Promise<void> {
  const title = `${MARKUP} Deposit on its way`
  const text = 'Your deposit is being checked. '.repeat(6)
  await calls.does('cannedSave', { title, language: 'en', text, reason_text: 'asked for often' })
}
