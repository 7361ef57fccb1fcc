/**
 * The calculator: costs and profit of a size, or the size for a risk. The size can be passed to the ticket.
 * `calculator.ts` computes the figures from live prices.
 */
import { moneyText, type TradeItem } from '@veritick/contract'
import { formatDecimal, type Micros } from '@veritick/domain'
import { type ReactNode, useState } from 'react'
import { Amount, Button, Chips, SettingRow, Sheet, Tabs } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Charge, Cost } from '../ticket/CostBlock.tsx'
import { hasPips, unitDecimals } from '../ticket/levelUnits.ts'
import { PriceField } from '../ticket/PriceField.tsx'
import { sizeTyped, sizeUnitOf } from '../ticket/sizeUnit.ts'
import type { TicketMarket, TicketTerms } from '../ticket/ticket.ts'
import { type TypedFault, textOfLots } from '../ticket/typed.ts'
import {
  type Calculated,
  type CalculatorField,
  type CalculatorForm,
  type CalculatorStart,
  calculate,
  calculatorFor,
  lotsTextOf,
} from './calculator.ts'

type Chosen = { readonly lots: string; readonly leverage: number | undefined; readonly side: CalculatorForm['side'] }

type Props = {
  readonly item: TradeItem
  readonly terms: TicketTerms
  readonly market: TicketMarket
  readonly start: CalculatorStart
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The customer takes the size to the ticket. */
  readonly onUse: (chosen: Chosen) => void
}

type View = 'costs' | 'risk'

export function CalculatorSheet({ item, terms, market, start, open, onOpenChange, onUse }: Props) {
  const t = useTranslate()
  const [view, setView] = useState<View>('costs')
  const [form, setForm] = useState(() => calculatorFor(start, terms, market))
  const [openBefore, setOpenBefore] = useState(open)
  if (open !== openBefore) {
    setOpenBefore(open)
    if (open) setForm(calculatorFor(start, terms, market))
  }
  const found = calculate(form, terms, market)
  const change = (changes: Partial<CalculatorForm>) => setForm((before) => ({ ...before, ...changes }))
  const sized = typeof found.sized === 'object' ? lotsTextOf(found.sized.lots, terms) : undefined
  const lots = view === 'risk' ? sized : found.faults.lots === undefined ? form.lots : undefined
  const parts = { item, terms, form, found, change }
  return (
    <Sheet
      tall
      open={open}
      onOpenChange={onOpenChange}
      title={t('calculator.title', { code: item.ShowCode })}
      footer={
        <Button
          large
          disabled={lots === undefined}
          onClick={() => lots !== undefined && onUse({ lots, leverage: form.leverage, side: form.side })}
        >
          {lots === undefined
            ? t('calculator.use_plain')
            : t('calculator.use', { lots: sizeTyped(lots, item, t).bare })}
        </Button>
      }
    >
      <Tabs<View>
        label={t('calculator.view')}
        value={view}
        onValueChange={setView}
        items={[
          { value: 'costs', label: t('calculator.view_costs') },
          { value: 'risk', label: t('calculator.view_risk') },
        ]}
      />
      {view === 'costs' ? <CostsView {...parts} /> : <RiskView {...parts} />}
    </Sheet>
  )
}

type ViewProps = Pick<Props, 'item' | 'terms'> & {
  readonly form: CalculatorForm
  readonly found: Calculated
  readonly change: (changes: Partial<CalculatorForm>) => void
}

function CostsView(props: ViewProps) {
  const { item, terms, form, found, change } = props
  const t = useTranslate()
  const unit = sizeUnitOf(item)
  const limits = { min: terms.lotMin, max: terms.lotMax, step: terms.lotStep }
  const range = Object.fromEntries(
    Object.entries(limits).map(([name, lots]) => [name, textOfLots(lots, terms.lotStep)]),
  )
  const wrongSize =
    found.faults.lots === undefined || found.faults.lots === 'missing' ? undefined : t(`ticket.${unit}_range`, range)
  return (
    <>
      <Tabs
        label={t('calculator.side')}
        className="mt-3"
        value={form.side}
        onValueChange={(side) => change({ side })}
        items={[
          { value: 'buy', label: t('common.buy') },
          { value: 'sell', label: t('common.sell') },
        ]}
      />
      <SettingRow label={t(`ticket.${unit}`)}>
        <PriceField
          label={t(`ticket.${unit}`)}
          value={form.lots}
          onValueChange={(lots) => change({ lots })}
          error={wrongSize}
        />
      </SettingRow>
      <LeverageChips {...props} />
      <NumberRow {...props} field="open" />
      <NumberRow {...props} field="close" />
      <NumberRow {...props} field="nights" />
      <dl aria-label={t('calculator.results')} aria-live="polite" className="grid gap-1.5 pt-3">
        <Line label={t('ticket.margin')}>
          <Charge amount={found.margin} currency />
        </Line>
        <Line label={t('ticket.fee')}>
          <Cost amount={found.fee} currency />
        </Line>
        <Line label={t(hasPips(terms) ? 'calculator.pip_value' : 'calculator.point_value')}>
          <Money amount={found.pip} />
        </Line>
        <Line label={t('calculator.profit')}>
          <Money amount={found.profit} gain />
        </Line>
        <Line label={t('calculator.financing')}>
          <Amount value={found.financing === undefined ? undefined : moneyText(found.financing)} signed currency />
        </Line>
      </dl>
    </>
  )
}

function RiskView(props: ViewProps) {
  const { item, terms, found } = props
  const t = useTranslate()
  const { sized, risk } = found
  const unit = sizeUnitOf(item)
  return (
    <>
      <NumberRow {...props} field="capital" />
      <NumberRow {...props} field="percent" />
      <NumberRow {...props} field="stop" />
      <LeverageChips {...props} />
      <dl aria-label={t('calculator.results')} aria-live="polite" className="grid gap-1.5 pt-3">
        <Line label={t('calculator.at_risk')}>
          <Money amount={risk} />
        </Line>
        <Line label={t(`ticket.${unit}`)}>
          <bdi dir="ltr" className="tabular-nums">
            {typeof sized === 'object' ? lotsTextOf(sized.lots, terms) : '–'}
          </bdi>
        </Line>
        <Line label={t('calculator.loss')}>
          <Money amount={typeof sized === 'object' ? sized.loss : undefined} gain />
        </Line>
        <Line label={t('ticket.margin')}>
          <Charge amount={typeof sized === 'object' ? sized.margin : undefined} currency />
        </Line>
      </dl>
      {sized === 'too_small' && <p className="pt-2 text-13 text-danger">{t('calculator.too_small')}</p>}
      {typeof sized === 'object' && sized.atMost && (
        <p className="pt-2 text-13 text-ink-muted">{t('calculator.at_most')}</p>
      )}
      <p className="pt-2 text-13 text-ink-muted">{t('calculator.risk_text')}</p>
    </>
  )
}

function LeverageChips({ terms, form, change }: ViewProps) {
  const t = useTranslate()
  if (terms.leverages.length < 2) return null
  return (
    <div className="border-b border-line pt-2">
      <span className="text-ink-soft">{t('ticket.leverage')}</span>
      <div className="-mx-4">
        <Chips
          label={t('ticket.leverage')}
          items={terms.leverages.map((value) => ({ value, label: t('ticket.leverage_value', { value }) }))}
          value={form.leverage}
          onValueChange={(leverage) => leverage !== undefined && change({ leverage })}
        />
      </div>
    </div>
  )
}

function NumberRow(props: ViewProps & { readonly field: CalculatorField }) {
  const { terms, form, found, change, field } = props
  const t = useTranslate()
  const words = field === 'stop' && !hasPips(terms) ? 'stop_price' : field
  const label = t(`calculator.${words}`)
  return (
    <SettingRow label={label}>
      <PriceField
        label={label}
        value={form[field]}
        onValueChange={(text) => change({ [field]: text })}
        error={useFaultText(field, terms)(found.faults[field])}
      />
    </SettingRow>
  )
}

const DECIMALS = { nights: 0, capital: 2, percent: 2 } as const

function useFaultText(
  field: CalculatorField,
  terms: TicketTerms,
): (fault: TypedFault | undefined) => string | undefined {
  const t = useTranslate()
  const precision = terms.pricePrecision
  const decimals =
    field === 'open' || field === 'close'
      ? precision
      : field === 'stop'
        ? unitDecimals('pips', precision)
        : DECIMALS[field]
  return (fault) => {
    if (fault === undefined || fault === 'missing') return undefined
    if (fault === 'out_of_range') return t('calculator.out_of_range')
    if (fault === 'too_precise') return t('ticket.decimals', { count: decimals })
    return t('ticket.digits', { example: formatDecimal(10 ** decimals, decimals) })
  }
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="ms-auto font-semibold">{children}</dd>
    </div>
  )
}

/** `gain`: signed and coloured. */
function Money({ amount, gain = false }: { readonly amount: Micros | undefined; readonly gain?: boolean }) {
  return <Amount value={amount === undefined ? undefined : moneyText(amount)} signed={gain} coloured={gain} currency />
}
