/** Copies of the fast engine with one bug each, which are compared like the real one. */
import { rmSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastEngine } from '@veritick/engine'
import { bundleWithChange } from '../tools/bundle-with-change.ts'
import { type Mutant, withBug } from './mutant.ts'

const ENGINE = fileURLToPath(new URL('../packages/engine/src/fast/', import.meta.url))
/** Ignored by git; inside the project, so that imports find their packages. */
const FOLDER = fileURLToPath(new URL('./.cache/mutants/', import.meta.url))

/** The fast engine with the bug in it. */
export async function engineWith(mutant: Mutant, index: number): Promise<() => FastEngine> {
  const outfile = `${FOLDER}${index}.mjs`
  await bundleWithChange({
    entry: `${ENGINE}fast-engine.ts`,
    file: ENGINE + mutant.file,
    change: (source) => withBug(source, mutant),
    outfile,
  })
  const { createEngine } = await import(/* @vite-ignore */ pathToFileURL(outfile).href)
  return createEngine
}

export function removeMutants(): void {
  rmSync(FOLDER, { recursive: true, force: true })
}
