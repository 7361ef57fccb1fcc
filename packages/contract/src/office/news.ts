/**
 * News, announcements and banners: written in up to 15 languages, published at once or at a moment, withdrawn. The
 * version that the caller saw goes with each change, so that of two simultaneous changes one is refused.
 */
import { z } from 'zod'
import { NEWS_BODY_MAX, NEWS_KINDS, NEWS_LANGUAGES, NEWS_STATES, NEWS_SUMMARY_MAX, NEWS_TITLE_MAX } from '../news.ts'
import { text, whole, word } from '../schemas/fields.ts'
import { count, id, moment } from '../schemas/values.ts'
import {
  CHANGES,
  DECIDES,
  filterText,
  idOf,
  listOf,
  momentIfGiven,
  type OfficeCall,
  paged,
  READS,
  reasonText,
} from './call.ts'
import { actor } from './people.ts'

const VERSION_MAX = 1_000_000_000
const seen = whole({ min: 1, max: VERSION_MAX, description: 'The version that the caller saw' })

const language = z.literal(NEWS_LANGUAGES)
const body = text({ max: NEWS_BODY_MAX, description: 'HTML, or plain text with empty lines between paragraphs' })

const texts = z
  .array(
    z.object({
      language: word(NEWS_LANGUAGES, 'Language of these texts'),
      title: text({ max: NEWS_TITLE_MAX, description: 'Title' }),
      summary: text({ max: NEWS_SUMMARY_MAX, description: 'Short description, shown in lists' }),
      body,
    }),
    'parameter_wrong_type',
  )
  .max(NEWS_LANGUAGES.length, 'parameter_too_long')

const row = z.object({
  id,
  kind: z.literal(NEWS_KINDS),
  state: z.literal(NEWS_STATES),
  version: count,
  title: z.string().meta({ description: 'In English' }),
  languages: z.array(language),
  publish_at: moment.nullable(),
  end_at: moment.nullable(),
  changed_by: actor,
  changed_at: moment,
  changed: z.boolean().meta({ description: 'In the store, not by the server: customers do not see what was changed' }),
})

const shown = row.extend({
  picture: z.string().nullable(),
  pictures: z.array(z.string()).meta({ description: 'Ids of all pictures that the article names' }),
  texts: z.array(z.object({ language, title: z.string(), summary: z.string(), body: z.string() })),
  created_by: actor,
  created_at: moment,
})

const decision = { id: idOf('article'), seen_version: seen, reason_text: reasonText }

export const NEWS_OFFICE_CALLS = {
  newsList: {
    ...READS,
    path: '/office/news/list',
    caller: 'news_read',
    doc: 'Articles of all kinds and states, last changed first unless sorted otherwise.',
    request: z.object({
      kind: word(NEWS_KINDS, 'Kind').optional(),
      state: word(NEWS_STATES, 'State now').optional(),
      title: filterText('Part of a title in any language'),
      ...paged(['id', 'publish_at']),
    }),
    answer: listOf(row),
  },
  newsFind: {
    ...READS,
    path: '/office/news/article',
    caller: 'news_read',
    doc: 'One article with its current texts.',
    request: z.object({ id: idOf('article') }),
    answer: shown,
  },
  newsPreview: {
    ...CHANGES,
    path: '/office/news/preview',
    caller: 'news_write',
    doc: 'The body as it would be stored: without everything that is not allowed. Saves nothing.',
    request: z.object({ body }),
    answer: z.object({ body: z.string() }),
  },
  newsSave: {
    ...DECIDES,
    path: '/office/news/save',
    caller: 'news_write',
    doc: 'Saves a new draft, or new texts of an article. Texts of a published article change for customers at once.',
    request: z.object({
      id: idOf('article').optional(),
      seen_version: seen.optional(),
      kind: word(NEWS_KINDS, 'Kind; of an existing article it cannot change'),
      picture: text({ max: 32, pattern: /^(?:[0-9a-f]{32})?$/, description: 'Picture of lists; empty: none' }),
      texts,
      reason_text: reasonText,
    }),
    answer: shown,
  },
  newsPublish: {
    ...DECIDES,
    path: '/office/news/publish',
    caller: 'news_publish',
    doc: 'Publishes a draft at once or at a moment, until an end if one is given; moves a scheduled one.',
    request: z.object({
      ...decision,
      publish_at: momentIfGiven('From when on customers see it, unix milliseconds; left out: at once'),
      end_at: momentIfGiven('Until when customers see it; left out: until it is withdrawn'),
    }),
    answer: shown,
  },
  newsWithdraw: {
    ...DECIDES,
    path: '/office/news/withdraw',
    caller: 'news_publish',
    doc: 'Customers do not see it any more, or never will.',
    request: z.object(decision),
    answer: shown,
  },
  newsReopen: {
    ...DECIDES,
    path: '/office/news/reopen',
    caller: 'news_write',
    doc: 'Makes a withdrawn or ended article a draft again.',
    request: z.object(decision),
    answer: shown,
  },
} as const satisfies Record<string, OfficeCall>
