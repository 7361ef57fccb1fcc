/** /mine/announcement: announcements of the operator, newest first. An empty list leads to the market. */
import { useArticles } from '../../data/news.ts'
import { Empty, Icon, LinkButton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'
import { ArticleList } from './ArticleList.tsx'

export function AnnouncementsScreen() {
  const t = useTranslate()
  const list = useArticles('announcement')
  return (
    <Screen title={t('news.announcements')} onRefresh={list.refetch}>
      <ArticleList
        label={t('news.announcements')}
        list={list}
        empty={
          <Empty
            icon={<Icon.Megaphone />}
            title={t('news.announcements_empty')}
            text={t('news.announcements_text')}
            action={<LinkButton to="/trade">{t('orders.empty_action')}</LinkButton>}
          />
        }
      />
    </Screen>
  )
}
