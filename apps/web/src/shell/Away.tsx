/** In the place of what was never read while the server cannot be reached: why it is not there, and that it comes by itself. */
import { Empty, Icon } from '../design/index.ts'
import { useTranslate } from '../words/words.ts'
import { useAway } from './useAway.ts'

export function Away() {
  const t = useTranslate()
  const title = useAway() === 'offline' ? 'shell.offline_title' : 'shell.away_title'
  return (
    <div role="status">
      <Empty icon={<Icon.CloudOff />} title={t(title)} text={t('shell.offline_text')} />
    </div>
  )
}
