/**
 * The calls that visitors make: lists of published articles, and one of them. An answer is the same for every caller of
 * a language, so it is made once in some seconds, however many readers there are; a change by staff ends it at once.
 */
import { NEWS_CATEGORIES, NEWS_KINDS, type NewsKind, newsPictureUrl, PAGE_SIZE } from '@veritick/contract'
import { must } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { type Handlers, type Refusal, refuse, type Success } from '../../calls/index.ts'
import { isoOf } from '../../services/clock/index.ts'
import type { Context } from './context.ts'
import { type NewsRow, type NewsText, publishedNews, publishedPage, textsOf } from './queries.ts'
import { sanitised } from './sanitise.ts'
import { tagOf, textFor } from './texts.ts'

/** How late the moment of publication and of the end may show. */
export const NEWS_REMEMBERED_MS = 2_000
/** Answers of all languages, kinds and pages that readers ask for at once. */
const ANSWERS_MAX = 500

type Names = 'newsList' | 'newsInfo'
type Answer = Success<unknown> | Refusal

export function newsHandlers(context: Pick<Context, 'store' | 'runtime' | 'news'>): Handlers<Names> {
  const { store, runtime, news } = context
  const reading = { db: store.db, shown: news.shown }
  const remembered = rememberedAnswers(context)

  return {
    newsList: ({ params, language }) => {
      const { category_id: category = NEWS_CATEGORIES.news, page = 1 } = params
      const kind = kindOf(category)
      return remembered(`${kind} ${page} ${language}`, async () => {
        const wanted = { kind, page, size: PAGE_SIZE, now: runtime.now(), languages: [language, 'en'] }
        const { rows, total } = await publishedPage(reading, wanted)
        return { ok: true, data: { data: rows.map((row) => itemOf(row, row.texts, language)), total } }
      })
    },

    newsInfo: ({ params, language }) =>
      remembered(`article ${params.id} ${language}`, async () => {
        const row = await publishedNews(reading, { id: params.id, now: runtime.now() })
        if (row === undefined) return refuse('news_unknown', 'id')
        const { texts } = await textsOf(reading, row)
        const text = textFor(texts, language)
        if (text === undefined) return refuse('news_unknown', 'id')
        const content = sanitised(text.body)
        return {
          ok: true,
          data: { ...itemOf(row, texts, language), category_id: NEWS_CATEGORIES[row.kind], content },
        }
      }),
  }
}

const kindOf = (category: number): NewsKind =>
  must(
    NEWS_KINDS.find((kind) => NEWS_CATEGORIES[kind] === category),
    'a category has its kind',
  )

function itemOf(row: NewsRow, texts: readonly Omit<NewsText, 'body'>[], language: Language) {
  const { language: shown, title, summary } = must(textFor(texts, language), 'an article has a text')
  return {
    id: row.news,
    title,
    desc: summary,
    logo: row.picture === null ? '' : newsPictureUrl(row.picture),
    created_at: isoOf(must(row.publishAt ?? undefined, 'a published article has its moment')),
    language: tagOf(shown),
  }
}

/** The same question within some seconds gets the same answer, unless staff changed an article since. */
function rememberedAnswers({ runtime, news }: Pick<Context, 'runtime' | 'news'>) {
  const answers = new Map<string, { readonly answer: Promise<Answer>; readonly until: number }>()
  return async <Made extends Answer>(question: string, make: () => Promise<Made>): Promise<Made> => {
    const key = `${news.generation()} ${question}`
    const now = runtime.now()
    const known = answers.get(key)
    // A clock that was set back must not keep an answer alive.
    if (known !== undefined && known.until > now && known.until <= now + NEWS_REMEMBERED_MS)
      return known.answer as Promise<Made>
    if (answers.size >= ANSWERS_MAX) answers.clear()
    const answer = make()
    answers.set(key, { answer, until: now + NEWS_REMEMBERED_MS })
    answer.catch(() => answers.delete(key))
    return answer
  }
}
