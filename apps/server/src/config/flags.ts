/**
 * What stands after the command: things that this one start is to do. An argument that cannot be meant is a refusal
 * that lists what can.
 */
import type { StartTasks } from '../core/index.ts'

export type Flags = {
  /** Address of an admin who is to be given a new one-time link by this start. */
  readonly resetAdmin: string | undefined
  readonly tasks: StartTasks
}

const RESET_ADMIN = /^--reset-admin=(.+)$/
const DROP_SNAPSHOT = /^--drop-snapshot=([1-9]\d{0,14})$/
const REBUILD = /^--rebuild-read-tables$/
const KNOWN_HEAD = /^--known-head=([1-9]\d{0,14}):([0-9a-f]{64})$/

const KNOWN = [RESET_ADMIN, DROP_SNAPSHOT, REBUILD, KNOWN_HEAD]
const USAGE =
  'after the command may stand --reset-admin=<e-mail address>, --drop-snapshot=<batch>, --rebuild-read-tables, ' +
  '--known-head=<size>:<hash or root, 64 hex digits>'

const HELP = ['--help', '-h']

/** What a start that is asked for help prints instead of starting; otherwise `undefined`. */
export const helpFor = (args: readonly string[]): string | undefined =>
  args.some((arg) => HELP.includes(arg)) ? HELP_TEXT : undefined

const HELP_TEXT = `npm start -- [option ...]

Starts Veritick. Settings are environment variables; docs/operating.md explains each under "Settings".

  --help                        prints this text
  --reset-admin=<e-mail>        makes a new one-time link for this admin
  --drop-snapshot=<batch>       leaves out this snapshot and reads the journal from an earlier one
  --rebuild-read-tables         makes the tables that screens read again, from the journal
  --known-head=<size>:<hash>    refuses a journal that does not contain this head (hash or root, 64 hex digits)
`

/** Adds to `problems` what cannot be read. */
export function readFlags(args: readonly string[], problems: string[]): Flags {
  const unknown = args.find((arg) => !KNOWN.some((flag) => flag.test(arg)))
  if (unknown !== undefined) problems.push(`${unknown}: ${USAGE}`)
  const [dropped] = valuesOf(args, DROP_SNAPSHOT)
  const [size, hash] = valuesOf(args, KNOWN_HEAD)
  return {
    resetAdmin: valuesOf(args, RESET_ADMIN)[0],
    tasks: {
      dropSnapshot: dropped === undefined ? undefined : Number(dropped),
      rebuildReadTables: args.some((arg) => REBUILD.test(arg)),
      knownHead: size === undefined || hash === undefined ? undefined : { size: Number(size), hash },
    },
  }
}

function valuesOf(args: readonly string[], flag: RegExp): readonly (string | undefined)[] {
  for (const arg of args) {
    const found = flag.exec(arg)
    if (found !== null) return found.slice(1)
  }
  return []
}
