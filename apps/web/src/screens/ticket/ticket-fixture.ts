/** EURUSD at 1.08512 for tests: terms, market, an account of 100,000 USD, and typed values of the ticket. */
import { CONVERSION_USD, lotUnits, micros, points, ppm } from '@veritick/domain'
import { type TicketAction, type TicketForm, type TicketMarket, type TicketTerms, ticketNext } from './ticket.ts'

export const EURUSD: TicketTerms = {
  id: 1,
  pricePrecision: 5,
  contractSize: 100_000,
  lotStep: lotUnits(100),
  lotMin: lotUnits(100),
  lotMax: lotUnits(500_000),
  marginMode: 'leveraged',
  leverages: [30],
  feePerLot: micros(7_000_000),
  feeOfMargin: ppm(0),
  financingLong: ppm(0),
  financingShort: ppm(0),
}

/** EURUSD with financing and a lower fee, for tests that read costs from an instrument. */
export const EURUSD_FINANCED: TicketTerms = {
  ...EURUSD,
  leverages: [1, 10, 30],
  feePerLot: micros(3_500_000),
  financingLong: ppm(-30_000),
  financingShort: ppm(12_000),
}

export const MARKET: TicketMarket = {
  status: 'open',
  bid: points(108_512),
  ask: points(108_521),
  conversion: CONVERSION_USD,
  feeType: 1,
  nights: 1,
}

export const ACCOUNT = { equity: micros(100_000_000_000), marginUsed: micros(0) }

export const typed = (form: TicketForm, ...actions: TicketAction[]): TicketForm => actions.reduce(ticketNext, form)
export const lots = (text: string): TicketAction => ({ kind: 'lots_typed', text })
export const stopLoss = (text: string): TicketAction => ({ kind: 'level_typed', level: 'stopLoss', text })
export const takeProfit = (text: string): TicketAction => ({ kind: 'level_typed', level: 'takeProfit', text })
