/** Copy trading before it is available: an empty state. */

import { Empty, Icon } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AccountButton } from '../../shell/AccountButton.tsx'
import { PlainHeader, Screen } from '../../shell/Screen.tsx'

export function CopyScreen() {
  const t = useTranslate()
  return (
    <Screen title={t('shell.tab_copy')} header={<TabHeader title={t('shell.tab_copy')} />}>
      <Empty icon={<Icon.People />} title={t('shell.copy_title')} text={t('shell.copy_text')} />
    </Screen>
  )
}

function TabHeader({ title }: { readonly title: string }) {
  return (
    <PlainHeader title={title} className="pe-1.5!">
      <AccountButton />
    </PlainHeader>
  )
}
