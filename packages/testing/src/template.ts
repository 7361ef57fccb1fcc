/**
 * Copies of an embedded store without a record, which make-template.ts makes once, for tests and journeys that open
 * one. Making one from nothing takes seconds of a core, fifty times a run; the tests of the process's start and of the
 * first journey still do.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { feedOf, isEmbeddedAsked, SIMULATED, worldOf } from '../../../apps/server/src/config/world.ts'
import { templateFolder } from './template-folder.ts'

type Kept = { readonly path: string; readonly bytes: Buffer; readonly length: number }
type Read = { readonly from: string; readonly folders: readonly string[]; readonly files: readonly Kept[] }

/** Read once in each process: it has hundreds of files. */
let read: Read | undefined

/** A fresh store for a world that has none yet; where there is no template, opening makes one from nothing. */
export function copyTemplate(dataDir: string, world: string): void {
  const [from, to] = [templateFolder(), join(dataDir, world, 'pg')]
  if (!existsSync(from) || existsSync(to)) return
  if (read?.from !== from) read = readTemplate(from)
  mkdirSync(to, { recursive: true })
  for (const folder of read.folders) mkdirSync(join(to, folder))
  for (const { path, bytes, length } of read.files) {
    writeFileSync(join(to, path), bytes)
    if (bytes.length < length) truncateSync(join(to, path), length)
  }
}

/**
 * Folders stand before what is in them. The zeros at the end of a file, most of a log file, are not written but left
 * out.
 */
function readTemplate(from: string): Read {
  const folders: string[] = []
  const files: Kept[] = []
  const look = (folder: string) => {
    for (const entry of readdirSync(join(from, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (!entry.isDirectory()) {
        const bytes = readFileSync(join(from, path))
        files.push({ path, bytes: withoutZerosAtEnd(bytes), length: bytes.length })
        continue
      }
      folders.push(path)
      look(path)
    }
  }
  look('')
  return { from, folders, files }
}

const BLOCK = 8192

/** Ends at a block of PostgreSQL; a copy of its own, so that the rest is given back. */
function withoutZerosAtEnd(bytes: Buffer): Buffer {
  const zeros = Buffer.alloc(BLOCK)
  let end = bytes.length
  while (end >= BLOCK && bytes.subarray(end - BLOCK, end).equals(zeros)) end -= BLOCK
  return end === bytes.length ? bytes : Buffer.from(bytes.subarray(0, end))
}

/** For a process that will be started with these settings. */
export function copyTemplateFor(settings: Readonly<Record<string, string | undefined>>): void {
  if (settings.DATABASE_URL?.trim() && !isEmbeddedAsked(settings)) return
  const dataDir = must(settings.DATA_DIR, 'a process of a test has a folder for its data')
  const feed = feedOf(settings.FEED?.trim() || SIMULATED)
  copyTemplate(dataDir, worldOf(must(feed, 'a process of a test has a feed')))
}
