/**
 * Visits the screens and sheets that a customer meets on the way from the list to an ended order. At each stop the
 * caller checks it. `routes`: checks every other route of the app too, from the table; the journey of routes visits
 * them otherwise.
 */
import { Home } from './pages/home.ts'
import { Orders } from './pages/orders.ts'
import { Ticket, Trade } from './pages/trade.ts'
import { followLink, type Phone, pattern } from './phone.ts'
import { addressOf, ROUTES, type RouteRow, shown } from './routes.ts'

export type Look = (stop: string) => Promise<void>

export async function walk(
  phone: Phone,
  look: Look,
  { routes }: { readonly routes?: Look | undefined },
): Promise<void> {
  await visitor(phone, look)
  if (routes) await others(phone, routes, 'visitor')
  await signIn(phone, look)
  await ticket(phone, look)
  await orders(phone, look)
  if (routes) await others(phone, routes, 'customer')
}

/** Visited on the way. */
const WALKED: readonly string[] = ['/', '/trade', '/chart', '/instrument', '/login', '/order']

async function others(phone: Phone, look: Look, by: RouteRow['by']): Promise<void> {
  for (const row of ROUTES) {
    if (row.by !== by || WALKED.includes(row.path) || row.alike) continue
    await followLink(phone.page, addressOf(row))
    await shown(phone, row)
    await look(row.path === '*' ? 'nowhere' : row.path.slice(1).replaceAll('/', '-'))
  }
}

async function visitor(phone: Phone, look: Look): Promise<void> {
  const home = new Home(phone)
  await home.open()
  await look('home')
  await home.openView()
  await look('list-view')
  await home.closeSheets()
  await phone.visit('/instrument?code=EURUSD')
  await phone.page.getByRole('button', { name: phone.t('calculator.button') }).click()
  await phone.page.getByRole('dialog').waitFor()
  await look('calculator')
  await home.closeSheets()
  await look('instrument')
}

async function signIn(phone: Phone, look: Look): Promise<void> {
  const trade = new Trade(phone)
  await trade.open()
  await look('trade-visitor')
  await phone.visit('/order')
  await phone.page.getByRole('button', { name: phone.t('login.start_demo') }).waitFor()
  await look('login')
  await trade.startDemo()
  await phone.page.getByText(phone.t('orders.empty_holding')).waitFor()
  await look('orders-empty')
}

async function ticket(phone: Phone, look: Look): Promise<void> {
  const trade = new Trade(phone)
  await new Home(phone).tab('trade')
  await trade.chart().waitFor()
  await phone.page.getByRole('button', { name: pattern(phone, 'trade.open_instruments', 'code') }).click()
  await phone.page.getByRole('dialog').waitFor()
  await look('drawer')
  await phone.page.keyboard.press('Escape')
  await phone.page.getByRole('dialog').waitFor({ state: 'detached' })
  await phone.closed()

  const buy = await trade.ticket('buy')
  await buy.lots('0.10')
  await buy.switchOn('stop_loss')
  await buy.switchOn('take_profit')
  await look('ticket')
  await buy.openLeverage()
  await look('leverage')
  await buy.chooseLeverage(30)
  await buy.level('stop_loss').fill('9')
  await buy.lots('5000')
  await look('ticket-faults')
  await buy.lots('0.10')
  await buy.level('stop_loss').fill('1.00000')
  await buy.send()
  await look('receipt')
  await buy.done()
  await look('trade')

  const sell = await trade.ticket('sell')
  await sell.pendingAt('1.50000')
  await look('ticket-pending')
  await sell.sendFar()
  await new Ticket(phone, 'sell').viewOrder()
}

async function orders(phone: Phone, look: Look): Promise<void> {
  const screen = new Orders(phone)
  await screen.sheet().waitFor()
  await look('order-pending')
  await screen.closeSheet()
  await look('orders-pending')
  await screen.choose('holding')
  await screen.rows('holding').first().waitFor()
  await look('orders')
  await screen.rows('holding').first().click()
  await screen.sheet().waitFor()
  await look('order')
  const stops = await screen.openStops()
  await look('stops')
  await phone.page.keyboard.press('Escape')
  await stops.waitFor({ state: 'hidden' })
  await phone.closed()
  await screen.openProof()
  await look('proof')
  await phone.page.keyboard.press('Escape')
  await screen.proof().waitFor({ state: 'hidden' })
  await screen.askToClose()
  await look('close')
  await phone.page.keyboard.press('Escape')
  await screen.question().waitFor({ state: 'hidden' })
  await phone.closed()
  await screen.closeOrder()
  await screen.choose('history')
  await screen.rows('history').first().click()
  await screen.sheet().waitFor()
  await look('order-ended')
  await screen.closeSheet()
}
