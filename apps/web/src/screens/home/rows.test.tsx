/**
 * A row, the bar above the list, the card for visitors and the page of an instrument as they are first rendered, on the
 * device and on the server. Texts are shown by their keys.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import type { CompanyStatus, TradeItem } from '@veritick/contract'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'

const QUOTE = {
  Open: '1.08250',
  Close: '1.08512',
  Change: '0.24',
  Bid: '1.08512',
  Ask: '1.08521',
  Time: 1_772_600_000_000,
  Seq: 4,
}
const ITEM: TradeItem = {
  ...EURUSD_ITEM,
  ShowCode: 'EUR/USD',
  Mark: { kind: 'pair', base: 'EU', quote: 'US' },
  HasForexMultiple: [{ Value: 10 }, { Value: 30 }],
  ForexQuotations: QUOTE,
}
const SHARE: TradeItem = {
  ...ITEM,
  Id: 201,
  Code: 'AAPL',
  ShowCode: 'AAPL',
  Name: 'Apple',
  Mark: { kind: 'monogram', text: 'AA' },
  Session: 'us_stocks',
  PricePrecision: 2,
  Pip: '1',
  ForexMinCont: '1',
  MaxLot: '5000',
  ForexContNum: '1',
  SpreadTypical: '0.05',
  ForexQuotations: { ...QUOTE, Open: '226.00', Close: '228.52', Bid: '228.52', Ask: '228.57' },
}
const BASICS = {
  trade_fee_type: 1,
  market: { simulated: true, replay: false, always_open: false, time: QUOTE.Time, speed: '1' },
} as never

const COMPANY: CompanyStatus = {
  status: 0,
  type: 1,
  loss_url: '',
  desktop_host: '',
  company: { id: 0, name: 'Veritick', logo: '', accent: null },
}

type Kept = Readonly<Record<string, string>>

/** A page that has just loaded on a device with this storage; without storage: as on the server. */
async function page(kept?: Kept, trades: TradeItem[] = [ITEM, SHARE]) {
  vi.resetModules()
  vi.stubGlobal('navigator', kept && { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
  vi.stubGlobal('localStorage', kept && { getItem: (key: string) => kept[key] ?? null, setItem: () => undefined })
  const { queryClient, seedQueries } = await import('../../data/queries.ts')
  seedQueries({
    language: 'en',
    madeAt: Date.now(),
    trades,
    categories: [{ Id: 1, NameShowTrans: 'Majors' }],
    basics: BASICS,
    company: COMPANY,
  })
  return (node: ReactNode, location = '/') =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <StaticRouter location={location}>{node}</StaticRouter>
      </QueryClientProvider>,
    )
}

async function row(item: TradeItem, kept: Kept = {}, paused = false): Promise<string> {
  const draw = await page(kept)
  const { InstrumentRow } = await import('./InstrumentRow.tsx')
  return draw(<InstrumentRow item={item} onOpen={() => {}} onDetails={() => {}} paused={paused} />)
}

const textIn = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('a row', () => {
  it('open: code, a name on up to two lines, price and change, an empty star', async () => {
    const html = await row(ITEM)
    expect(textIn(html)).toContain('EUR/USD Euro / US Dollar 1.085 12')
    // Each row has room for two lines, so a price that becomes wider makes no row higher.
    expect(html).toMatch(/min-h-\[3\.25rem\].*EUR\/USD.*line-clamp-2[^>]*>Euro \/ US Dollar</)
    expect(html).not.toMatch(/line-clamp-1|break-all/)
    // A line of fixed height cuts enlarged letters.
    expect(html).not.toMatch(/[" ]leading-\d/)
    expect(html).toMatch(/aria-pressed="false" aria-label="home.favourite"/)
  })
  it('a favourite has its star pressed', async () =>
    expect(await row(ITEM, { 'veritick.favourites': 'AAPL EURUSD' })).toContain('aria-pressed="true"'))
  it('bid and ask if the customer chose them, each named', async () => {
    const text = textIn(await row(ITEM, { 'veritick.list-columns': 'bid_ask' }))
    expect(text).toContain('home.bid 1.085 12')
    expect(text).toContain('home.ask 1.085 21')
  })
  it.each([
    ['closed, without an opening', { MarketStatus: 0 }, 'home.closed'],
    ['closed, with one', { MarketStatus: 0, NextOpen: 1_772_636_700_000 }, 'home.opens'],
    ['held', { MarketStatus: 0, Held: true }, 'home.held'],
    ['stale', { MarketStatus: 0, Stale: true }, 'home.stale'],
    ['without a price', { ForexQuotations: { ...QUOTE, Close: null, Bid: null, Ask: null } }, 'home.unpriced'],
  ] as const)('%s', async (_, changes, words) => {
    for (const columns of ['price', 'bid_ask'])
      expect(textIn(await row({ ...ITEM, ...changes }, { 'veritick.list-columns': columns }))).toContain(words)
  })
})

const STALE = { ...ITEM, MarketStatus: 0, Stale: true } as const

describe('a row without a connection', () => {
  it('has its last change without colour', async () => {
    expect(await row(ITEM)).not.toContain('last-known')
    vi.doMock('../../data/live.ts', async (original) => ({
      ...(await original<typeof import('../../data/live.ts')>()),
      useConnection: () => 'lost',
    }))
    expect(await row(ITEM)).toMatch(/<bdi[^>]*last-known"[^>]*>.*0\.24%/)
    vi.doUnmock('../../data/live.ts')
  })
})

describe('a row below the note that prices are paused', () => {
  it('stale: its last change without colour, its state for screen readers', async () => {
    const html = await row(STALE, {}, true)
    expect(html).toMatch(/last-known"[^>]*>.*0\.24%.*<span class="sr-only">home\.stale</)
    expect(html.match(/home\.stale/g)).toHaveLength(1)
  })
  it.each([
    ['closed', { MarketStatus: 0 }, 'home.closed'],
    ['held', { MarketStatus: 0, Held: true }, 'home.held'],
  ] as const)('%s: keeps its own mark', async (_, changes, words) => {
    const html = await row({ ...ITEM, ...changes }, {}, true)
    expect(html).toContain(`>${words}<`)
    expect(html).not.toContain('0.24%')
  })
})

describe('a row of the workspace', () => {
  const deskRow = async (item: TradeItem, paused = false) => {
    const draw = await page({})
    const { DeskRow } = await import('../wide/DeskRow.tsx')
    return draw(<DeskRow item={item} onOpen={() => {}} onDetails={() => {}} paused={paused} />)
  }
  it('below the note that prices are paused a stale row has its last prices, dimmed', async () => {
    const html = await deskRow(STALE, true)
    expect(textIn(html)).toMatch(/home.bid 1.085 12 home.ask 1.085 21 .*0.24% home.stale/)
    expect(html).toMatch(/last-known.*0\.24%.*<span class="sr-only">home\.stale</)
  })
  it('has bid, ask and change on one line, without a choice of the customer', async () => {
    const html = await deskRow(ITEM)
    expect(textIn(html)).toMatch(/EUR\/USD home.bid 1.085 12 home.ask 1.085 21 .*%/)
    // The name of the instrument would need a second line.
    expect(textIn(html)).not.toContain('Euro / US Dollar')
    expect(html).toContain('title="Euro / US Dollar"')
  })
  it.each([
    ['closed', { MarketStatus: 0 }, 'home.closed'],
    ['held', { MarketStatus: 0, Held: true }, 'home.held'],
    ['stale', { MarketStatus: 0, Stale: true }, 'home.stale'],
  ] as const)('%s: the last bid, and the state in the place of ask and change', async (_, changes, words) => {
    const text = textIn(await deskRow({ ...ITEM, ...changes }))
    expect(text).toContain('home.bid 1.085 12')
    expect(text).not.toContain('home.ask')
    expect(text).toContain(words)
  })
  it('has no colour left once the connection is lost, also in the change', async () => {
    expect(await deskRow(ITEM)).not.toContain('last-known')
    vi.doMock('../../data/live.ts', async (original) => ({
      ...(await original<typeof import('../../data/live.ts')>()),
      useConnection: () => 'lost',
    }))
    expect(await deskRow(ITEM)).toMatch(/last-known"><bdi[^>]*>.*%/)
    vi.doUnmock('../../data/live.ts')
  })
  it('a code that is too long keeps its beginning in a language from right to left', async () =>
    expect(await deskRow(ITEM)).toMatch(/<span dir="ltr" class="truncate[^>]*>EUR\/USD</))
  it('without a price: only this state', async () => {
    const text = textIn(await deskRow({ ...ITEM, ForexQuotations: { ...QUOTE, Close: null, Bid: null, Ask: null } }))
    expect(text).toContain('home.unpriced')
    expect(text).not.toContain('home.bid')
  })
})

describe('the first screen', () => {
  const home = async (kept?: Kept, trades?: TradeItem[]) => {
    const draw = await page(kept, trades)
    const { HomeScreen } = await import('./HomeScreen.tsx')
    return draw(<HomeScreen />)
  }

  it('names paused prices once above the list, also on the server', async () => {
    const paused = [STALE, { ...SHARE, MarketStatus: 0 as const, Stale: true }]
    for (const kept of [undefined, {}]) {
      const html = await home(kept, paused)
      expect(html).toMatch(/<p role="status"[^>]*>home\.paused<.*aria-label="home\.list"/)
      expect(html).not.toMatch(/<span class="(?!sr-only)[^"]*">home\.stale</)
    }
    expect(await home({}, [STALE, SHARE])).not.toContain('home.paused')
  })
  it('leaves it to the banner while the connection is lost', async () => {
    vi.doMock('../../data/live.ts', async (original) => ({
      ...(await original<typeof import('../../data/live.ts')>()),
      useConnection: () => 'lost',
    }))
    const html = await home({}, [STALE, { ...SHARE, MarketStatus: 0, Stale: true }])
    vi.doUnmock('../../data/live.ts')
    expect(html).toContain('shell.reconnecting')
    expect(html).not.toContain('home.paused')
  })

  it('is the same on the server and on a device without stored values', async () => {
    const [server, device] = [await home(), await home({})]
    expect(server).toContain('EUR/USD')
    expect(server).toContain('home.practise')
    expect(device).toBe(server)
  })
  it('names the active chip, and shows the bar before the categories are loaded', async () => {
    expect(await home({})).toMatch(/aria-pressed="true"[^>]*>home.all</)
  })
  it('offers no demo account to a customer', async () =>
    expect(await home({ 'veritick.token': 'token-1' })).not.toContain('home.practise'))
  it('contains note and badge of the simulated market; the page shows one of them', async () => {
    const html = await home({})
    expect(html).toMatch(/class="noted:hidden">.*shell\.simulated</)
    expect(html).toMatch(/class="hidden[^"]*noted:inline[^"]*">shell\.simulated_badge</)
  })
})

describe('the page of an instrument', () => {
  const instrument = async (code: string) => {
    const draw = await page({})
    const { InstrumentScreen } = await import('../instrument/InstrumentScreen.tsx')
    return textIn(draw(<InstrumentScreen />, `/instrument?code=${code}`))
  }

  it('currencies: spread in pips, margin at each leverage, three nights on Wednesday', async () => {
    const text = await instrument('EURUSD')
    expect(text).toContain('instrument.spread_now 0.9 trade.pips')
    expect(text).toContain('instrument.spread_typical 1.0 trade.pips')
    expect(text).toContain('instrument.nights_wednesday')
    expect(text).toContain('36.18 common.usd')
    expect(text).toContain('instrument.hours_forex')
    expect(text).not.toContain('instrument.share_events')
  })
  it('shares: no spread and no pip is named, and three nights are on Friday', async () => {
    const text = await instrument('AAPL')
    expect(text).toContain('instrument.difference_typical 0.05 USD')
    expect(text).not.toContain('spread')
    expect(text).not.toContain('pip')
    expect(text).toContain('instrument.nights_friday')
    expect(text).toContain('instrument.share_events_text')
  })
  it.each(['NONE', '', '%3Cscript%3E'])('an unknown code %j leads to the search', async (code) => {
    const text = await instrument(code)
    expect(text).toContain('instrument.unknown')
    expect(text).not.toContain('script')
  })
})
