/** The bar above a list: its filter, an action on all its orders, and number and sum of the filtered orders. */
import { ORDER_ENDS, ORDER_SORTS, type OrderEnd } from '@veritick/contract'
import { type ReactNode, useState } from 'react'
import { useTradeList } from '../../data/queries.ts'
import { Amount, Button, classes, Icon, SelectField, Sheet } from '../../design/index.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { choicesIn, NO_FILTER, type OrderFilter } from './orderFilter.ts'
import type { Tab } from './orders.ts'
import type { Listed } from './useListed.ts'

const SIDES = ['buy', 'sell'] as const

type Props = {
  readonly tab: Tab
  readonly filter: OrderFilter
  readonly listed: Pick<Listed, 'orders' | 'total' | 'sum'>
  readonly onFilter: (filter: OrderFilter) => void
  readonly action: ReactNode
}

export function FilterBar({ tab, filter, listed, onFilter, action }: Props) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const choices = choicesIn(filter)
  return (
    <div className="flex flex-wrap items-center gap-x-3 bg-surface px-4">
      <Button tone="quiet" aria-haspopup="dialog" className="px-0!" onClick={() => setOpen(true)}>
        <Icon.Sliders size={20} />
        {t('order_filter.filter')}
        {choices > 0 && <bdi className="tabular-nums">({choices})</bdi>}
      </Button>
      {action}
      <p role="status" className={classes('text-13 text-ink-soft', action ? 'basis-full' : 'ms-auto')}>
        {choices > 0 && listed.orders !== undefined && (
          <>
            {t('order_filter.found', { number: listed.total })}
            {tab !== 'pending' && (
              <>
                {' · '}
                <Amount value={listed.sum} signed coloured currency className="font-semibold" />
              </>
            )}
          </>
        )}
      </p>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={t('order_filter.filter')}
        footer={
          <div className="grid grid-cols-2 gap-2 big:grid-cols-1">
            <Button tone="plain" disabled={choices === 0} onClick={() => onFilter(NO_FILTER)}>
              {t('order_filter.clear')}
            </Button>
            <Button onClick={() => setOpen(false)}>{t('common.done')}</Button>
          </div>
        }
      >
        <Fields tab={tab} filter={filter} onFilter={onFilter} />
      </Sheet>
    </div>
  )
}

function Fields({ tab, filter, onFilter }: Omit<Props, 'listed' | 'action'>) {
  const t = useTranslate()
  const { data: items } = useTradeList()
  return (
    <div className="grid gap-4">
      <SelectField
        label={t('order_filter.instrument')}
        placeholder={t('order_filter.all')}
        autoComplete="off"
        value={filter.instrument === undefined ? '' : String(filter.instrument)}
        onValueChange={(id) => onFilter({ ...filter, instrument: id === '' ? undefined : Number(id) })}
        items={(items ?? []).map((item) => ({ value: String(item.Id), label: item.ShowCode }))}
      />
      <SelectField
        label={t('order_filter.side')}
        placeholder={t('order_filter.all')}
        autoComplete="off"
        value={filter.side ?? ''}
        onValueChange={(side) => onFilter({ ...filter, side: SIDES.find((each) => each === side) })}
        items={SIDES.map((side) => ({ value: side, label: t(`common.${side}`) }))}
      />
      {tab === 'history' && (
        <SelectField
          label={t('orders.why')}
          placeholder={t('order_filter.all')}
          autoComplete="off"
          value={filter.ended ?? ''}
          onValueChange={(ended) => onFilter({ ...filter, ended: ORDER_ENDS.find((each) => each === ended) })}
          items={ORDER_ENDS.map((ended) => ({ value: ended, label: endText(t, ended) }))}
        />
      )}
      <SelectField
        label={t('order_filter.sort')}
        placeholder={t('order_filter.sort_newest')}
        autoComplete="off"
        value={filter.sort === 'newest' ? '' : filter.sort}
        onValueChange={(sort) => onFilter({ ...filter, sort: ORDER_SORTS.find((each) => each === sort) ?? 'newest' })}
        items={ORDER_SORTS.filter((sort) => sort !== 'newest' && (tab !== 'pending' || sort === 'oldest')).map(
          (sort) => ({ value: sort, label: t(`order_filter.sort_${sort}`) }),
        )}
      />
    </div>
  )
}

const endText = (t: Translate, ended: OrderEnd): string =>
  ended === 'cancelled' ? t('close_all.cancel_done') : t(`orders.ended_${ended}`)
