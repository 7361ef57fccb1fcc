/** Replaces content that was never read while the server cannot be reached. The content loads automatically later. */
import { Button, Empty, FirstIcon as Icon } from '../design/index.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { useOffline } from './useOffline.ts'

/** `onRetry`: retries at once instead of waiting for the network. */
export function OfflineState({ onRetry }: { readonly onRetry?: () => void }) {
  const t = useTranslate()
  const away = useOffline() === 'offline' ? 'offline' : 'unreachable'
  return (
    <div role="status">
      <Empty
        icon={<Icon.CloudOff />}
        title={t(`shell.${away}_title`)}
        text={t(`shell.${away}_text`)}
        action={onRetry && <Button onClick={onRetry}>{t('common.retry')}</Button>}
      />
    </div>
  )
}
