/**
 * The settings that decide which store a process opens: the feed, whose world names its tables and files, and whether
 * it is the embedded store. Tests use them without the rest of the configuration.
 */
import { basename, resolve } from 'node:path'

export const SIMULATED = 'simulated'
export type FeedSetting = { readonly kind: typeof SIMULATED } | { readonly kind: 'replay'; readonly path: string }

const REPLAY = 'replay:'

/** The value of FEED; `undefined`: it is none. */
export function feedOf(text: string): FeedSetting | undefined {
  if (text === SIMULATED) return { kind: SIMULATED }
  const path = text.startsWith(REPLAY) ? text.slice(REPLAY.length) : ''
  return path === '' ? undefined : { kind: 'replay', path: resolve(path) }
}

/** The value of DATABASE_URL for the embedded store, so that production never runs on it by an oversight. */
export const EMBEDDED_ASKED = 'embedded'
export const isEmbeddedAsked = (environment: { readonly DATABASE_URL?: string | undefined }): boolean =>
  environment.DATABASE_URL?.trim() === EMBEDDED_ASKED

const WORLD_NAME_MAX = 40

/** `simulated`, or `replay-` and the recording's file or folder name without its endings. */
export function worldOf(feed: FeedSetting): string {
  if (feed.kind === SIMULATED) return SIMULATED
  const name = basename(feed.path)
    .replace(/(\.csv)?(\.gz)?$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
  return `replay-${name.slice(0, WORLD_NAME_MAX)}`
}
