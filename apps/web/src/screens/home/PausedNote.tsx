/** Above a list whose prices are all paused: names this once, instead of each row. */
import { useConnection } from '../../data/live.ts'
import { Note } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export function PausedNote() {
  const t = useTranslate()
  // The banner of a lost connection says it already.
  return useConnection() === 'lost' ? null : <Note tone="warn">{t('home.paused')}</Note>
}
