/** An address that leads nowhere, and the way home from it. */
import { useNavigate } from 'react-router'
import { Button, Empty, Icon } from '../../design/index.ts'
import { Screen } from '../../shell/Screen.tsx'
import { useTranslate } from '../../words/words.ts'

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
