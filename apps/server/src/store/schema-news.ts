/**
 * The tables of news, announcements and banners. Part of schema.ts, whose rules hold here too. An article keeps every
 * version of its texts, so that the operator can show what customers read at any time. Times are wall time.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { isPicture, isStaff, oneOf, whole } from './columns.ts'

const NEWS_KINDS = ['news', 'announcement', 'banner'] as const
/** `released`: from `publish_at` on, until `end_at` if there is one. No process changes the row at these moments. */
const NEWS_STORED_STATES = ['draft', 'released', 'withdrawn'] as const

export const news = pgTable(
  'news',
  {
    news: integer('news_id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<(typeof NEWS_KINDS)[number]>().notNull(),
    state: text('state').$type<(typeof NEWS_STORED_STATES)[number]>().notNull(),
    /** Rises with each change of the article. */
    version: integer('version').notNull(),
    /** The version of its texts that holds. */
    textVersion: integer('text_version').notNull(),
    /** Id of the picture in lists. */
    picture: text('picture'),
    publishAt: whole('publish_at'),
    endAt: whole('end_at'),
    createdBy: text('created_by').notNull(),
    createdAt: whole('created_at').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: whole('changed_at').notNull(),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [
    index('news_released').on(table.kind, table.publishAt, table.news).where(sql`state = 'released'`),
    index('news_changed').on(table.changedAt, table.news),
    check('news_kind', oneOf('kind', NEWS_KINDS)),
    check('news_state', oneOf('state', NEWS_STORED_STATES)),
    check('news_picture', isPicture('picture')),
    check('news_publish_at', sql`(state = 'draft') = (publish_at is null)`),
    check('news_end_at', sql`end_at is null or end_at > publish_at`),
    check('news_created_by', isStaff('created_by')),
    check('news_changed_by', isStaff('changed_by')),
  ],
)

/** Title, short description and body of an article, by version and language. Rows are never changed. */
export const newsTexts = pgTable(
  'news_texts',
  {
    news: integer('news_id').notNull(),
    version: integer('version').notNull(),
    language: text('language').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    /** Sanitised HTML. */
    body: text('body').notNull(),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.news, table.version, table.language] })],
)
