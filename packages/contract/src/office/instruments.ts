/**
 * Instruments and their terms. Some terms may change, for orders opened later; none of them is a price. Contract size,
 * precision, currency and margin mode never change, because positions are counted in them.
 */
import { z } from 'zod'
import { flag, whole } from '../schemas/fields.ts'
import { count, id, lots, moment, money, percent, price } from '../schemas/values.ts'
import { CHANGES, DECIDES, filterText, idOf, listOf, type OfficeCall, paged, READS, reasonText } from './call.ts'
import { actor } from './people.ts'

const READ = { ...READS, caller: 'instruments_read' } as const

const rate = percent.meta({ description: 'A share, 6 decimals: "0.024500" is 2.45 %' })

/** The terms that may change. */
export const changeableTerms = z.object({
  enabled: z.boolean().meta({ description: 'false: no new orders; open positions can be closed' }),
  fee_per_lot: money.meta({ description: 'USD a lot, where the kind of fee is 1' }),
  fee_of_margin: rate.meta({ description: 'Share of the margin, where the kind of fee is 2' }),
  leverages: z.array(count).meta({ description: 'To choose from, rising; empty in fixed margin mode' }),
  lot_min: lots,
  lot_max: lots,
  lot_step: lots.meta({ description: 'May only become finer, so that every size that exists stays on it' }),
  financing_long: rate.meta({ description: 'Per year; negative is charged. Applies from the next night' }),
  financing_short: rate,
})

const LEVERAGES_MAX = 20
const decimalGiven = z.string('parameter_wrong_type').max(40, 'number_too_long').optional()
const changes = z
  .strictObject(
    {
      enabled: z.boolean('parameter_wrong_type').optional(),
      fee_per_lot: decimalGiven,
      fee_of_margin: decimalGiven,
      leverages: z
        .array(z.int('number_not_whole').min(1).max(10_000), 'parameter_wrong_type')
        .max(LEVERAGES_MAX, 'parameter_too_long')
        .optional(),
      lot_min: decimalGiven,
      lot_max: decimalGiven,
      lot_step: decimalGiven,
      financing_long: decimalGiven,
      financing_short: decimalGiven,
    },
    'parameter_not_allowed',
  )
  .meta({ description: 'Only the changed terms' })

const instrument = idOf('instrument')

export const instrumentRow = z.object({
  id,
  code: z.string(),
  show_code: z.string(),
  name: z.string(),
  category: z.string(),
  status: z.string().meta({ description: 'Of its market now' }),
  stale: z.boolean(),
  terms: changeableTerms.meta({ description: 'Money only; the server decides' }),
  fixed: z.object({
    contract_size: z.string(),
    price_precision: count,
    quote_currency: z.string(),
    margin_mode: z.literal(['fixed', 'leveraged']),
    session: z.string(),
    spread_typical: price,
  }),
  terms_version: count.meta({ description: 'As orders and receipts name it' }),
  changed_version: count.meta({ description: 'Changes made in the office; 0: none' }),
  in_force: z.boolean().meta({
    description: 'false: the newest change is saved and takes effect in a moment; until then the previous terms apply',
  }),
})

export const INSTRUMENT_CALLS = {
  instrumentList: {
    ...READ,
    path: '/office/instruments/list',
    doc: 'All instruments of the catalogue with their current terms.',
    request: z.object({
      ...paged(['id', 'code']),
      q: filterText('Part of a code or name'),
      enabled: flag('Only those that take new orders, or only the others').optional(),
    }),
    answer: listOf(instrumentRow),
  },
  instrumentFind: {
    ...READ,
    path: '/office/instruments/instrument',
    doc: 'One instrument, with the terms of the catalogue and every change since.',
    request: z.object({ id: instrument }),
    answer: instrumentRow.extend({
      catalogue: changeableTerms.meta({ description: 'Terms of the catalogue file' }),
      open_orders: count.meta({ description: 'Open positions and pending orders' }),
      history: z.array(
        z.object({
          version: count,
          changes: changeableTerms.partial(),
          by: actor,
          reason_text: z.string(),
          at: moment,
        }),
      ),
    }),
  },
  instrumentPreview: {
    ...CHANGES,
    path: '/office/instruments/preview',
    caller: 'instruments_change',
    doc: 'Preview of a change: before, after and faults. Saves nothing.',
    request: z.object({ id: instrument, changes }),
    answer: z.object({
      before: changeableTerms,
      after: changeableTerms,
      version: count,
      changed: z.boolean(),
      faults: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  },
  instrumentChange: {
    ...DECIDES,
    path: '/office/instruments/change',
    caller: 'instruments_change',
    doc: 'Changes terms. seen_version must be the current version, so that of two simultaneous changes one is refused.',
    request: z.object({
      id: instrument,
      changes,
      seen_version: whole({
        min: 0,
        max: 1_000_000_000,
        description: 'The changed_version that the caller saw; 0: never changed',
      }),
      reason_text: reasonText,
    }),
    answer: instrumentRow,
  },
} as const satisfies Record<string, OfficeCall>
