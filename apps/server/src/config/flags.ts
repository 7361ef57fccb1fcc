/**
 * Reads the arguments after the command: tasks of this one start. An unknown argument is a refusal that lists the known
 * ones.
 */
import type { StartTasks } from '../core/index.ts'
import {
  ACCEPT_LOSS,
  DROP_SNAPSHOT,
  KNOWN_HEAD,
  REBUILD,
  RESET_ADMIN,
  TRUST_CLOCK,
  unknownOption,
} from './start-options.mjs'

export { helpFor, refusalText } from './start-options.mjs'

export type Flags = {
  /** Address of an admin who is to be given a new one-time link by this start. */
  readonly resetAdmin: string | undefined
  readonly tasks: StartTasks
  /** An operator has checked the wall clock, although it was not believed when the server ended. */
  readonly isClockTrusted: boolean
}

/** Adds to `problems` what cannot be read. */
export function readFlags(args: readonly string[], problems: string[]): Flags {
  const unknown = unknownOption(args)
  if (unknown !== undefined) problems.push(unknown)
  const [dropped] = valuesOf(args, DROP_SNAPSHOT)
  const [size, hash] = valuesOf(args, KNOWN_HEAD)
  const [lost] = valuesOf(args, ACCEPT_LOSS)
  return {
    resetAdmin: valuesOf(args, RESET_ADMIN)[0],
    tasks: {
      dropSnapshot: dropped === undefined ? undefined : Number(dropped),
      rebuildReadTables: args.some((arg) => REBUILD.test(arg)),
      knownHead: size === undefined || hash === undefined ? undefined : { size: Number(size), hash },
      acceptedLoss: lost === undefined ? undefined : Number(lost),
    },
    isClockTrusted: args.some((arg) => TRUST_CLOCK.test(arg)),
  }
}

function valuesOf(args: readonly string[], flag: RegExp): readonly (string | undefined)[] {
  for (const arg of args) {
    const found = flag.exec(arg)
    if (found !== null) return found.slice(1)
  }
  return []
}
