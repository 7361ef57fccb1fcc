/**
 * The process of `npm run backup` and `npm run restore`. Exit code 1: refused, in one sentence. Exit code 2: a backup
 * was written, but pictures are missing in it; a script that removes older backups must not go on.
 */

import { BackupRefused, backup, restore } from '../backup/index.ts'
import { readConfig } from '../config/index.ts'
import { openingFault } from './start-refusals.ts'

const [, , command = '', ...words] = process.argv
const MISSING = /^--missing-pictures=(\d{1,9})$/
const EXIT_INCOMPLETE = 2

async function main(): Promise<void> {
  const read = readConfig()
  if (!read.ok) return refuse(read.problems)
  const { config } = read
  const [path, ...more] = words.filter((word) => command !== 'backup' || !MISSING.test(word))
  if (more.length > 0)
    return refuse([
      `${more[0]}: only one path may follow${command === 'backup' ? ', and --missing-pictures=<count>' : ''}`,
    ])
  try {
    if (command === 'restore') return say(await restore({ config, path, now: Date.now }))
    const missingMax = Number(words.map((word) => MISSING.exec(word)?.[1]).find((count) => count !== undefined) ?? 0)
    const { lines, isComplete } = await backup({ config, path, now: Date.now, missingMax })
    say(lines)
    if (isComplete) return
    process.stderr.write(
      'This backup is not complete. Keep the older ones. docs/operating.md, "A picture is missing", says what to do.\n',
    )
    process.exitCode = EXIT_INCOMPLETE
  } catch (error) {
    const sentence = error instanceof BackupRefused ? error.message : openingFault(error, config)
    if (sentence === undefined) throw error
    refuse([sentence])
  }
}

function say(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
}

function refuse(problems: readonly string[]): void {
  process.stderr.write(`Veritick ${command} was refused:\n${problems.map((problem) => `  ${problem}\n`).join('')}`)
  process.exitCode = 1
}

await main()
