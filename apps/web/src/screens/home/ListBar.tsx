/**
 * Above a list of instruments: chips for all, the favourites, each category and the movers, and the button for order
 * and columns. A second tap on the active chip shows all again.
 */
import { useState } from 'react'
import { useListColumns } from '../../data/lists.ts'
import { useCategories } from '../../data/queries.ts'
import { Chips, FirstIcon as Icon, IconButton, Skeleton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { lazyPart } from '../../shell/lazyPart.tsx'
import type { Shown } from './lists.ts'

const ListSheet = lazyPart('list-sheet', async () => (await import('./ListSheet.tsx')).ListSheet, { waiting: null })

type Props = {
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
  /** The list names its columns itself. */
  readonly named?: boolean
}

export function ListBar({ shown, onShow, named = false }: Props) {
  const t = useTranslate()
  const columns = useListColumns()
  const [opened, setOpened] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <div className="shrink-0 border-b border-line bg-surface">
      <div className="flex min-h-12 items-center">
        <div className="min-w-0 flex-1">
          <ListChips shown={shown} onShow={onShow} />
        </div>
        <IconButton
          label={t('home.view')}
          aria-haspopup="dialog"
          className="me-1.5 text-ink-soft!"
          onClick={() => {
            setOpened(true)
            setOpen(true)
          }}
        >
          <Icon.Settings size={20} />
        </IconButton>
      </div>
      {columns === 'bid_ask' && !named && <ColumnNames />}
      {opened && <ListSheet open={open} onOpenChange={setOpen} />}
    </div>
  )
}

/** The names of the two price columns; for screen readers every row names them. */
function ColumnNames() {
  const t = useTranslate()
  return (
    <div aria-hidden="true" className="flex justify-end pe-11 pb-1 text-12 text-ink-muted big:hidden">
      <span dir="ltr" className="grid grid-cols-2 gap-x-2 text-end">
        <span className="min-w-16">{t('home.bid')}</span>
        <span className="min-w-16">{t('home.ask')}</span>
      </span>
    </div>
  )
}

function ListChips({ shown, onShow }: Props) {
  const t = useTranslate()
  const { data, isPending } = useCategories()
  if (isPending)
    return (
      <div className="flex gap-2 px-4 py-2">
        {[0, 1, 2, 3].map((place) => (
          <Skeleton key={place} className="h-8 w-20 rounded-full" />
        ))}
      </div>
    )
  return (
    <Chips<Shown>
      label={t('home.categories')}
      items={[
        { value: 'all', label: t('home.all') },
        { value: 'favourites', label: t('home.favourites') },
        ...(data ?? []).map((category) => ({ value: category.Id, label: category.NameShowTrans })),
        { value: 'movers', label: t('home.movers') },
      ]}
      value={shown}
      onValueChange={(value) => onShow(value ?? 'all')}
    />
  )
}
