/** A list of articles, newest first: title, short description, date, and a small picture if it has one. */
import type { NewsItem, NewsKind } from '@veritick/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { useArticles } from '../../data/news.ts'
import { formatMinute } from '../../format/time.ts'
import { useTag } from '../../i18n/i18n.ts'
import { RecordList } from '../money/RecordList.tsx'
import { articlePath, directionOf } from './news.ts'

type Props = {
  readonly label: string
  readonly list: ReturnType<typeof useArticles>
  readonly empty: ReactNode
}

/** The kinds that have a list; banners are shown on the home screen. */
export type ListedKind = Exclude<NewsKind, 'banner'>

export function ArticleList({ label, list, empty }: Props) {
  return (
    <RecordList label={label} list={list} idOf={({ id }) => id} empty={empty}>
      {(article) => <ArticleRow article={article} />}
    </RecordList>
  )
}

const ROW =
  'flex min-h-(--height-row) items-start gap-3 border-b border-line px-4 py-3 -outline-offset-2 active:bg-fill'

function ArticleRow({ article }: { readonly article: NewsItem }) {
  const tag = useTag()
  const { id, title, desc, logo, created_at, language } = article
  return (
    <Link to={articlePath(id)} className={ROW}>
      <span className="min-w-0 flex-1">
        <span lang={language} dir={directionOf(language)} className="block [overflow-wrap:anywhere]">
          <span className="line-clamp-3 font-semibold">{title}</span>
          {desc !== '' && <span className="mt-0.5 line-clamp-2 text-13 text-ink-soft">{desc}</span>}
        </span>
        <time dateTime={created_at} className="mt-1 block text-12 text-ink-muted">
          <bdi>{formatMinute(Date.parse(created_at), { tag, zoned: true })}</bdi>
        </time>
      </span>
      {logo !== '' && (
        <img src={logo} alt="" loading="lazy" className="size-18 shrink-0 rounded-control bg-fill object-cover" />
      )}
    </Link>
  )
}
