/** Rows of articles and their texts. */
import type { NewsKind, NewsState } from '@veritick/contract'
import { and, asc, count, desc, eq, gt, ilike, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { ShownRows } from '../../services/seals/index.ts'
import { type Database, news, newsTexts } from '../../store/index.ts'
import { isNewsProven, isTextProven } from './seals.ts'

export type NewsRow = typeof news.$inferSelect
export type StoredText = typeof newsTexts.$inferSelect
export type NewsText = Pick<StoredText, 'language' | 'title' | 'summary' | 'body'>
/** An article with its texts that prove themselves. `isProven`: so do the article and all its texts. */
export type NewsLine = NewsRow & { readonly texts: readonly NewsText[]; readonly isProven: boolean }

/** `shown`: proves what is read. */
export type Reading = { readonly db: Database; readonly shown: ShownRows }
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

/** `row`: as it was decided, with its seal. */
export async function writeNews(db: Database, { news: id, ...row }: NewsRow): Promise<void> {
  await db.update(news).set(row).where(eq(news.news, id))
}

type Texts = { readonly texts: readonly NewsText[]; readonly isProven: boolean }

/** The texts that hold. `isProven`: none of them was left out because it was changed in the store. */
export async function textsOf(
  { db, shown }: Reading,
  row: Pick<NewsRow, 'news' | 'textVersion'>,
  languages?: readonly string[],
): Promise<Texts> {
  const [found] = await textsOfEach({ db, shown }, [row], languages)
  return found ?? { texts: [], isProven: true }
}

/** Every customer may see it at this moment. */
const visibleAt = (now: number): SQL | undefined =>
  and(eq(news.state, 'released'), lte(news.publishAt, now), or(isNull(news.endAt), gt(news.endAt, now)))

/** `undefined` also for an article that was changed in the store. */
export async function publishedNews(
  { db, shown }: Reading,
  wanted: { readonly id: number; readonly now: number },
): Promise<NewsRow | undefined> {
  const [row] = await db
    .select()
    .from(news)
    .where(and(eq(news.news, wanted.id), visibleAt(wanted.now)))
  return row !== undefined && isNewsProven(shown, row) ? row : undefined
}

/** Whether customers see this picture now: the texts that hold name it, or it stands in lists. */
export async function isPublishedPicture(
  reading: Reading,
  options: { readonly id: number; readonly picture: string; readonly now: number },
): Promise<boolean> {
  const { id, picture, now } = options
  const row = await publishedNews(reading, { id, now })
  if (row === undefined || row.picture === picture) return row !== undefined
  return (await textsOf(reading, row)).texts.some(({ body }) => body.includes(picture))
}

/**
 * Articles of one kind that customers see, newest first, with their texts in these languages. One that was changed in
 * the store is left out of the rows, and not of the total.
 */
export async function publishedPage(
  reading: Reading,
  wanted: Page & { readonly kind: NewsKind; readonly now: number; readonly languages: readonly string[] },
): Promise<Paged> {
  const where = and(eq(news.kind, wanted.kind), visibleAt(wanted.now))
  const { rows, total } = await pageOf(reading, { ...wanted, where, order: [desc(news.publishAt), desc(news.news)] })
  return { rows: rows.filter((row) => isNewsProven(reading.shown, row) && row.texts.length > 0), total }
}

export type NewsFilter = {
  readonly kind: NewsKind | undefined
  readonly state: NewsState | undefined
  readonly title: string | undefined
}

/** Articles for staff. */
export function staffPage(
  reading: Reading,
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
    title === undefined || title === '' ? undefined : titled(reading.db, title),
  )
  return pageOf(reading, { ...wanted, where, order: orderOf(wanted.sort) })
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
  { db, shown }: Reading,
  wanted: Page & {
    readonly where: SQL | undefined
    readonly order: readonly SQL[]
    /** Left out: all. */
    readonly languages?: readonly string[]
  },
): Promise<Paged> {
  const { where, order, page, size, languages } = wanted
  const [counted] = await db.select({ total: count() }).from(news).where(where)
  const rows = await db
    .select()
    .from(news)
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset((page - 1) * size)
  const texts = await textsOfEach({ db, shown }, rows, languages)
  return {
    rows: rows.map((row, at) => {
      const { texts: own = [], isProven = false } = texts[at] ?? {}
      return { ...row, texts: own, isProven: isProven && isNewsProven(shown, row) }
    }),
    total: counted?.total ?? 0,
  }
}

/** The texts of several articles, in their order. The seal covers the bodies, so they are read with the titles. */
async function textsOfEach(
  { db, shown }: Reading,
  rows: readonly Pick<NewsRow, 'news' | 'textVersion'>[],
  languages?: readonly string[],
): Promise<readonly Texts[]> {
  if (rows.length === 0) return []
  const { news: id, version, language } = newsTexts
  const held = or(...rows.map((row) => and(eq(id, row.news), eq(version, row.textVersion))))
  const wanted = languages === undefined ? undefined : inArray(language, [...languages])
  const found = await db.select().from(newsTexts).where(and(held, wanted))
  const proven = found.filter((text) => isTextProven(shown, text))
  return rows.map((row) => {
    const isOwn = (text: StoredText) => text.news === row.news
    const texts = proven.filter(isOwn)
    return { texts: texts.map(plainText), isProven: texts.length === found.filter(isOwn).length }
  })
}

const plainText = ({ language, title, summary, body }: StoredText): NewsText => ({ language, title, summary, body })
