/**
 * Vectors of margin whose figures are not ours, each with the rule that makes the difference and the proof that it
 * does.
 */
import { compareLevel, conversionFrom, MARGIN_CALL_LEVEL, points } from '@veritick/domain'
import { expect } from 'vitest'
import { leveraged, margin, onFixtures, profit, round, sum } from './margin-fixture.ts'
import { dollars, eventsOf, exact, usd } from './single-account-fixture.ts'
import { different, get, type Handling, list, num, same, text, type Vector } from './vector.ts'

const notInDollars = {
  reason: 'our accounts are in USD only',
  proof: ({ inputs }: Vector) => expect(text(inputs, 'account')).not.toBe('USD'),
}
const revalued = {
  reason: 'our margin is fixed when the order opens, theirs follows the market',
  proof: ({ inputs, expected }: Vector) => {
    const ours = margin(
      {},
      { units: num(inputs, 'units'), price: num(inputs, 'entry'), leverage: num(inputs, 'leverage') },
    )
    different(ours, num(expected, 'used_margin'))
  },
}
const rateTimesLeverage = {
  reason: 'our margin is the notional / leverage, without a second rate',
  proof: ({ inputs, expected }: Vector) => {
    different(
      margin({}, { units: num(inputs, 'units'), price: num(inputs, 'price'), leverage: num(inputs, 'leverage') }),
      num(expected, 'margin_initial'),
    )
  },
}
const marginByClose = {
  reason: 'our margin takes the current Close (the bid), theirs the price of the fill; equity and profit agree',
  proof: (vector: Vector) =>
    leveraged(vector, (fixture) => {
      const { equity, profit: unrealized, marginUsed } = fixture.account()
      same(dollars(equity), num(vector.expected, 'equity'))
      same(dollars(unrealized), num(vector.expected, 'unrealized'))
      different(dollars(marginUsed), num(vector.expected, 'used_margin'))
    }),
}
const feeAtOpening = {
  reason: 'our fee is charged once, at the opening, theirs again at the close',
  proof: ({ inputs, expected }: Vector) => {
    const fills = list(inputs, 'fills')
    const opened = fills.filter((fill) => text(fill, 'side') === 'buy')
    const sold = fills.filter((fill) => text(fill, 'side') === 'sell')
    const gross = opened.map((fill) =>
      profit({}, { side: 'buy', units: num(fill, 'units'), open: num(fill, 'price'), close: num(sold[0], 'price') }),
    )
    const fees = opened.map((fill) => num(fill, 'commission'))
    const ours = sum(gross) - sum(fees)
    different(ours, num(expected, 'realized'))
    same(ours - sum(sold.map((fill) => num(fill, 'commission'))), num(expected, 'realized'))
  },
}
const noPips = {
  reason: 'we show money and price steps, no pips',
  proof: ({ expected }: Vector) => expect(Object.keys(Object(expected))).toEqual(['close_profit_pips']),
}
const wholeClose = {
  reason: 'we close a position as a whole',
  proof: ({ inputs, expected }: Vector) => {
    const units = num(inputs, 'open', 'units')
    const close = get(inputs, 'close') ?? get(inputs, 'closes', 0)
    const theirs = get(expected, 'pnl_of_close') ?? get(expected, 'pnl_of_closes', 0)
    onFixtures({ decimals: 2, deposit: 1_000_000 }, (fixture) => {
      fixture.quote(num(inputs, 'open', 'price'))
      eventsOf(fixture.place({ side: 'buy', units }))
      fixture.quote(num(close, 'price'))
      eventsOf(fixture.close(1))
      different(dollars(fixture.account().balance) - 1_000_000, num(theirs))
    })
  },
}

export const differs: Handling['differs'] = {
  'M-044': {
    reason: 'an amount at risk without any price: we size no positions',
    proof: ({ inputs }) => expect(get(inputs, 'entry')).toBeUndefined(),
  },
  'M-049': {
    reason: 'our margin rate is 1 / a whole leverage, and no whole number gives 3 %',
    proof: ({ inputs, expected }) => {
      const notional = num(inputs, 'units') * num(inputs, 'price')
      expect(Number.isInteger(notional / num(expected, 'margin_maintenance'))).toBe(false)
    },
  },
  'M-050': rateTimesLeverage,
  'M-052': rateTimesLeverage,
  'M-053': rateTimesLeverage,
  'M-061': { reason: 'we convert into USD only', proof: ({ inputs }) => expect(text(inputs, 'to')).not.toBe('USD') },
  'M-062': {
    reason: 'we convert at the Close (the bid), theirs at the middle',
    proof: ({ inputs, expected }) => {
      const rate = conversionFrom('divide', points(exact(num(inputs, 'bid', 'USDJPY'), 3)), 3)
      different(rate.numerator / rate.denominator, num(expected, 'rate'), 1e-9)
    },
  },
  'M-070': feeAtOpening,
  'M-071': feeAtOpening,
  'M-079': wholeClose,
  'M-082': wholeClose,
  'M-083': {
    reason: "our financing rate is the operator's, for a year of 360 days; theirs comes from interest tables, for 365",
    proof: ({ expected }) => {
      const yearly = num(expected, 'daily_rate') * 365
      different(yearly / 360, num(expected, 'daily_rate'), 1e-9)
    },
  },
  'M-085': revalued,
  'M-086': revalued,
  'M-088': revalued,
  'M-089': revalued,
  'M-094': {
    reason: 'our margin is fixed when the order opens, so that a fully paid position is stopped out at half its price',
    proof: ({ inputs, expected }) =>
      onFixtures({ decimals: 2, deposit: num(inputs, 'start_cash') }, (fixture) => {
        fixture.quote(num(inputs, 'price'))
        eventsOf(fixture.place({ side: 'buy', units: num(inputs, 'buy_units') }))
        same(dollars(fixture.account().marginUsed), num(expected, 'at_1', 'used'))
        fixture.quote(2)
        same(dollars(fixture.account().equity), num(expected, 'at_2', 'equity'))
        different(dollars(fixture.account().marginUsed), num(expected, 'at_2', 'used'))
        expect(fixture.quote(0.5).some((event) => event.kind === 'stopped_out')).toBe(true)
        expect(get(expected, 'at_0_5', 'margin_call')).toBe(false)
      }),
  },
  'M-095': {
    reason: 'theirs warns at 5 % free margin, ours below level 100',
    proof: ({ expected }) => {
      const [equity, used] = [usd(num(expected, 'equity')), usd(num(expected, 'used'))]
      expect(get(expected, 'warning')).toBe(true)
      expect(compareLevel(equity, used, MARGIN_CALL_LEVEL)).toBe(1)
    },
  },
  'M-097': {
    reason: "a fact about defaults of others; our leverages are the operator's lists",
    proof: ({ inputs }) => expect(get(inputs, 'price')).toBeUndefined(),
  },
  'M-098': noPips,
  'M-100': noPips,
  'M-101': notInDollars,
  'M-103': notInDollars,
  'M-104': notInDollars,
  'M-106': notInDollars,
  'M-107': notInDollars,
  'M-109': notInDollars,
  'M-110': notInDollars,
  'M-112': notInDollars,
  'M-113': notInDollars,
  'M-115': notInDollars,
  'M-116': notInDollars,
  'M-118': notInDollars,
  'M-121': notInDollars,
  'M-122': notInDollars,
  'M-124': notInDollars,
  'M-125': notInDollars,
  'M-130': {
    reason: 'we know no reductions of margin for stop or hidden orders',
    proof: ({ expected }) => expect(text(expected, 'formula')).toContain('StopOrderMarginReduction'),
  },
  'M-145': marginByClose,
  'M-146': marginByClose,
  'M-148': marginByClose,
  'M-154': marginByClose,
  'M-155': marginByClose,
  'M-151': {
    reason: 'theirs compares equity / notional, ours equity / margin: at 2.2 we have stopped out already',
    proof: (vector) =>
      leveraged(vector, (fixture) => {
        const spread = num(vector.inputs, 'open', 'spread')
        const price = num(vector.inputs, 'prices', 0)
        expect(get(vector.expected, 'at_2_2', 'margin_call')).toBe(false)
        expect(
          fixture.quote(round(price - spread), round(price + spread)).some((event) => event.kind === 'stopped_out'),
        ).toBe(true)
      }),
  },
  'M-152': {
    reason:
      'theirs compares equity / notional and takes the margin from the fill: the equity agrees, the margin does not',
    proof: (vector) =>
      leveraged(vector, (fixture) => {
        const spread = num(vector.inputs, 'open', 'spread')
        const price = num(vector.inputs, 'prices', 1)
        fixture.quote(round(price - spread), round(price + spread))
        same(dollars(fixture.account().equity), num(vector.expected, 'at_2_3', 'equity'))
        different(dollars(fixture.account().marginUsed), num(vector.expected, 'at_2_3', 'used'))
      }),
  },
  'M-157': {
    reason: 'it goes on from a vector that the file does not hold',
    proof: ({ inputs }) => {
      expect(text(inputs, 'continue_from')).toBe('previous')
      expect(get(inputs, 'balance')).toBeUndefined()
    },
  },
}
