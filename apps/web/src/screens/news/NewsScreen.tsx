/** /news: the news list, one of the tabs. Announcements are one tap away; an empty list leads to the market. */
import { useNavigate } from 'react-router'
import { useArticles } from '../../data/news.ts'
import { Empty, Icon, IconButton, LinkButton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AccountButton } from '../../shell/AccountButton.tsx'
import { PlainHeader, Screen } from '../../shell/Screen.tsx'
import { ArticleList } from './ArticleList.tsx'

export function NewsScreen() {
  const t = useTranslate()
  const navigate = useNavigate()
  const list = useArticles('news')
  return (
    <Screen
      title={t('news.title')}
      header={
        <PlainHeader title={t('news.title')} className="pe-1.5!">
          <IconButton label={t('news.announcements')} onClick={() => navigate('/mine/announcement')}>
            <Icon.Megaphone />
          </IconButton>
          <AccountButton className="wide:hidden" />
        </PlainHeader>
      }
      onRefresh={list.refetch}
    >
      <ArticleList
        label={t('news.title')}
        list={list}
        empty={
          <Empty
            icon={<Icon.News />}
            title={t('news.empty')}
            text={t('news.empty_text')}
            action={<LinkButton to="/trade">{t('orders.empty_action')}</LinkButton>}
          />
        }
      />
    </Screen>
  )
}
