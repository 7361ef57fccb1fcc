/**
 * The arguments that `npm start --` knows. Plain JavaScript without imports: tools/start.mjs reads it before anything
 * is installed or built, so that help and a misspelt option are answered at once.
 */

export const RESET_ADMIN = /^--reset-admin=(.+)$/
export const DROP_SNAPSHOT = /^--drop-snapshot=([1-9]\d{0,14})$/
export const REBUILD = /^--rebuild-read-tables$/
export const KNOWN_HEAD = /^--known-head=([1-9]\d{0,14}):([0-9a-f]{64})$/
export const ACCEPT_LOSS = /^--accept-loss=([1-9]\d{0,14})$/
export const TRUST_CLOCK = /^--trust-clock$/

const KNOWN = [RESET_ADMIN, DROP_SNAPSHOT, REBUILD, KNOWN_HEAD, ACCEPT_LOSS, TRUST_CLOCK]
const USAGE =
  'after the command may stand --reset-admin=<e-mail address>, --drop-snapshot=<batch>, --rebuild-read-tables, ' +
  '--known-head=<size>:<hash or root, 64 hex digits>, --accept-loss=<batch>, --trust-clock, --help'

const HELP = ['--help', '-h']

const HELP_TEXT = `npm start -- [option ...]

Starts Veritick. Settings are environment variables; docs/operating.md explains each under "Settings".

  --help                        prints this text
  --reset-admin=<e-mail>        makes a new one-time link for this admin
  --drop-snapshot=<batch>       leaves out this snapshot and reads the journal from an earlier one
  --rebuild-read-tables         makes the tables that screens read again, from the journal
  --known-head=<size>:<hash>    refuses a journal that does not contain this head (hash or root, 64 hex digits)
  --accept-loss=<batch>         opens although the store lost this batch, the newest that the last process knew or,
                                where the file that names it is damaged, the one after the journal
  --trust-clock                 believes the clock of this machine after a halt; it charges the nights since then
`

/** The text that a start prints instead of starting when it is asked for help; otherwise `undefined`. */
export const helpFor = (args) => (args.some((arg) => HELP.includes(arg)) ? HELP_TEXT : undefined)

/** The sentence about the first argument that cannot be meant, with all that can; `undefined`: all are known. */
export function unknownOption(args) {
  const unknown = args.find((arg) => !KNOWN.some((option) => option.test(arg)))
  return unknown === undefined ? undefined : `${unknown}: ${USAGE}`
}

/** The text that the process writes when it cannot start, a line for each problem. */
export const refusalText = (problems) => `Veritick cannot start:\n${problems.map((each) => `  ${each}\n`).join('')}`
