/** A small file of JSON in the data folder, for facts that a store which was put back must not take with it. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Puts the whole file in the place of the one before, at once and durably. Synchronous: the process may end now. */
export function keepFile(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.part`
  writeFileSync(draft, `${JSON.stringify(value, undefined, 1)}\n`, { mode: 0o600, flush: true })
  renameSync(draft, file)
}
