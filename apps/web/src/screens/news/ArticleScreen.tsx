/** /news/detail?id=: one article of any kind, with its date, its body and a link to share. */
import type { NewsArticle } from '@veritick/contract'
import { useLocation } from 'react-router'
import { CallFailed } from '../../data/api.ts'
import { useArticle } from '../../data/news.ts'
import { classes, Empty, ErrorState, Icon, IconButton, LinkButton, Skeleton } from '../../design/index.ts'
import { formatMinute } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { BackHeader, Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { ArticleBody } from './ArticleBody.tsx'
import { articleIn, articleLink, directionOf } from './news.ts'
import { shareLink } from './shareLink.ts'

export function ArticleScreen() {
  const t = useTranslate()
  const id = articleIn(useLocation().search)
  const query = useArticle(id)
  const { data } = query
  const share = () => data && void shareLink({ title: data.title, url: articleLink(location.origin, data.id) })
  return (
    <Screen
      title={data?.title ?? t('news.article')}
      header={
        <BackHeader title={t('news.article')}>
          {data !== undefined && (
            <IconButton label={t('news.share')} onClick={share}>
              <Icon.Share />
            </IconButton>
          )}
        </BackHeader>
      }
      {...(id !== undefined && { onRefresh: query.refetch })}
    >
      {id === undefined ? <Unknown /> : <Content query={query} />}
    </Screen>
  )
}

/** A withdrawn article is removed from the screen; without the server its last known text stays. */
function Content({ query }: { readonly query: ReturnType<typeof useArticle> }) {
  const offline = useOffline() !== undefined
  const { data, error, isFetching, refetch } = query
  if (error instanceof CallFailed && error.reason === 'news_unknown') return <Unknown />
  if (data !== undefined) return <Article article={data} dimmed={offline} />
  if (error !== null) return <ErrorState text={error.message} busy={isFetching} onRetry={() => void refetch()} />
  return offline ? <OfflineState onRetry={() => void refetch()} /> : <Loading />
}

function Article({ article, dimmed }: { readonly article: NewsArticle; readonly dimmed: boolean }) {
  const t = useTranslate()
  const tag = useTag()
  const { title, desc, logo, created_at, content, language } = article
  const time = formatMinute(Date.parse(created_at), { tag, zoned: true })
  return (
    <article
      className={classes('grid gap-3 bg-surface p-4 pb-[calc(2rem+var(--safe-bottom))]', dimmed && 'last-known')}
    >
      <div lang={language} dir={directionOf(language)} className="grid gap-2 [overflow-wrap:anywhere]">
        <h2 className="text-22 font-bold">{title}</h2>
        {desc !== '' && <p className="text-17 text-ink-soft">{desc}</p>}
      </div>
      <time dateTime={created_at} className="text-13 text-ink-muted">
        {t('news.published', { time })}
      </time>
      {logo !== '' && <img src={logo} alt="" className="aspect-video w-full rounded-card bg-fill object-cover" />}
      <ArticleBody html={content} language={language} />
    </article>
  )
}

function Unknown() {
  const t = useTranslate()
  return (
    <Empty
      icon={<Icon.News />}
      title={t('news.unknown_title')}
      text={t('news.unknown_text')}
      action={<LinkButton to="/news">{t('news.to_list')}</LinkButton>}
    />
  )
}

function Loading() {
  const t = useTranslate()
  return (
    <div role="status" aria-label={t('common.loading')} className="grid gap-3 p-4">
      <Skeleton className="h-8 w-full" />
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-44 w-full" />
    </div>
  )
}
