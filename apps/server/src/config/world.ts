/** The name of the world of a feed: its tables and files. Tests use it without the rest of the configuration. */
import { basename } from 'node:path'

export type FeedSetting = { readonly kind: 'simulated' } | { readonly kind: 'replay'; readonly path: string }

const WORLD_NAME_MAX = 40

/** `simulated`, or `replay-` and the recording's file or folder name without its endings. */
export function worldOf(feed: FeedSetting): string {
  if (feed.kind === 'simulated') return 'simulated'
  const name = basename(feed.path)
    .replace(/(\.csv)?(\.gz)?$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
  return `replay-${name.slice(0, WORLD_NAME_MAX)}`
}
