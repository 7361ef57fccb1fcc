/** Drawing tools, their settings, and the drawings of this instrument, for use without a pointer. */
import { type RefObject, useState } from 'react'
import { Button, Confirm, classes, Icon, IconButton, SettingRow, Sheet, Switch } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { DRAW_TOOLS, DRAWINGS_MAX, type DrawTool } from './drawings.ts'
import { ToolPicture } from './ToolPicture.tsx'
import type { Drawings } from './useDrawings.ts'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly drawings: Drawings
  /** Gets the focus once a tool is chosen. */
  readonly cursor: RefObject<HTMLElement | null>
}

const TOOLS = classes(
  'grid grid-cols-2 gap-2 big:grid-cols-1',
  // From here on the longest word of each language fits beside its picture.
  'not-wide:min-[480px]:grid-cols-3 big:min-[480px]:grid-cols-1',
)
const TOOL =
  'flex min-h-12 items-center gap-2 rounded-control border border-line px-2.5 py-1 text-start text-13 active:bg-fill'

export function DrawSheet({ open, onOpenChange, drawings, cursor }: Props) {
  const t = useTranslate()
  const { prefs, change, start, list } = drawings
  const choose = (tool: DrawTool) => {
    onOpenChange(false)
    start(tool)
  }
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('trade.draw_title')} focusAfter={() => cursor.current}>
      <div className={TOOLS}>
        {DRAW_TOOLS.map((tool) => (
          <button key={tool} type="button" onClick={() => choose(tool)} className={TOOL}>
            <ToolPicture tool={tool} />
            <span className="min-w-0 break-keep [overflow-wrap:anywhere]">{t(`trade.draw_${tool}`)}</span>
          </button>
        ))}
      </div>
      <div className="pt-2">
        <SettingRow label={t('trade.draw_magnet')} note={t('trade.draw_magnet_note')}>
          <Switch
            label={t('trade.draw_magnet')}
            checked={prefs.magnet}
            onCheckedChange={(magnet) => change({ ...prefs, magnet })}
          />
        </SettingRow>
        <SettingRow label={t('trade.draw_shown')}>
          <Switch
            label={t('trade.draw_shown')}
            checked={!prefs.hidden}
            onCheckedChange={(shown) => change({ ...prefs, hidden: !shown })}
          />
        </SettingRow>
      </div>
      {list.length > 0 && <Existing drawings={drawings} />}
      <p className="pt-3 text-13 text-ink-muted">{t('trade.draw_kept', { count: DRAWINGS_MAX })}</p>
    </Sheet>
  )
}

function Existing({ drawings }: Pick<Props, 'drawings'>) {
  const t = useTranslate()
  const [asking, setAsking] = useState(false)
  const { list, remove, removeAll } = drawings
  return (
    <section aria-label={t('trade.draw_list')} className="pt-4">
      <h3 className="text-13 font-semibold text-ink-soft">{t('trade.draw_list')}</h3>
      <ul>
        {list.map(({ id, tool, text }) => (
          <li key={id} className="flex items-center gap-3 border-b border-line">
            <ToolPicture tool={tool} />
            <span className="min-w-0 flex-1 truncate">
              {t(`trade.draw_${tool}`)}
              {text !== '' && <bdi className="text-ink-muted"> {text}</bdi>}
            </span>
            <IconButton label={t('trade.draw_delete')} onClick={() => remove(id)}>
              <Icon.Trash size={20} />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button tone="quiet" className="mt-1 px-0! text-danger!" onClick={() => setAsking(true)}>
        {t('trade.draw_delete_all')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        tone="danger"
        title={t('trade.draw_delete_all_question', { count: list.length })}
        confirmLabel={t('trade.draw_delete_all')}
        onConfirm={() => {
          setAsking(false)
          removeAll()
        }}
      />
    </section>
  )
}
