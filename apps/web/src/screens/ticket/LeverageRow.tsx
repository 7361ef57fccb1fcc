/** The leverage of the order, and the sheet to choose it, with the margin of each choice. */
import type { TradeItem } from '@veritick/contract'
import { useState } from 'react'
import { Button, Empty, Icon, SettingRow, Sheet } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Charge } from './CostBlock.tsx'
import { summaryOf } from './costs.ts'
import type { TicketAction, TicketForm, TicketMarket, TicketTerms } from './ticket.ts'

type Props = {
  readonly item: TradeItem
  readonly terms: TicketTerms
  readonly market: TicketMarket
  readonly form: TicketForm
  readonly act: (action: TicketAction) => void
}

export function LeverageRow(props: Props) {
  const { terms, form } = props
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  if (terms.marginMode === 'fixed')
    return (
      <SettingRow label={t('ticket.leverage')}>
        <span className="font-semibold">{t('ticket.leverage_fixed')}</span>
      </SettingRow>
    )
  const value = form.leverage === undefined ? '–' : t('ticket.leverage_value', { value: form.leverage })
  return (
    <SettingRow label={t('ticket.leverage')} note={form.leverage === undefined ? <NoLeverage /> : undefined}>
      <button
        type="button"
        aria-label={`${t('ticket.leverage_choose')}: ${value}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-me-2 inline-flex touch items-center justify-end gap-1 rounded-control px-2 text-17 font-semibold tabular-nums active:bg-fill"
      >
        <bdi dir="ltr">{value}</bdi>
        <Icon.Down size={18} className="text-ink-muted" />
      </button>
      <LeverageSheet {...props} open={open} onOpenChange={setOpen} />
    </SettingRow>
  )
}

function NoLeverage() {
  const t = useTranslate()
  return <span className="text-danger">{t('refusals.leverage_not_set')}</span>
}

function LeverageSheet(props: Props & { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  const { terms, market, form, act, open, onOpenChange } = props
  const t = useTranslate()
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('ticket.leverage_choose')}>
      {terms.leverages.length === 0 && <Empty title={t('ticket.leverage_none')} />}
      <Leverages
        terms={terms}
        market={market}
        form={form}
        onChoose={(leverage) => {
          act({ kind: 'leverage_chosen', leverage })
          onOpenChange(false)
        }}
      />
      <Button tone="plain" className="mt-3 w-full" onClick={() => onOpenChange(false)}>
        {t('common.cancel')}
      </Button>
    </Sheet>
  )
}

type Chosen = { readonly onChoose: (leverage: number) => void }

export function Leverages({ terms, market, form, onChoose }: Pick<Props, 'terms' | 'market' | 'form'> & Chosen) {
  const t = useTranslate()
  return (
    <ul className="grid">
      {terms.leverages.map((leverage) => {
        const { margin, isAtMarket } = summaryOf({ form: { ...form, leverage }, terms, market, account: undefined })
        return (
          <li key={leverage} className="border-b border-line last:border-0">
            <button
              type="button"
              aria-pressed={form.leverage === leverage}
              onClick={() => onChoose(leverage)}
              className="flex min-h-14 w-full items-center gap-3 text-start aria-pressed:text-accent"
            >
              <bdi dir="ltr" className="text-17 font-semibold tabular-nums">
                {t('ticket.leverage_value', { value: leverage })}
              </bdi>
              <span className="flex-1 text-end text-13 text-ink-soft">
                {t(isAtMarket ? 'ticket.margin_at_market' : 'ticket.margin')} <Charge amount={margin} currency />
              </span>
              <Icon.Check size={20} className={form.leverage === leverage ? '' : 'invisible'} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
