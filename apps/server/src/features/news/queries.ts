/** Rows of articles and their texts. */
import type { NewsKind, NewsState } from '@veritick/contract'
import { assert } from '@veritick/domain'
import { and, asc, count, desc, eq, gt, ilike, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Database, news, newsTexts } from '../../store/index.ts'

export type NewsRow = typeof news.$inferSelect
export type NewsText = Pick<typeof newsTexts.$inferSelect, 'language' | 'title' | 'summary' | 'body'>
export type NewsLine = NewsRow & { readonly texts: readonly Omit<NewsText, 'body'>[] }

type Page = { readonly page: number; readonly size: number }
type Paged = { readonly rows: readonly NewsLine[]; readonly total: number }

export async function findNews(db: Database, id: number): Promise<NewsRow | undefined> {
  const [row] = await db.select().from(news).where(eq(news.news, id))
  return row
}

/** No other transaction changes the row until this one ends. */
export async function lockNews(db: Database, id: number): Promise<NewsRow | undefined> {
  const [row] = await db.select().from(news).where(eq(news.news, id)).for('update')
  return row
}

export async function changeNews(db: Database, id: number, changes: Partial<NewsRow>): Promise<NewsRow> {
  const [row] = await db.update(news).set(changes).where(eq(news.news, id)).returning()
  assert(row !== undefined, `article ${id} is there`)
  return row
}

/** The texts that hold. */
export async function textsOf(db: Database, row: Pick<NewsRow, 'news' | 'textVersion'>): Promise<readonly NewsText[]> {
  const { language, title, summary, body } = newsTexts
  return db
    .select({ language, title, summary, body })
    .from(newsTexts)
    .where(and(eq(newsTexts.news, row.news), eq(newsTexts.version, row.textVersion)))
}

/** Every customer may see it at this moment. */
const visibleAt = (now: number): SQL | undefined =>
  and(eq(news.state, 'released'), lte(news.publishAt, now), or(isNull(news.endAt), gt(news.endAt, now)))

export async function publishedNews(
  db: Database,
  wanted: { readonly id: number; readonly now: number },
): Promise<NewsRow | undefined> {
  const [row] = await db
    .select()
    .from(news)
    .where(and(eq(news.news, wanted.id), visibleAt(wanted.now)))
  return row
}

/** Whether customers see this picture now: the texts that hold name it, or it stands in lists. */
export async function isPublishedPicture(
  db: Database,
  options: { readonly id: number; readonly picture: string; readonly now: number },
): Promise<boolean> {
  const { id, picture, now } = options
  const row = await publishedNews(db, { id, now })
  if (row === undefined || row.picture === picture) return row !== undefined
  return (await textsOf(db, row)).some(({ body }) => body.includes(picture))
}

/** Articles of one kind that customers see, newest first. */
export function publishedPage(
  db: Database,
  wanted: Page & { readonly kind: NewsKind; readonly now: number },
): Promise<Paged> {
  const where = and(eq(news.kind, wanted.kind), visibleAt(wanted.now))
  return pageOf(db, { ...wanted, where, order: [desc(news.publishAt), desc(news.news)] })
}

export type NewsFilter = {
  readonly kind: NewsKind | undefined
  readonly state: NewsState | undefined
  readonly title: string | undefined
}

/** Articles for staff. */
export function staffPage(
  db: Database,
  wanted: Page & {
    readonly filter: NewsFilter
    readonly now: number
    readonly sort: { readonly by: 'id' | 'publish_at'; readonly descending: boolean } | undefined
  },
): Promise<Paged> {
  const { kind, state, title } = wanted.filter
  const where = and(
    kind === undefined ? undefined : eq(news.kind, kind),
    state === undefined ? undefined : inState(state, wanted.now),
    title === undefined || title === '' ? undefined : titled(db, title),
  )
  return pageOf(db, { ...wanted, where, order: orderOf(wanted.sort) })
}

function orderOf(sort: { readonly by: 'id' | 'publish_at'; readonly descending: boolean } | undefined): readonly SQL[] {
  if (sort === undefined) return [desc(news.changedAt), desc(news.news)]
  const way = sort.descending ? desc : asc
  return sort.by === 'id' ? [way(news.news)] : [way(news.publishAt), way(news.news)]
}

function inState(state: NewsState, now: number): SQL | undefined {
  switch (state) {
    case 'draft':
    case 'withdrawn':
      return eq(news.state, state)
    case 'scheduled':
      return and(eq(news.state, 'released'), gt(news.publishAt, now))
    case 'published':
      return visibleAt(now)
    case 'ended':
      return and(eq(news.state, 'released'), lte(news.publishAt, now), isNotNull(news.endAt), lte(news.endAt, now))
  }
}

/** A part of a title of the texts that hold; % and _ stand for themselves. */
const titled = (db: Database, part: string): SQL =>
  inArray(
    news.news,
    db
      .select({ news: newsTexts.news })
      .from(newsTexts)
      .where(
        and(
          eq(newsTexts.version, sql`${news.textVersion}`),
          ilike(newsTexts.title, `%${part.replace(/[\\%_]/g, '\\$&')}%`),
        ),
      ),
  )

async function pageOf(
  db: Database,
  wanted: Page & { readonly where: SQL | undefined; readonly order: readonly SQL[] },
): Promise<Paged> {
  const { where, order, page, size } = wanted
  const [counted] = await db.select({ total: count() }).from(news).where(where)
  const rows = await db
    .select()
    .from(news)
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset((page - 1) * size)
  const texts = await titlesOf(db, rows)
  return {
    rows: rows.map((row) => ({ ...row, texts: texts.filter((text) => text.news === row.news) })),
    total: counted?.total ?? 0,
  }
}

/** Titles and short descriptions of several articles in all their languages, without the bodies. */
async function titlesOf(db: Database, rows: readonly NewsRow[]) {
  if (rows.length === 0) return []
  const { news: id, version, language, title, summary } = newsTexts
  const held = or(...rows.map((row) => and(eq(id, row.news), eq(version, row.textVersion))))
  return db.select({ news: id, language, title, summary }).from(newsTexts).where(held)
}
