/** The project's own files as text, for the tests that read sources: tidy, words, pages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SKIPPED = new Set(['node_modules', 'dist', '.git', 'test-results', '.cache'])

/** Paths from the root, with `/`. */
export function allFiles(): readonly string[] {
  return walk(ROOT).map((path) => relative(ROOT, path).split(sep).join('/'))
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

export function linesOf(path: string): string[] {
  return textOf(path).trimEnd().split('\n')
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (SKIPPED.has(entry.name) || path === join(ROOT, 'data')) return []
    return entry.isDirectory() ? walk(path) : [path]
  })
}
