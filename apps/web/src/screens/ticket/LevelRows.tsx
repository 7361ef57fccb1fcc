/** Stop-loss and take-profit: switched on, typed as price, pips, percent or money, and shown as price and USD. */
import { priceText } from '@veritick/contract'
import type { Points } from '@veritick/domain'
import { SettingRow, Switch, Tabs } from '../../design/index.ts'
import { useFigure, useTranslate } from '../../i18n/i18n.ts'
import { Gain } from './CostBlock.tsx'
import { useFaultTexts } from './faultTexts.ts'
import { hasPips, LEVEL_UNITS, type LevelName, type LevelUnit } from './levelUnits.ts'
import { PriceField } from './PriceField.tsx'
import { read } from './ticket.ts'
import type { TicketFieldsProps } from './ticketProps.ts'

const WORDS = {
  stopLoss: { label: 'ticket.stop_loss', price: 'ticket.stop_loss_price', means: 'atStopLoss' },
  takeProfit: { label: 'ticket.take_profit', price: 'ticket.take_profit_price', means: 'atTakeProfit' },
} as const

export function LevelRows(props: TicketFieldsProps) {
  const { form } = props
  return (
    <>
      <LevelRow {...props} level="stopLoss" />
      <LevelRow {...props} level="takeProfit" />
      {(form.stopLoss.on || form.takeProfit.on) && <UnitRow {...props} />}
    </>
  )
}

function UnitRow({ form, terms, market, act }: TicketFieldsProps) {
  return (
    <LevelUnitTabs
      unit={form.unit}
      from={read(form, terms, market).entry}
      terms={terms}
      onUnit={(unit) => act({ kind: 'unit_chosen', unit, terms, market })}
    />
  )
}

type UnitTabsProps = {
  readonly unit: LevelUnit
  /** The price from which distances are measured. */
  readonly from: Points | undefined
  readonly terms: Pick<TicketFieldsProps['terms'], 'pricePrecision'>
  readonly onUnit: (unit: LevelUnit) => void
}

/** The choice of the unit, and the base price of the chosen distance. */
export function LevelUnitTabs({ unit: chosen, from, terms, onUnit }: UnitTabsProps) {
  const t = useTranslate()
  const unitText = useUnitText(terms)
  return (
    <>
      <Tabs
        label={t('ticket.level_unit')}
        className="mt-2 dense:mt-1"
        value={chosen}
        onValueChange={onUnit}
        items={LEVEL_UNITS.map((unit) => ({ value: unit, label: unitText(unit) }))}
      />
      {chosen !== 'price' && from !== undefined && (
        <p className="pt-1 text-13 text-ink-muted dense:text-12">
          {t(chosen === 'percent' ? 'ticket.percent_of' : 'ticket.counted_from', {
            price: priceText(from, terms.pricePrecision),
          })}
        </p>
      )}
    </>
  )
}

export function useUnitText(terms: UnitTabsProps['terms']): (unit: LevelUnit) => string {
  const t = useTranslate()
  return (unit) => t(unit === 'pips' && !hasPips(terms) ? 'ticket.unit_distance' : `ticket.unit_${unit}`)
}

function LevelRow({
  terms,
  market,
  form,
  summary,
  faults,
  act,
  level,
}: TicketFieldsProps & { readonly level: LevelName }) {
  const t = useTranslate()
  const figure = useFigure()
  const words = WORDS[level]
  const unitText = useUnitText(terms)
  const wrong = useFaultTexts({ form, terms, market }).level(level, faults[level])
  const means = summary[words.means]
  const price = read(form, terms, market)[level]
  const byPrice = form.unit === 'price'
  return (
    <SettingRow
      label={t(words.label)}
      note={
        form[level].on && wrong === undefined && means !== undefined && price !== undefined ? (
          <span className="flex flex-wrap gap-x-2">
            {!byPrice && <bdi className="tabular-nums">{figure(priceText(price, terms.pricePrecision))}</bdi>}
            <Gain amount={means} />
          </span>
        ) : undefined
      }
    >
      {/* Before its field for the keyboard: Tab goes from the switch to the field that it has opened. */}
      <span className="order-last flex shrink-0">
        <Switch
          label={t(words.label)}
          checked={form[level].on}
          onCheckedChange={(on) => act({ kind: 'level_switched', level, on, terms, market })}
        />
      </span>
      {form[level].on && (
        <PriceField
          label={byPrice ? t(words.price) : t('ticket.level_in', { level: t(words.label), unit: unitText(form.unit) })}
          value={form[level].text}
          onValueChange={(text) => act({ kind: 'level_typed', level, text })}
          error={wrong}
        />
      )}
    </SettingRow>
  )
}
