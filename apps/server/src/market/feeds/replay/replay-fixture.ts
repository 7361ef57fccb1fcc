/** Recordings made by the tests of the replay: folders of files, a log that tests read, and what a recording holds. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { millis } from '@veritick/domain'
import pino, { type Logger } from 'pino'
import { loadCatalogue } from '../../catalogue.ts'
import type { FeedQuote } from '../../feed.ts'
import { openReplay } from './feed.ts'

export const catalogue = loadCatalogue(fileURLToPath(new URL('../../../../catalogue', import.meta.url)))
export const codeOf = new Map(catalogue.instruments.map(({ terms }) => [terms.id, terms.code]))
export const at = (text: string) => millis(Date.parse(text))

const folders: string[] = []
/** Each test file calls it at its end. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** A folder of recordings; a name that ends with .gz is packed. */
export function folderOf(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), name.endsWith('.gz') && typeof content === 'string' ? gzipSync(content) : content)
  }
  return folder
}

/** A log and its lines. */
export function readableLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  return { log: pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) }), lines }
}

export const told = ({ instrument, time, bid, ask }: FeedQuote) =>
  `${codeOf.get(instrument)} ${new Date(time).toISOString().slice(11, 23)} ${bid} ${ask}`

/** Everything that the recordings hold, as the market gets its past. */
export async function allOf(
  files: Record<string, string | Buffer>,
  seed = '1',
): Promise<{ quotes: string[]; volumes: number[]; log: Record<string, unknown>[] }> {
  const { log, lines } = readableLog()
  const feed = await openReplay({ path: folderOf(files), catalogue, seed, speed: 1, from: undefined, log })
  const quotes: FeedQuote[] = []
  await feed.open({
    resumeAt: at('2100-01-01T00:00:00Z'),
    pastFrom: () => undefined,
    past: (quote) => void quotes.push(quote),
  })
  await feed.stop()
  return { quotes: quotes.map(told), volumes: quotes.map(({ volume }) => volume), log: lines }
}

/** Two ticks of EURUSD. */
export const TICKS =
  'ts_utc,bid,ask\n2014-05-08T12:45:00.100Z,1.39100,1.39113\n2014-05-08T12:45:00.900Z,1.3905,1.39065\n'
