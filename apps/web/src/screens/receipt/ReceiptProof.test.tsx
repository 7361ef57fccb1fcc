/** The figures of a proof in the writing of the reader, here German: decimal comma, point between groups. */
import type { WireReceipt } from '@veritick/contract'
import { figureIn } from '@veritick/locales'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

vi.doMock('../../i18n/i18n.ts', () => ({
  useTranslate: () => (key: string) => key,
  useTag: () => 'de',
  useFigure: () => (text: string) => figureIn(text, 'de'),
  useDirection: () => 'ltr',
}))
const { ReceiptProof } = await import('./ReceiptProof.tsx')

const hash = (digit: string) => digit.repeat(64)
const header = { batch: 4, market_time: 1_399_553_170_000 } as WireReceipt['batches'][number]['header']
const at = 1_399_553_170_120
const quote = { seq: 812, bid: 139_775, ask: 139_790, time: at }
const events = [
  { kind: 'instrument_set', at, terms: { code: 'EURUSD', version: 1, contractSize: 100_000 } },
  {
    kind: 'order_opened',
    at,
    side: 'buy',
    lots: 1_000,
    leverage: 30,
    price: 139_790,
    margin: 465_916_667,
    fee: 700_000,
    quote,
  },
].map((event, place) => ({ sequence: 11 + place, bytes: '00', path: [], event }))
const receipt = {
  order: 7,
  head: { size: 9, root: hash('f'), hash: hash('e') },
  batches: [{ header, hash: hash('1'), events_root: hash('a'), path: [], events }],
} as unknown as WireReceipt

it('writes lots, prices and the size of a lot as the language does', () => {
  const html = renderToStaticMarkup(<ReceiptProof receipt={receipt} precision={5} />)
  const shown = html.replace(/[\u2068\u2069]/g, '')
  for (const figure of ['0,10', '1,39790', '1,39775 · 1,39790', '100.000', '#812'])
    expect(shown).toContain(`>${figure}<`)
})

it('names the side, the size, the instrument and the leverage of the order first', () => {
  const first = (showCode?: string) => {
    const html = renderToStaticMarkup(
      <ReceiptProof receipt={receipt} precision={5} {...(showCode !== undefined && { showCode })} />,
    )
    return html
      .slice(0, html.indexOf('receipt.lead'))
      .replace(/<[^>]*>/g, '')
      .replace(/[\u2068\u2069]/g, '')
  }
  expect(first()).toBe('common.buy 0,10 EURUSD · 1:30')
  expect(first('EUR/USD')).toBe('common.buy 0,10 EUR/USD · 1:30')
  // The instrument of the proof, not that of the list.
  expect(first('GBP/USD')).toBe('common.buy 0,10 EURUSD · 1:30')
})
