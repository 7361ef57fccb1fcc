/** The choices of the customer: market or pending, price, size, leverage; the levels are in `LevelRows.tsx`. */

import { priceText, type TradeItem } from '@veritick/contract'
import { type Points, pendingKindOf } from '@veritick/domain'
import type { ReactNode, RefObject } from 'react'
import { classes, Figure, SettingRow, Stepper, Tabs } from '../../design/index.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { useFaultTexts } from './faultTexts.ts'
import { LevelRows } from './LevelRows.tsx'
import { LeverageRow } from './LeverageRow.tsx'
import { PriceField } from './PriceField.tsx'
import { lotText, type SizeUnit, sizeOf, sizeUnitOf } from './sizeUnit.ts'
import { lotPresets, read } from './ticket.ts'
import type { TicketFieldsProps } from './ticketProps.ts'
import { lotDecimals, textOfLots } from './typed.ts'

type Props = TicketFieldsProps & {
  /** Around stop-loss and take-profit. */
  readonly levels: RefObject<HTMLDivElement | null>
  /** Beside the chart and on a low phone: below size and leverage, which a lack of margin is about. */
  readonly notices: ReactNode
}

export function TicketFields({ levels, notices, ...props }: Props) {
  const { terms, market, form, act } = props
  const t = useTranslate()
  return (
    <>
      <Tabs
        label={t('ticket.kind')}
        className="mb-1"
        value={form.kind}
        onValueChange={(chosen) => act({ kind: 'kind_chosen', chosen, terms, market })}
        items={[
          { value: 'market', label: t('ticket.tab_market') },
          { value: 'pending', label: t('ticket.tab_pending') },
        ]}
      />
      {form.kind === 'pending' && <TargetRow {...props} />}
      <LotsRow {...props} />
      <LeverageRow {...props} />
      {notices}
      <div ref={levels}>
        <LevelRows {...props} />
      </div>
    </>
  )
}

function TargetRow({ terms, market, form, faults, act }: TicketFieldsProps) {
  const t = useTranslate()
  const wrong = useFaultTexts({ form, terms, market }).target(faults.target)
  return (
    <SettingRow
      label={t('ticket.target')}
      note={wrong === undefined ? <TargetNote form={form} terms={terms} market={market} /> : undefined}
    >
      <PriceField
        label={t('ticket.target')}
        placeholder={t('ticket.target')}
        value={form.target}
        onValueChange={(text) => act({ kind: 'target_typed', text })}
        onDone={() => act({ kind: 'target_done', terms, market })}
        error={wrong}
      />
    </SettingRow>
  )
}

/** Kind and effect of the target: "Limit. Buys when the ask falls to 1.08000. Now 1.08521." */
export function TargetNote({ form, terms, market }: Pick<TicketFieldsProps, 'form' | 'terms' | 'market'>) {
  const t = useTranslate()
  const { entry } = read(form, terms, market)
  const { bid, ask } = market
  if (entry === undefined || bid === undefined || ask === undefined) return null
  const pending = pendingKindOf({ side: form.side, target: entry, bid, ask })
  if (pending === undefined) return null
  const text = (price: Points) => priceText(price, terms.pricePrecision)
  const now = text(form.side === 'buy' ? ask : bid)
  return (
    <span className="text-ink-muted">
      <span className="block font-semibold text-ink-soft">{t(`orders.${pending}`)}</span>
      {t(`ticket.fills_${form.side}_${pending}`, { price: text(entry), now })}
    </span>
  )
}

function LotsRow({ item, terms, market, form, faults, act }: TicketFieldsProps) {
  const t = useTranslate()
  const decimals = lotDecimals(terms.lotMin, terms.lotStep)
  const unit = sizeUnitOf(item)
  const steps = {
    decimals,
    step: textOfLots(terms.lotStep, terms.lotStep),
    min: textOfLots(terms.lotMin, terms.lotStep),
    max: textOfLots(terms.lotMax, terms.lotStep),
  }
  return (
    <>
      <div className="border-b border-line py-(--space-setting) dense:border-0">
        <Stepper
          labelShown
          label={t(`ticket.${unit}`)}
          value={form.lots}
          onValueChange={(text) => act({ kind: 'lots_typed', text })}
          steps={steps}
          error={useFaultTexts({ form, terms, market }).lots(faults.lots, unit)}
        />
      </div>
      <div
        className={classes(
          'flex min-h-(--height-setting) flex-wrap items-center justify-between gap-x-3 gap-y-1',
          'border-b border-line py-1.5 dense:gap-x-1.5 dense:pt-0.5',
        )}
      >
        <LotSize item={item} size={terms.contractSize} unit={unit} />
        <fieldset className="flex flex-wrap gap-1.5 dense:gap-1" aria-label={t('ticket.presets')}>
          {lotPresets(terms).map((lots) => {
            const text = textOfLots(lots, terms.lotStep)
            return (
              <button
                key={lots}
                type="button"
                aria-label={sizeOf(lots, item, t).named}
                aria-pressed={form.lots === text}
                onClick={() => act({ kind: 'lots_typed', text })}
                className="relative min-w-11 rounded-control border border-line px-2.5 py-1.5 text-13 text-ink-soft tabular-nums after:absolute after:-inset-y-1.5 after:inset-x-0 aria-pressed:border-accent aria-pressed:text-accent dense:min-w-9 dense:px-1"
              >
                <Figure value={text} />
              </button>
            )
          })}
        </fieldset>
      </div>
    </>
  )
}

type LotSizeProps = { readonly item: TradeItem; readonly size: number; readonly unit: SizeUnit }

/** "1 lot = 100,000 EUR". */
function LotSize({ item, size, unit }: LotSizeProps) {
  const t = useTranslate()
  const tag = useTag()
  if (unit !== 'lots') return <span />
  return <span className="text-13 text-ink-soft dense:text-12">{lotText(item, size, { t, tag })}</span>
}
