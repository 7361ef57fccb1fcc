/** The calls of the office about articles; news.ts decides, this shows. */
import { NEWS_LANGUAGES } from '@veritick/contract'
import { may, type OfficeData } from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { type OfficeHandlers, refuse } from '../../calls/index.ts'
import { type Naming, namesOf, pageOf, sortOf } from '../../services/office/index.ts'
import type { Context } from './context.ts'
import type { NewsDone } from './news.ts'
import { findNews, type NewsRow, type NewsText, staffPage, textsOf } from './queries.ts'
import { bodyOf, picturesOf } from './sanitise.ts'
import { isNewsProven } from './seals.ts'
import { textFor } from './texts.ts'
import { stateAt } from './transitions.ts'

type Names = 'newsList' | 'newsFind' | 'newsPreview' | 'newsSave' | 'newsPublish' | 'newsWithdraw' | 'newsReopen'
type Shown = OfficeData<'newsFind'>

export function newsStaffHandlers(
  context: Pick<Context, 'store' | 'runtime' | 'news'> & Pick<Naming, 'knownStaff'>,
): OfficeHandlers<Names> {
  const { store, news, runtime } = context
  const naming = { ...context, query: store.query }

  const shown = async (row: NewsRow): Promise<Shown> => {
    const { texts, isProven } = await textsOf({ db: store.db, shown: news.shown }, row)
    const changed = !isProven || !isNewsProven(news.shown, row)
    const named = await namesOf(naming, [row.changedBy, row.createdBy])
    return {
      ...lineOf(row, texts, { named, now: runtime.now(), changed }),
      picture: row.picture,
      pictures: [...picturesOf({ picture: row.picture, texts })],
      texts: texts.map((text) => ({ ...text, language: languageIn(text.language) })),
      created_by: named(row.createdBy),
      created_at: row.createdAt,
    }
  }
  const answer = async (done: NewsDone) => (done.ok ? { ok: true as const, data: await shown(done.value) } : done)

  return {
    newsList: async ({ params }) => {
      const { kind, state, title, sort } = params
      const now = runtime.now()
      const wanted = { filter: { kind, state, title }, now, sort: sortOf(sort, ['id', 'publish_at']) }
      const { rows, total } = await staffPage({ db: store.db, shown: news.shown }, { ...wanted, ...pageOf(params) })
      const named = await namesOf(
        naming,
        rows.map((row) => row.changedBy),
      )
      const data = rows.map((row) => lineOf(row, row.texts, { named, now, changed: !row.isProven }))
      return { ok: true, data: { data, total } }
    },

    newsFind: async ({ params }) => {
      const row = await findNews(store.db, params.id)
      return row === undefined ? refuse('news_unknown', 'id') : { ok: true, data: await shown(row) }
    },

    newsPreview: async ({ params }) => ({ ok: true, data: { body: bodyOf(params.body) } }),

    newsSave: async ({ params, actor, staff, once }) => {
      const { id, seen_version: seenVersion, kind, picture, texts, reason_text: reason } = params
      const mayPublish = may(staff.role, 'news_publish')
      const draft = { id, seenVersion, kind, picture: picture === '' ? undefined : picture, texts }
      return answer(await news.save({ ...draft, actor, reason, mayPublish, once }))
    },

    newsPublish: async ({ params, actor }) => {
      const { publish_at: publishAt, end_at: endAt } = params
      return answer(await news.publish({ ...decisionOf(params), actor, publishAt, endAt }))
    },

    newsWithdraw: async ({ params, actor }) => answer(await news.withdraw({ ...decisionOf(params), actor })),

    newsReopen: async ({ params, actor }) => answer(await news.reopen({ ...decisionOf(params), actor })),
  }
}

const decisionOf = (params: { readonly id: number; readonly seen_version: number; readonly reason_text: string }) => ({
  id: params.id,
  seenVersion: params.seen_version,
  reason: params.reason_text,
})

const languageIn = (word: string) =>
  must(
    NEWS_LANGUAGES.find((each) => each === word),
    `${word} is a language of the product`,
  )

function lineOf(
  row: NewsRow,
  texts: readonly Omit<NewsText, 'body'>[],
  {
    named,
    now,
    changed,
  }: {
    readonly named: (who: string) => Shown['changed_by']
    readonly now: number
    /** By something else than this server. */
    readonly changed: boolean
  },
) {
  return {
    id: row.news,
    kind: row.kind,
    state: stateAt(row, now),
    version: row.version,
    title: textFor(texts, 'en')?.title ?? '',
    languages: NEWS_LANGUAGES.filter((language) => texts.some((text) => text.language === language)),
    publish_at: row.publishAt,
    end_at: row.endAt,
    changed_by: named(row.changedBy),
    changed_at: row.changedAt,
    changed,
  }
}
