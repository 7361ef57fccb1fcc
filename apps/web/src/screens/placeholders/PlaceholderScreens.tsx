/** The ranking before it is available: an empty state. */

import { Empty, Icon } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AccountButton } from '../../shell/AccountButton.tsx'
import { PlainHeader, Screen } from '../../shell/Screen.tsx'

export function RankScreen() {
  const t = useTranslate()
  return (
    <Screen title={t('shell.tab_ranking')} header={<TabHeader title={t('shell.tab_ranking')} />}>
      <Empty icon={<Icon.People />} title={t('shell.ranking_title')} text={t('shell.ranking_text')} />
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
