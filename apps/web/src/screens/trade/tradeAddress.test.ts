/** `/trade?code=EURUSD&ticket=buy`: opens the instrument and its ticket, once. */
import type { TradeItem } from '@veritick/contract'
import { describe, expect, it } from 'vitest'
import { itemOfAddress, readTradeAddress, ticketAddress, withoutPart } from './tradeAddress.ts'

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
    ['', {}],
  ])('%s', (search, read) => expect(readTradeAddress(search)).toEqual(read))

  it('loses a part when it was read, and keeps the others', () => {
    expect(withoutPart('?code=EURUSD&ticket=buy', 'code')).toBe('?ticket=buy')
    expect(withoutPart('?ticket=buy', 'ticket')).toBe('')
  })

  it('leads a visitor back to the instrument with its ticket', () =>
    expect(ticketAddress('/trade', { code: 'EURUSD', ticket: 'buy' })).toBe('/trade?code=EURUSD&ticket=buy'))
})
