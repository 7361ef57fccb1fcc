/** Replaces content that was never read while the server cannot be reached. The content loads automatically later. */
import { Button, Empty, FirstIcon as Icon } from '../design/index.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { useOffline } from './useOffline.ts'

/** `onRetry`: retries at once instead of waiting for the network. */
export function OfflineState({ onRetry }: { readonly onRetry?: () => void }) {
  const t = useTranslate()
  const title = useOffline() === 'offline' ? 'shell.offline_title' : 'shell.unreachable_title'
  return (
    <div role="status">
      <Empty
        icon={<Icon.CloudOff />}
        title={t(title)}
        text={t('shell.offline_text')}
        action={onRetry && <Button onClick={onRetry}>{t('common.retry')}</Button>}
      />
    </div>
  )
}
