/** Calls about news, announcements and banners: for visitors and customers. */
import { z } from 'zod'
import { NEWS_CATEGORIES } from '../news.ts'
import { choice, whole } from '../schemas/fields.ts'
import { count, ID_MAX, id, isoMoment } from '../schemas/values.ts'
import { type Call, PAGE, READ } from './call.ts'

const { news, announcement, banner } = NEWS_CATEGORIES

/** For how long a client or a proxy may answer from its own copy. A withdrawn article is gone after that time. */
const FRESH_SECONDS = 30

const article = z.object({
  id,
  title: z.string(),
  desc: z.string(),
  logo: z.string().meta({ description: 'Address of a picture; empty: none' }),
  created_at: isoMoment.meta({ description: 'When it was published' }),
  language: z.string().meta({ description: 'BCP 47 tag of the language of these texts' }),
})

export const NEWS_CALLS = {
  newsList: {
    ...READ,
    freshSeconds: FRESH_SECONDS,
    path: '/api/news/list',
    caller: 'visitor',
    doc: 'Published articles of one kind, newest first, in the language of the caller or in English.',
    request: z.object({
      category_id: choice(
        [news, announcement, banner],
        '1 news, 2 announcements, 3 banners; 1 unless given',
      ).optional(),
      page: PAGE,
    }),
    answer: z.object({ data: z.array(article), total: count }),
  },
  newsInfo: {
    ...READ,
    freshSeconds: FRESH_SECONDS,
    path: '/api/news/info',
    caller: 'visitor',
    doc: 'One published article with its body. Any other id is refused with news_unknown.',
    request: z.object({ id: whole({ min: 1, max: ID_MAX, description: 'Id of the article' }) }),
    answer: article.extend({
      category_id: z.literal([news, announcement, banner]),
      content: z.string().meta({ description: 'HTML of the elements that docs/domain/news.md lists, and no other' }),
    }),
  },
} as const satisfies Record<string, Call>
