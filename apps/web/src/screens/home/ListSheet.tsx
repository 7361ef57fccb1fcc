/** The order and the columns of every list of instruments, and the order of the favourites. Kept on the device. */
import { useState } from 'react'
import {
  LIST_ORDERS,
  setListColumns,
  setListOrder,
  useFavourites,
  useListColumns,
  useListOrder,
} from '../../data/lists.ts'
import { Button, Choice, Group, SettingRow, Sheet, Switch } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { FavouritesSheet } from './FavouritesSheet.tsx'

type Props = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/** The smallest number of favourites that can be reordered. */
const MOVABLE_MIN = 2

export function ListSheet({ open, onOpenChange }: Props) {
  const t = useTranslate()
  const order = useListOrder()
  const columns = useListColumns()
  const starred = useFavourites().length
  const [moving, setMoving] = useState(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('lists.title')}>
      <Group title={t('lists.order')}>
        {LIST_ORDERS.map((each) => (
          <Choice key={each} chosen={each === order} onChoose={() => setListOrder(each)}>
            {t(`lists.order_${each}`)}
          </Choice>
        ))}
      </Group>
      {/* The list of the workspace always shows both prices. */}
      <div className="wide:hidden">
        <SettingRow label={t('lists.bid_ask')} note={<span className="text-ink-muted">{t('lists.bid_ask_text')}</span>}>
          <Switch
            label={t('lists.bid_ask')}
            checked={columns === 'bid_ask'}
            onCheckedChange={(on) => setListColumns(on ? 'bid_ask' : 'price')}
          />
        </SettingRow>
      </div>
      <Button tone="plain" className="mt-4 w-full" disabled={starred < MOVABLE_MIN} onClick={() => setMoving(true)}>
        {t('lists.move_favourites')}
      </Button>
      <FavouritesSheet open={moving} onOpenChange={setMoving} />
    </Sheet>
  )
}
