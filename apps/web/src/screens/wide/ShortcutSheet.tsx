/** All shortcuts with their keys, the switch that turns them off, and the reset of the layout. */
import { SettingRow, Sheet, Switch } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { switchShortcuts, useShortcutsOn } from './commands.ts'
import { ResetLayout } from './ResetLayout.tsx'
import { keysShown, SHORTCUTS } from './shortcuts.ts'

type Props = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

export function ShortcutSheet({ open, onOpenChange }: Props) {
  const t = useTranslate()
  const on = useShortcutsOn()
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('wide.shortcuts')}>
      <SettingRow label={t('wide.shortcuts_on')} note={t('wide.shortcuts_note')}>
        <Switch label={t('wide.shortcuts_on')} checked={on} onCheckedChange={switchShortcuts} />
      </SettingRow>
      <dl className={on ? 'py-2' : 'py-2 text-ink-muted'}>
        {SHORTCUTS.map(({ command, label }) => (
          <div key={command} className="flex min-h-10 items-center justify-between gap-3 border-b border-line">
            <dt>{t(label)}</dt>
            <dd>
              <kbd
                dir="ltr"
                className="rounded-control border border-line-strong bg-fill px-2 py-0.5 font-sans font-semibold"
              >
                {keysShown(command)}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
      <ResetLayout onDone={() => onOpenChange(false)} />
    </Sheet>
  )
}
