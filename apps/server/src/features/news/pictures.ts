/** Pictures of articles for staff. Visitors see those of published articles (public-pictures.ts). */
import type { Context } from './context.ts'
import { OPERATOR } from './news.ts'

type Seen = Promise<Uint8Array | 'lost' | undefined>

/** For staff with `news_read`: also pictures of drafts, and those that belong to no article yet. */
export const staffPicture = ({ files }: Pick<Context, 'files'>, picture: string): Seen =>
  files.open({ file: picture, owner: OPERATOR, may: () => true })

/** Keeps the picture; it is swept away after a day unless a saved article names it. */
export const keepPicture = ({ files }: Pick<Context, 'files'>, bytes: Uint8Array) =>
  files.keep({ owner: OPERATOR, bytes })
