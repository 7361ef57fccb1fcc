/** An unknown URL, with a link to the quotes. */
import { useNavigate } from 'react-router'
import { Button, Empty, Icon } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'

export function NotFoundScreen() {
  const t = useTranslate()
  const navigate = useNavigate()
  return (
    <Screen title={t('shell.not_found')}>
      <Empty
        icon={<Icon.Search />}
        title={t('shell.not_found_title')}
        text={t('shell.not_found_text')}
        action={<Button onClick={() => navigate('/', { replace: true })}>{t('shell.go_home')}</Button>}
      />
    </Screen>
  )
}
