/** The calculator in the ticket: it starts with the choices of the ticket and returns its size to the ticket. */
import type { TradeItem } from '@veritick/contract'
import { useState } from 'react'
import { useAccount } from '../../data/live.ts'
import { Button, Icon } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { lazyPart } from '../../shell/lazyPart.tsx'
import { capitalText } from '../calculator/capitalText.ts'
import type { TicketAction, TicketForm, TicketMarket, TicketTerms } from './ticket.ts'

const CalculatorSheet = lazyPart(
  'calculator',
  async () => (await import('../calculator/CalculatorSheet.tsx')).CalculatorSheet,
  { waiting: null },
)

type Props = {
  readonly item: TradeItem
  readonly terms: TicketTerms
  readonly market: TicketMarket
  readonly form: TicketForm
  readonly act: (action: TicketAction) => void
}

export function TicketCalculator({ item, terms, market, form, act }: Props) {
  const t = useTranslate()
  const equity = useAccount()?.Equity
  const [opened, setOpened] = useState(false)
  const [open, setOpen] = useState(false)
  const { side, lots, leverage } = form
  return (
    <>
      <Button
        tone="quiet"
        className="mt-1 -ms-4"
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <Icon.Calculator size={20} />
        {t('calculator.button')}
      </Button>
      {opened && (
        <CalculatorSheet
          item={item}
          terms={terms}
          market={market}
          start={{ side, lots, leverage, capital: capitalText(equity) }}
          open={open}
          onOpenChange={setOpen}
          onUse={(chosen) => {
            act({ kind: 'calculated', lots: chosen.lots, leverage: chosen.leverage })
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
