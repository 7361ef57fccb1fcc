/** Articles and their texts with the names of the store, for their seals. */
import { rowSeal, type SealedRow, type Sealing, type ShownRows } from '../../services/seals/index.ts'
import type { news as articles, newsTexts } from '../../store/index.ts'

type NewsRow = typeof articles.$inferSelect
type StoredText = typeof newsTexts.$inferSelect

const sealedNews = (row: Omit<NewsRow, 'seal'>): SealedRow<'news'> => ({
  news_id: row.news,
  kind: row.kind,
  state: row.state,
  version: row.version,
  text_version: row.textVersion,
  picture: row.picture,
  publish_at: row.publishAt,
  end_at: row.endAt,
  created_by: row.createdBy,
  created_at: row.createdAt,
  changed_by: row.changedBy,
  changed_at: row.changedAt,
})

const sealedText = ({ news, version, language, title, summary, body }: Omit<StoredText, 'seal'>) => ({
  ...{ news_id: news, version, language, title, summary, body },
})

/** The article with the seal of these values. */
export const withSeal = (encryption: Sealing, row: Omit<NewsRow, 'seal'>): NewsRow => ({
  ...row,
  seal: rowSeal(encryption, 'news', sealedNews(row)),
})

export const textWithSeal = (encryption: Sealing, text: Omit<StoredText, 'seal'>): StoredText => ({
  ...text,
  seal: rowSeal(encryption, 'news_texts', sealedText(text)),
})

export const isNewsProven = (shown: ShownRows, row: NewsRow): boolean =>
  shown.has('news', { ...sealedNews(row), seal: row.seal })

export const isTextProven = (shown: ShownRows, text: StoredText): boolean =>
  shown.has('news_texts', { ...sealedText(text), seal: text.seal })
