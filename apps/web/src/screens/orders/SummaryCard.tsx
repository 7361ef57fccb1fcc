/**
 * The account at a glance: profit, balance, margin, free margin and the risk gauge. In the history it shows profit,
 * costs and net profit instead, each the sum over the rows, with a link to the transactions.
 */
import { useState } from 'react'
import { Link } from 'react-router'
import { Amount, classes, Icon, RiskGauge, Sheet } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Figures, inCents, type Tab } from './orders.ts'

export function SummaryCard({
  tab,
  figures: exact,
  lost,
}: {
  readonly tab: Tab
  readonly figures: Figures
  readonly lost: boolean
}) {
  const t = useTranslate()
  const figures = inCents(exact)
  const history = tab === 'history'
  return (
    <section aria-label={t('orders.account')} className="p-3 pb-2">
      <div className="grid grid-cols-[1fr_auto] items-start gap-3 big:grid-cols-1 rounded-card border border-line bg-surface p-4">
        <div>
          <h2 className="text-13 text-ink-muted">
            {t(history ? 'orders.profit_total' : 'orders.profit')}
            {lost && <> · {t('orders.offline')}</>}
          </h2>
          <p className="text-fit-headline font-bold">
            <bdi dir="ltr">
              <Amount value={figures.profit} signed coloured />{' '}
              <span className="text-13 font-semibold text-ink-soft">{t('common.usd')}</span>
            </bdi>
          </p>
        </div>
        {!history && <Risk hazard={figures.hazard} />}
        <dl
          className={classes(
            'col-span-full grid items-end gap-2 big:grid-cols-1',
            history ? AS_MANY_AS_FIT : 'grid-cols-3',
          )}
        >
          <Figure label={t('orders.balance')} value={figures.balance} />
          {history && figures.costs !== undefined && <Figure label={t('orders.costs')} value={figures.costs} signed />}
          {history && figures.net !== undefined && <Figure label={t('orders.net')} value={figures.net} signed />}
          {!history && <Figure label={t('orders.margin')} value={figures.margin} />}
          {!history && <Figure label={t('orders.free_margin')} value={figures.free} />}
        </dl>
        {history && (
          <Link to="/mine/history" className="col-span-full -my-2 flex touch items-center font-semibold text-accent">
            {t('orders.every_change')}
          </Link>
        )}
      </div>
    </section>
  )
}

/** The gauge; a tap explains the rate and its thresholds. */
function Risk({ hazard }: { readonly hazard: string | undefined }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-m-1 grid justify-items-center rounded-control p-1 active:bg-fill big:justify-self-start"
      >
        <span className="inline-flex items-center gap-0.5 text-13 text-ink-muted">
          {t('common.risk_rate')}
          <Icon.Next size={14} />
        </span>
        <RiskGauge value={hazard} className="mt-1" />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={t('common.risk_rate')}>
        <div className="grid gap-3 text-ink-soft">
          <p>{t('orders.risk_what')}</p>
          <p>{t('orders.risk_levels')}</p>
        </div>
      </Sheet>
    </>
  )
}

/** Labels of the history are long in some languages. */
const AS_MANY_AS_FIT = 'grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]'

type FigureProps = { readonly label: string; readonly value: string | undefined; readonly signed?: boolean }

function Figure({ label, value, signed = false }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-ink-muted [overflow-wrap:anywhere]">{label}</dt>
      <dd className="text-13 font-semibold min-[360px]:text-15">
        <Amount value={value} signed={signed} />
      </dd>
    </div>
  )
}
