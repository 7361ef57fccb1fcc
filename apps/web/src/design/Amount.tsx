/** An amount of money in a figure like those of Figures.tsx, apart from them because the first screen shows none. */
import { MONEY_DECIMALS } from '../format/decimals.ts'
import { formatMoney } from '../format/money.ts'
import { signOf } from '../format/price.ts'
import { useTag, useTranslate } from '../i18n/i18n.ts'
import { classes } from './classes.ts'

/** Money: `decimals` is 2 by default, `signed` shows + and −, `coloured` follows the sign, `currency` adds USD. */
export function Amount(props: {
  readonly value: string | undefined
  readonly decimals?: number
  readonly signed?: boolean
  readonly coloured?: boolean
  readonly currency?: boolean
  /** Rounded down: for amounts that the customer may spend. */
  readonly down?: boolean
  readonly className?: string
}) {
  const {
    value,
    decimals = MONEY_DECIMALS,
    signed = false,
    coloured = false,
    currency = false,
    down = false,
    className,
  } = props
  const tag = useTag()
  const t = useTranslate()
  if (value === undefined) return <bdi className={className}>–</bdi>
  const shown = formatMoney(value, { tag, decimals, signed, down })
  return (
    <bdi dir="ltr" className={classes('whitespace-nowrap tabular-nums', coloured && TEXT[signOf(value)], className)}>
      {currency ? `${shown} ${t('common.usd')}` : shown}
    </bdi>
  )
}

const TEXT = { [-1]: 'text-down', 0: 'text-ink', 1: 'text-up' } as const
