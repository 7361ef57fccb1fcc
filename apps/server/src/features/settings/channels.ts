/**
 * The ways money comes in and goes out, as the operator sets them. An address or account that cannot be right is
 * refused when it is set, not when a customer has paid to it. An entry marked `trial` is for trying out: it carries no
 * real address, and the app says next to it that nothing must be sent.
 */
import { DRAW_FEE_TYPE, DRAW_TYPE } from '@veritick/contract'
import { type DrawFee, formatDecimal, type Micros, micros, PPM, parseDecimal, ppm, unreachable } from '@veritick/domain'
import { addressFault, bankAccountFault, networkOfProtocol } from '@veritick/domain/addresses'
import { z } from 'zod'

const CHANNELS_MAX = 100
/** The placeholder of a trial entry without an address; it cannot be mistaken for an address. */
const TRIAL_TEXT = /^TRIAL\b/

const id = z.int().min(1)
const code = z.string().regex(/^[A-Z0-9]{2,12}$/, 'capital letters and digits, such as USDT')
const line = z.string().trim().min(1).max(200)
const optionalLine = z.string().trim().max(500).default('')
const enabled = z.boolean().default(true)
const trial = z.boolean().default(false)

/** The price of one unit in USD. */
const price = z.string().transform((text, context): Micros => {
  const value = parseDecimal(text, 6)
  if (typeof value === 'number' && value > 0) return micros(value)
  context.addIssue({ code: 'custom', message: 'write the price of one unit in USD, such as "1.000000"' })
  return z.NEVER
})

function list<Item extends z.ZodType<{ readonly id: number }>>(item: Item) {
  return z
    .array(item)
    .max(CHANNELS_MAX)
    .refine((items) => new Set(items.map((each) => each.id)).size === items.length, 'an id stands twice')
}

export const chargeNetworks = list(
  z
    .object({
      id,
      currency_code: code,
      protocol_code: line,
      address: line,
      usd_price: price,
      remark: optionalLine,
      enabled,
      trial,
    })
    .superRefine((network, context) => {
      const fault = networkFault(network)
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault, path: ['address'] })
    }),
)

function networkFault(network: {
  readonly protocol_code: string
  readonly address: string
  readonly trial: boolean
}): string | undefined {
  if (network.trial)
    return TRIAL_TEXT.test(network.address) ? undefined : 'the address of a trial entry starts with TRIAL'
  const chain = networkOfProtocol(network.protocol_code)
  return chain === undefined
    ? `addresses of ${network.protocol_code} cannot be checked`
    : addressFault(chain, network.address)
}

export const chargeSymbols = list(z.object({ id, name: code, usd_price: price, enabled }))

export const banks = list(
  z
    .object({
      id,
      /** Id of a charge symbol: the currency that this account takes. */
      bank_coin: id,
      bank_name: line,
      bank_address: optionalLine,
      bank_swift: z.string().trim().max(11),
      payee_name: line,
      payee_account: line,
      bank_remark: optionalLine,
      enabled,
      trial,
    })
    .superRefine((bank, context) => {
      const fault = bank.trial
        ? TRIAL_TEXT.test(bank.payee_account)
          ? undefined
          : 'the account of a trial entry starts with TRIAL'
        : bankAccountFault({ number: bank.payee_account, swift: bank.bank_swift })
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault, path: ['payee_account'] })
    }),
)

export const drawCurrencies = list(
  z
    .object({
      id,
      type: z.literal(Object.values(DRAW_TYPE)),
      code,
      /** The chain, for coins; empty for a bank. */
      protocol: z.string().trim().max(20),
      /** A fixed fee in USD ("5.00"), or a share of the amount ("0.010000" is 1 %), as `fee_type` says. */
      draw_rate: z.string(),
      fee_type: z.literal(Object.values(DRAW_FEE_TYPE)),
      usd_price: price,
      enabled,
      trial,
    })
    .transform((currency, context) => {
      if (currency.type === DRAW_TYPE.coin && networkOfProtocol(currency.protocol) === undefined) {
        context.addIssue({
          code: 'custom',
          message: `addresses of ${currency.protocol} cannot be checked`,
          path: ['protocol'],
        })
      }
      const fee = withdrawalFeeOf(currency)
      if (fee !== undefined)
        return { ...currency, draw_rate: formatDecimal(fee.kind === 'fixed' ? fee.amount : fee.rate, 6), fee }
      context.addIssue({
        code: 'custom',
        message: 'an amount in USD (fee_type 1), or a share below 1 (fee_type 2)',
        path: ['draw_rate'],
      })
      return z.NEVER
    }),
)

function withdrawalFeeOf(currency: {
  readonly draw_rate: string
  readonly fee_type: (typeof DRAW_FEE_TYPE)[keyof typeof DRAW_FEE_TYPE]
}): DrawFee | undefined {
  const value = parseDecimal(currency.draw_rate, 6)
  if (typeof value !== 'number' || value < 0) return undefined
  switch (currency.fee_type) {
    case DRAW_FEE_TYPE.fixed:
      return { kind: 'fixed', amount: micros(value) }
    case DRAW_FEE_TYPE.share:
      return value < PPM ? { kind: 'share', rate: ppm(value) } : undefined
    default:
      return unreachable(currency.fee_type)
  }
}
