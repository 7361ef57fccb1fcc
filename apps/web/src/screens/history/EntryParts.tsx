/**
 * One change of the balance: a row with two decimals, rounded as on every other screen, and a sheet with all digits of
 * the ledger, which add up.
 */
import type { LogEntry } from '@veritick/contract'
import { Amount, classes, Line, Sheet } from '../../design/index.ts'
import { EXACT_DECIMALS } from '../../format/decimals.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'

export function EntryRow({ entry, onOpen }: { readonly entry: LogEntry; readonly onOpen: () => void }) {
  const t = useTranslate()
  const tag = useTag()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={classes(
        'flex min-h-(--height-row) w-full items-center gap-3 border-b border-line px-4 py-2 text-start',
        '-outline-offset-2 active:bg-fill',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold [overflow-wrap:anywhere]">
          <bdi>{entry.MemoTran}</bdi>
        </span>
        <span className="block text-13 text-ink-muted">
          <bdi>{formatMoment(Date.parse(entry.CreatedAtTran), { tag })}</bdi>
        </span>
      </span>
      <span className="shrink-0 text-end">
        <span className="block font-semibold">
          <Amount value={entry.Value} down={isCharge(entry)} signed coloured currency />
        </span>
        <span className="block text-13 text-ink-muted">
          <span className="sr-only">{t('history.balance_after')} </span>
          <Amount value={entry.Balance} down />
        </span>
      </span>
    </button>
  )
}

/** A fee is negative: rounding it down gives the larger amount, as on the order. */
export const isCharge = ({ Kind }: LogEntry): boolean => Kind === 'fee'

type DetailsProps = {
  /** The last opened entry: its figures stay while the sheet closes. */
  readonly entry: LogEntry | undefined
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function EntryDetails({ entry, open, onOpenChange }: DetailsProps) {
  if (entry === undefined) return null
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={entry.MemoTran}>
      <EntryFigures entry={entry} />
    </Sheet>
  )
}

export function EntryFigures({ entry }: { readonly entry: LogEntry }) {
  const t = useTranslate()
  const tag = useTag()
  return (
    <>
      <p className="text-13 text-ink-muted">
        <bdi>{formatMoment(Date.parse(entry.CreatedAtTran), { tag })}</bdi>
      </p>
      <dl>
        <Line label={t('withdraw.amount')}>
          <Amount value={entry.Value} decimals={EXACT_DECIMALS} signed coloured currency />
        </Line>
        <Line label={t('history.balance_after')}>
          <Amount value={entry.Balance} decimals={EXACT_DECIMALS} currency />
        </Line>
        <Line label={t('money.number')}>
          <bdi>{entry.Id}</bdi>
        </Line>
      </dl>
      <p className="pt-3 text-13 text-ink-muted">{t('history.exact_note')}</p>
    </>
  )
}
