/** Tells staff by mail of an article that customers will read, with its texts in all languages (decision 157). */
import type { Transaction } from '../../store/index.ts'
import { type MailingStaff, tellOfPublication } from '../settings/index.ts'
import type { NewsRow, NewsText } from './queries.ts'
import { linksIn, picturesOf, plainOf } from './sanitise.ts'

const KIND: { readonly [Kind in NewsRow['kind']]: string } = {
  news: 'article',
  announcement: 'announcement',
  banner: 'banner',
}

export async function tellOfArticle(
  parts: MailingStaff,
  tx: Transaction,
  told: {
    readonly row: Pick<NewsRow, 'news' | 'kind' | 'picture'>
    readonly texts: readonly NewsText[]
    readonly done: 'published' | 'changed'
    /** From when on customers may read it. */
    readonly from: number
    readonly by: { readonly who: string; readonly reason: string }
    readonly at: number
  },
): Promise<void> {
  const { row, texts, done, from, by, at } = told
  const name = `${KIND[row.kind]} ${row.news}`
  await tellOfPublication(parts, tx, {
    done: `The ${name} was ${done}`,
    from,
    texts: texts.map(({ language, title, summary, body }) => ({
      language,
      title,
      text: [summary, plainOf(body)].filter((part) => part !== '').join('\n'),
      links: linksIn(body),
    })),
    pictures: picturesOf({ picture: row.picture, texts }).length,
    undo: `in the office under News, ${name}, button Withdraw (content or compliance staff)`,
    ...by,
    at,
  })
}
