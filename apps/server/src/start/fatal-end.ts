/**
 * The end of the process after a failure that leaves its memory in doubt. An attacker who can write to the store may
 * cause an exception that nothing catches, such as by a value that is too long for the driver, at a moment of their
 * choice. So the core first makes durable what was decided and keeps the newest batch in the data folder; without that
 * batch the attacker could delete what customers were answered for, and the next start would not notice.
 */
import type { Logger } from 'pino'
import { type Core, CoreFatal } from '../core/index.ts'

/** A core that does not end within this time is left behind. It keeps its newest batch before it waits for anything. */
const CORE_ENDS_WITHIN_MS = 2_000

export class FatalEnd {
  readonly #log: Logger
  readonly #exit: (code: number) => void
  readonly #withinMs: number
  #core: Pick<Core, 'stop'> | undefined
  #isEnding = false

  constructor(parts: { readonly log: Logger; readonly exit: (code: number) => void; readonly withinMs?: number }) {
    this.#log = parts.log
    this.#exit = parts.exit
    this.#withinMs = parts.withinMs ?? CORE_ENDS_WITHIN_MS
  }

  readonly coreOpened = (core: Pick<Core, 'stop'>): void => {
    this.#core = core
  }

  /** Ends the process with code 1. A further failure while the core ends changes nothing. */
  readonly end = (error: unknown): void => {
    if (this.#isEnding) return
    this.#isEnding = true
    this.#log.fatal({ err: error }, 'the process ends')
    const exit = () => this.#exit(1)
    // A core that tells its own end has kept everything before.
    const core = error instanceof CoreFatal ? undefined : this.#core
    if (core === undefined) {
      exit()
      return
    }
    setTimeout(exit, this.#withinMs)
    void stopped(core).then(exit, exit)
  }
}

const stopped = async (core: Pick<Core, 'stop'>): Promise<void> => core.stop()
