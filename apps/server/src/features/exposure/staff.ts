/**
 * All customers' positions by instrument, and the operator's books. One query of the engine gives all figures, so they
 * agree. The answer is cached for a moment, because many staff members read it and the query visits every account.
 */
import { priceText } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { formatDecimal, must, points, pointValue, ratioBig } from '@veritick/domain'
import { type AccountKind, type Answer, BOOK_SIDES } from '@veritick/engine'
import type { OfficeHandlers } from '../../calls/index.ts'
import { instrumentOf } from '../orders/index.ts'
import type { Context } from './context.ts'

type Shown = OfficeData<'exposure'>
type Row = Shown['data'][number]
type Held = Answer<'exposures'>['held'][number]

/** A look is shown again for this long: with a million positions one takes a fifth of a second. */
const LOOK_KEPT_MS = 5_000
const USD_DECIMALS = 6
const LOT_DECIMALS = 4

export function exposureHandlers(context: Context): OfficeHandlers<'exposure'> {
  const looks = new Map<AccountKind, { readonly taken: number; readonly seen: Promise<Shown> }>()
  return {
    exposure: async ({ params }) => {
      const { kind = 'real' } = params
      const now = context.runtime.now()
      const known = looks.get(kind)
      if (known !== undefined && now - known.taken < LOOK_KEPT_MS && now >= known.taken)
        return { ok: true, data: await known.seen }
      const seen = look(context, kind)
      looks.set(kind, { taken: now, seen })
      seen.catch(() => looks.delete(kind))
      return { ok: true, data: await seen }
    },
  }
}

async function look(context: Context, kind: AccountKind): Promise<Shown> {
  const seen = { ...(await context.core.query({ kind: 'exposures', accountKind: kind })), at: context.market.clock() }
  const rows = await Promise.all(seen.held.map((held) => rowOf(context, held)))
  const data = rows.sort((one, two) => compare(two.worth.net, one.worth.net)).map((each) => each.row)
  const sum = (of: (worth: Worth) => bigint) => usd(rows.reduce((total, each) => total + of(each.worth), 0n))
  return {
    data,
    total: data.length,
    kind,
    at: seen.at,
    platform: {
      positions: data.reduce((total, row) => total + row.positions, 0),
      long_usd: sum((worth) => worth.long),
      short_usd: sum((worth) => worth.short),
      net_usd: sum((worth) => worth.long - worth.short),
      profit: usd(seen.held.reduce((total, held) => total + held.profit, 0n)),
      balances: usd(seen.book.clientBalance),
      locked: usd(seen.book.clientLocked),
      draw_fees: usd(kind === 'real' ? await drawFees(context) : 0n),
      books: BOOK_SIDES.map((side) => ({ side, sum: usd(seen.book[side]) })),
    },
  }
}

/** The customer is paid the rest; the ledger books the whole amount as paid out. */
async function drawFees({ store }: Context): Promise<bigint> {
  const [row] = await store.query<{ sum: string }>(
    `select coalesce(sum(fee), 0)::text as sum from withdrawals where state = 'paid'`,
  )
  return BigInt(row?.sum ?? 0)
}

type Worth = { readonly long: bigint; readonly short: bigint /** Its size, whichever way. */; readonly net: bigint }

async function rowOf(context: Context, held: Held): Promise<{ readonly row: Row; readonly worth: Worth }> {
  const { market, instrument } = held
  const entry = must(await instrumentOf(context, instrument), 'what is held has its terms')
  const quote = must(market.quote, 'where something is held there was a quote')
  const conversion = must(market.conversion, 'where something is held there was a rate')
  const { terms } = market
  // A long is closed on the bid, a short on the ask. Rounded up: it is a risk.
  const worthOf = (lots: bigint, price: number) =>
    ratioBig(
      [lots, BigInt(price), BigInt(pointValue(terms)), BigInt(conversion.numerator)],
      [BigInt(conversion.denominator)],
      'up',
    )
  const long = worthOf(held.longLots, quote.bid)
  const short = worthOf(held.shortLots, quote.ask)
  const net = long - short
  const row: Row = {
    id: instrument,
    code: terms.code,
    show_code: entry.showCode,
    positions: held.positions,
    accounts: held.accounts,
    long_lots: lots(held.longLots),
    short_lots: lots(held.shortLots),
    net_lots: lots(held.longLots - held.shortLots),
    long_usd: usd(long),
    short_usd: usd(short),
    net_usd: usd(net),
    profit: usd(held.profit),
    bid: priceText(points(quote.bid), terms.pricePrecision),
    ask: priceText(points(quote.ask), terms.pricePrecision),
    quote_time: quote.time,
  }
  return { row, worth: { long, short, net: net < 0n ? -net : net } }
}

const usd = (amount: bigint): string => formatDecimal(amount, USD_DECIMALS)
const lots = (amount: bigint): string => formatDecimal(amount, LOT_DECIMALS)
const compare = (one: bigint, two: bigint): number => (one < two ? -1 : one > two ? 1 : 0)
