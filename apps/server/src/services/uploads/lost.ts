/** How many pictures are named in the store and have no file, for pages and figures that ask again and again. */
import type { Files } from './files.ts'

/** The folder of pictures is compared with the store at most this often. */
export const LOST_KEPT_MS = 60_000

/** `now`: milliseconds of any one clock. */
export function lostIn({ files }: { readonly files: Pick<Files, 'lost'> }): (now: number) => Promise<number> {
  let kept: { readonly at: number; readonly count: Promise<number> } | undefined
  return (now) => {
    if (kept === undefined || now - kept.at >= LOST_KEPT_MS || now < kept.at) {
      kept = { at: now, count: files.lost().then((lost) => lost.length) }
      kept.count.catch(() => {
        kept = undefined
      })
    }
    return kept.count
  }
}
