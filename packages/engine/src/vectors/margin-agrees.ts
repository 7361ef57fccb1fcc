/** Vectors of margin whose figures are ours to the last digit. */
import { conversionOf, lotUnits, millis, nightsAt, points, profitOf, rolloverInstants } from '@veritick/domain'
import { expect } from 'vitest'
import {
  charge,
  chargeOfMargin,
  leveraged,
  margin,
  moment,
  onFixtures,
  profit,
  round,
  sideOf,
} from './margin-fixture.ts'
import { dollars, eventsOf, exact, termsFor, usd } from './single-account-fixture.ts'
import { get, type Handling, list, num, same, text } from './vector.ts'

export const agrees: Handling['agrees'] = {
  required_margin: ({ inputs, expected }) => {
    const ours = margin(inputs, {
      units: num(inputs, 'units'),
      price: num(inputs, 'rate'),
      leverage: num(inputs, 'leverage'),
    })
    same(ours, num(expected, 'margin'))
  },
  margin_cross_currency: ({ inputs, expected }) => {
    // Any currency into the account's by one factor; the maintenance rate 0.5 is our leverage 2.
    const converted = { conversion: { rate: num(inputs, 'usd_eur') } }
    const ours = margin(converted, {
      units: num(inputs, 'units'),
      price: num(inputs, 'price_usd'),
      leverage: 1 / num(inputs, 'maintenance_rate'),
    })
    same(ours, num(expected, 'used_margin'))
  },
  margin_maintenance: ({ inputs, expected }) => {
    const ours = margin(inputs, {
      units: num(inputs, 'units'),
      price: num(inputs, 'price'),
      leverage: num(inputs, 'leverage'),
    })
    same(ours, num(expected, 'used_margin'))
  },
  margin_invalid_leverage: ({ inputs }) => {
    onFixtures({ decimals: 5, deposit: 100_000 }, (fixture) => {
      fixture.quote(num(inputs, 'price'))
      const outcome = fixture.place({ side: 'buy', units: num(inputs, 'units'), leverage: num(inputs, 'leverage') })
      expect(outcome).toEqual({ ok: false, reason: 'leverage_not_offered' })
    })
  },
  pip_value: ({ inputs, expected }) => {
    const open = num(inputs, 'rate')
    const ours = profit(inputs, {
      side: 'buy',
      units: num(inputs, 'units'),
      open,
      close: round(open + num(inputs, 'pip')),
    })
    same(ours, num(expected, 'pip_value'), get(expected, 'rounded_to') === 5 ? 0.000_005 : 0.000_000_5)
  },
  spread_points: ({ inputs, expected }) => {
    const decimals = num(inputs, 'pip_position') + 1
    expect(exact(num(inputs, 'ask'), decimals) - exact(num(inputs, 'bid'), decimals)).toBe(
      num(expected, 'spread_points'),
    )
  },
  pnl: ({ inputs, expected }) => {
    const trade = {
      side: sideOf(text(inputs, 'side')),
      units: num(inputs, 'units'),
      open: num(inputs, 'entry'),
      close: num(inputs, 'exit'),
    }
    const tolerance = get(expected, 'tolerance')
    same(profit(inputs, trade), num(expected, 'pnl'), typeof tolerance === 'number' ? tolerance : undefined)
  },
  position_size: ({ inputs, expected }) => {
    // We size nothing; but what is said to be at risk is what the stop-loss then costs.
    const trade = {
      side: 'buy' as const,
      units: num(expected, 'units'),
      open: num(inputs, 'entry'),
      close: num(inputs, 'stop_loss'),
    }
    same(profit({}, trade), -num(expected, 'amount_at_risk'))
  },
  sl_tp_amounts: ({ inputs, expected }) => {
    const trade = { side: sideOf(text(inputs, 'side')), units: num(inputs, 'units'), open: num(inputs, 'entry') }
    same(profit({}, { ...trade, close: num(inputs, 'stop_loss') }), -num(expected, 'stop_loss_amount'))
    same(profit({}, { ...trade, close: num(inputs, 'take_profit') }), num(expected, 'take_profit_amount'))
  },
  conversion_rate: ({ inputs, expected }) => {
    const [from, to] = [text(inputs, 'frm'), text(inputs, 'to')]
    const terms = { pricePrecision: 5 }
    const bid = get(inputs, 'bid', `${from}${to}`) ?? get(inputs, 'bid', `${to}${from}`)
    const close = typeof bid === 'number' ? points(exact(bid, 5)) : undefined
    const kind = get(inputs, 'bid', `${from}${to}`) === undefined ? 'divide' : 'multiply'
    const rate = conversionOf({ kind, instrument: 1 }, () => ({ terms, close }))
    if (get(expected, 'rate') === null) expect(rate).toBeUndefined()
    else same((rate?.numerator ?? 0) / (rate?.denominator ?? 1), num(expected, 'rate'), 1e-9)
  },
  position_pnl: ({ inputs, expected }) => {
    const fills = list(inputs, 'fills')
    const first = fills[0]
    const opening = fills.filter((fill) => text(fill, 'side') === text(first, 'side'))
    const closing = fills.filter((fill) => text(fill, 'side') !== text(first, 'side'))
    // A commission in dollars is a fee by lots; a rate of the notional is a fee of the margin at leverage 1.
    const byRate = get(inputs, 'fee_rate')
    const decimals = byRate === undefined ? 5 : 2
    const perUnit = byRate === undefined ? num(first, 'commission') / num(first, 'units') : 0
    onFixtures(
      { decimals, deposit: 1_000_000, terms: { feePerLot: usd(round(perUnit * termsFor(decimals).contractSize)) } },
      (fixture) => {
        if (typeof byRate === 'number') chargeOfMargin(fixture, byRate)
        for (const fill of opening) {
          fixture.quote(num(fill, 'price'))
          eventsOf(fixture.place({ side: sideOf(text(fill, 'side')), units: num(fill, 'units') }))
        }
        for (const fill of closing) {
          fixture.quote(num(fill, 'price'))
          eventsOf(fixture.close(1))
        }
        fixture.quote(num(inputs, 'mark'))
        const { balance, profit: unrealized } = fixture.account()
        same(dollars(balance) - 1_000_000, num(expected, 'realized'), 0.000_001)
        same(dollars(unrealized), num(expected, 'unrealized'))
      },
    )
  },
  partial_close_pnl: ({ inputs, expected }) => {
    // Closing more than there is closes what there is.
    onFixtures({ decimals: 2, deposit: 1_000_000 }, (fixture) => {
      fixture.quote(num(inputs, 'open', 'price'))
      eventsOf(fixture.place({ side: 'buy', units: num(inputs, 'open', 'units') }))
      fixture.quote(num(inputs, 'close', 'price'))
      eventsOf(fixture.close(1))
      same(dollars(fixture.account().balance) - 1_000_000, num(expected, 'pnl_of_close'))
    })
  },
  profit_conversion_rate_negative: ({ expected }) => {
    const rate = conversionOf({ kind: 'usd' }, () => undefined)
    same((rate?.numerator ?? 0) / (rate?.denominator ?? 0), num(expected, 'rate'))
  },
  profit_formula: ({ inputs, expected }) => {
    expect(text(expected, 'formula')).toBe('(open - Ask)*units')
    const [units, open] = [num(inputs, 'units'), num(inputs, 'open')]
    const terms = { ...termsFor(2), contractSize: 1 }
    for (const ask of [0.05, 0.1, 0.17]) {
      const position = {
        terms,
        side: 'sell' as const,
        lots: lotUnits(exact(units, 4)),
        open: points(exact(open, 2)),
        price: points(exact(ask, 2)),
      }
      same(dollars(profitOf({ ...position, conversion: { numerator: 1, denominator: 1 } })), (open - ask) * units)
    }
  },
  profit_off_quotes: () => {
    onFixtures({ decimals: 5, deposit: 1000 }, (fixture) => {
      expect(fixture.place({ side: 'buy', units: 1000 })).toEqual({ ok: false, reason: 'price_stale' })
    })
  },
  margin_off_quotes: () => {
    onFixtures({ decimals: 5, deposit: 1000, rate: { kind: 'missing' } }, (fixture) => {
      fixture.quote(1.65, 1.6503)
      expect(fixture.place({ side: 'buy', units: 1000 })).toEqual({ ok: false, reason: 'conversion_missing' })
    })
  },
  swap: ({ inputs, expected }) => {
    // 3.8 dollars a night on 100,000 at 1.00000 are 1.368 % a year of 360 days.
    const financingShort = Math.round((num(inputs, 'swap_points_short') / 100_000) * 360 * 1_000_000)
    const instants = rolloverInstants(moment(text(inputs, 'opened')), moment(text(inputs, 'now')))
    onFixtures({ decimals: 5, deposit: 200_000 }, (fixture) => {
      charge(fixture, financingShort)
      fixture.quote(1)
      eventsOf(fixture.place({ side: 'sell', units: 100_000 }))
      for (const instant of instants) fixture.rollover(nightsAt(instant).forex, instant)
      if (get(inputs, 'accrue_twice') === true)
        for (const instant of instants) fixture.rollover(nightsAt(instant).forex, instant)
      same(200_000 - dollars(fixture.account().balance), num(expected, 'swap_cost'))
    })
  },
  rollover_instant: ({ inputs, expected }) => {
    const noon = moment(`${text(inputs, 'date')}T12:00Z`)
    expect(rolloverInstants(noon, millis(noon + 43_200_000))).toEqual([moment(text(expected, 'utc'))])
  },
  rollovers_in_window: ({ inputs, expected }) => {
    const instants = rolloverInstants(moment(text(inputs, 'start')), moment(text(inputs, 'end')))
    const weekdays = instants.map((instant) =>
      new Date(instant).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'America/New_York' }),
    )
    expect(weekdays).toEqual(list(expected, 'weekdays'))
    expect(instants.map((instant) => nightsAt(instant).forex)).toEqual(list(expected, 'multipliers'))
  },
  next_rollover: ({ inputs, expected }) => {
    const now = moment(text(inputs, 'now'))
    const [next = millis(0)] = rolloverInstants(now, millis(now + 86_400_000))
    expect({ utc: next, multiplier: nightsAt(next).forex }).toEqual({
      utc: moment(text(expected, 'utc')),
      multiplier: num(expected, 'multiplier'),
    })
  },
  close_profit: (vector) =>
    leveraged(vector, (fixture) => {
      eventsOf(fixture.close(1))
      same(dollars(fixture.account().balance), num(vector.expected, 'balance_after'))
    }),
  cross_pair_account_state: ({ inputs, expected }) => {
    const price = num(inputs, 'prices', 'JPYUSD') / num(inputs, 'prices', 'EURUSD')
    const spread = num(inputs, 'open', 0, 'spread_in_quote')
    onFixtures(
      {
        decimals: 6,
        deposit: num(inputs, 'balance'),
        rate: { kind: 'multiply', close: num(inputs, 'prices', 'EURUSD') },
      },
      (fixture) => {
        fixture.quote(round(price - spread), round(price + spread))
        eventsOf(
          fixture.place({
            side: 'sell',
            units: num(inputs, 'open', 0, 'units'),
            leverage: num(inputs, 'open', 0, 'leverage'),
          }),
        )
        const { equity, marginUsed, marginFree, profit: unrealized } = fixture.account()
        // A third of a dollar has six decimals here.
        same(dollars(equity), num(expected, 'equity'))
        same(dollars(unrealized), num(expected, 'unrealized'))
        same(dollars(marginUsed), num(expected, 'used_margin'), 0.001)
        same(dollars(marginFree), num(expected, 'free_margin'), 0.001)
      },
    )
  },
  swap_then_close: ({ inputs, expected }) => {
    const open = get(inputs, 'open')
    const spread = num(open, 'spread')
    onFixtures({ decimals: 5, deposit: num(inputs, 'balance') }, (fixture) => {
      // 1 % a period is ten nights at 36 % a year of 360 days.
      charge(fixture, num(inputs, 'swap_rate_short') * 36_000_000)
      fixture.quote(round(num(open, 'price') - spread), round(num(open, 'price') + spread))
      eventsOf(fixture.place({ side: 'sell', units: num(open, 'units'), leverage: num(open, 'leverage') }))
      for (let period = 0; period < num(inputs, 'periods'); period += 1) fixture.rollover(10)
      eventsOf(fixture.close(1))
      same(dollars(fixture.account().balance), num(expected, 'balance_after'))
    })
  },
}
