/** `/trade?code=EURUSD&period=15m&ticket=buy`: opens the instrument and its ticket, once. */
import type { TradeItem } from '@veritick/contract'
import { describe, expect, it } from 'vitest'
import {
  chartAddress,
  itemOfAddress,
  namesChart,
  readTradeAddress,
  ticketAddress,
  withoutPart,
} from './tradeAddress.ts'

const items = [{ Code: 'EURUSD' }, { Code: 'XAUUSD' }, { Code: 'AAPL' }] as TradeItem[]

describe('the address of the trade screen', () => {
  it.each([
    ['EURUSD', 'EURUSD'],
    ['EUR/USD', 'EURUSD'],
    ['xau usd', 'XAUUSD'],
    ['aapl', 'AAPL'],
    ['EUR', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is %s', (code, found) => expect(itemOfAddress(items, code)?.Code).toBe(found))

  it.each([
    ['?code=EURUSD', { code: 'EURUSD' }],
    ['?code=EUR%2FUSD&ticket=sell', { code: 'EUR/USD', ticket: 'sell' }],
    ['?ticket=hold', {}],
    ['?code=EURUSD&period=15m', { code: 'EURUSD', period: '15min' }],
    ['?period=1M', { period: '1month' }],
    ['?period=2m', {}],
    ['', {}],
  ])('%s', (search, read) => expect(readTradeAddress(search)).toEqual(read))

  it('removes a part after it was read, and keeps the others', () => {
    expect(withoutPart('?code=EURUSD&period=1h&ticket=buy', 'chart')).toBe('?ticket=buy')
    expect(withoutPart('?ticket=buy', 'ticket')).toBe('')
  })

  it('has an address of a chart for another person', () => {
    expect(chartAddress({ code: 'EURUSD', period: '15min' })).toBe('/trade?code=EURUSD&period=15m')
    expect([namesChart('?period=2m'), namesChart('?ticket=buy')]).toEqual([true, false])
  })

  it('returns a visitor to the instrument with its ticket', () =>
    expect(ticketAddress('/trade', { code: 'EURUSD', ticket: 'buy' })).toBe('/trade?code=EURUSD&ticket=buy'))
})
