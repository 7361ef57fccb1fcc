/**
 * Replaces the order buttons while the ticket's lines are set on the chart: switches of the lines, and a button back to
 * the ticket.
 */
import type { TradeItem } from '@veritick/contract'
import { Button, classes, useBackCloses } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { LevelName } from '../ticket/levelUnits.ts'
import type { TicketPreview } from '../ticket/ticketPreview.ts'
import { useTicketMarket } from '../ticket/useTicketMarket.ts'

type Props = { readonly item: TradeItem; readonly preview: TicketPreview; readonly onBack: () => void }

const LEVELS = [
  { name: 'stopLoss', label: 'ticket.stop_loss' },
  { name: 'takeProfit', label: 'ticket.take_profit' },
] as const satisfies readonly { readonly name: LevelName; readonly label: string }[]

export function TicketBar({ item, preview, onBack }: Props) {
  const t = useTranslate()
  const { form, terms, act } = preview
  const market = useTicketMarket(item, 1)
  useBackCloses(true, onBack)
  return (
    <section
      aria-label={t(`ticket.title_${form.side}`, { code: item.ShowCode })}
      className="grid shrink-0 gap-2 border-t border-line bg-surface px-4 py-2.5"
    >
      <p className="text-13 text-ink-soft">{t('trade.set_on_chart_text')}</p>
      <div className="grid grid-cols-2 gap-2 big:grid-cols-1">
        {LEVELS.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            aria-pressed={form[name].on}
            onClick={() => act({ kind: 'level_switched', level: name, on: !form[name].on, terms, market })}
            className={classes(
              'touch rounded-control border border-line px-3 text-13 text-ink-soft aria-pressed:border-accent',
              'aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent',
            )}
          >
            {t(label)}
          </button>
        ))}
      </div>
      <Button large onClick={onBack}>
        {t('trade.back_to_ticket')}
      </Button>
    </section>
  )
}
