/** Viewers of a picture of an article: visitors while it is published, staff with `news_read` at any time. */
import type { Context } from './context.ts'
import { OPERATOR } from './news.ts'
import { isPublishedPicture } from './queries.ts'

type Seen = Promise<Uint8Array | 'lost' | undefined>

/** For visitors: only while a published article names it. */
export function publicPicture({ files, store, runtime, news }: Context, picture: string): Seen {
  return files.open({
    file: picture,
    owner: OPERATOR,
    may: (usedFor) => {
      const id = Number(/^news:(\d{1,10})$/.exec(usedFor ?? '')?.[1] ?? 0)
      return id > 0 && isPublishedPicture({ db: store.db, shown: news.shown }, { id, picture, now: runtime.now() })
    },
  })
}

/** For staff with `news_read`: also pictures of drafts, and those that belong to no article yet. */
export const staffPicture = ({ files }: Pick<Context, 'files'>, picture: string): Seen =>
  files.open({ file: picture, owner: OPERATOR, may: () => true })

/** Keeps the picture; it is swept away after a day unless a saved article names it. */
export const keepPicture = ({ files }: Pick<Context, 'files'>, bytes: Uint8Array) =>
  files.keep({ owner: OPERATOR, bytes })
