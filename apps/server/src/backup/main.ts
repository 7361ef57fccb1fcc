/** The process of `npm run backup` and `npm run restore`: one sentence and a code other than 0 when it is refused. */
import { readConfig } from '../config.ts'
import { openingFault } from '../start-refusals.ts'
import { BackupRefused } from './archive.ts'
import { backup, restore } from './commands.ts'

const [, , command = '', path, ...more] = process.argv

async function main(): Promise<void> {
  const read = readConfig()
  if (!read.ok) return refuse(read.problems)
  const { config } = read
  if (more.length > 0) return refuse([`${more[0]}: only one path may follow`])
  try {
    const lines = await (command === 'restore' ? restore : backup)({ config, path, now: Date.now })
    process.stdout.write(lines.map((line) => `${line}\n`).join(''))
  } catch (error) {
    const sentence = error instanceof BackupRefused ? error.message : openingFault(error, config)
    if (sentence === undefined) throw error
    refuse([sentence])
  }
}

function refuse(problems: readonly string[]): void {
  process.stderr.write(`Veritick ${command} was refused:\n${problems.map((problem) => `  ${problem}\n`).join('')}`)
  process.exitCode = 1
}

await main()
