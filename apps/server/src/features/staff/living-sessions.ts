/**
 * The sessions of staff that this server has begun and not ended, in memory and in a file of the data folder, outside
 * the store. An attacker with write access to the store can put back the row of an ended session with its right seal,
 * and use its stolen token again. So a session counts only while it is named here. An absent file, as after a restore,
 * ends all sessions: staff sign in again. The moment of the last use is kept here too: one that the attacker writes
 * into the store would let an unused session go on. The file may lack the uses of the last minute, so that a restart
 * ends an unused session up to a minute earlier.
 */
import type { Logger } from 'pino'
import { z } from 'zod'
import { MINUTE_MS } from '../../services/clock/index.ts'
import { FileUnusable, keepFile, readKeptAs } from '../../store/index.ts'

/** A session ends after this time without use. */
export const STAFF_IDLE_MILLIS = 30 * MINUTE_MS

/** Uses are written once in this time, to the store and to the file. */
export const USE_WRITTEN_EVERY_MS = MINUTE_MS

/** Its name in the folder of the world. */
export const LIVING_SESSIONS_FILE = 'staff-sessions.json'

const FILE = z.record(z.string(), z.strictObject({ staff: z.int(), expiresAt: z.int(), usedAt: z.int() }))
type Living = Readonly<z.infer<typeof FILE>[string]>

type Kept = {
  /** `undefined`: nothing outlives the process. */
  readonly file: string | undefined
  readonly log: Logger
  /** Wall time, ms. */
  readonly now: () => number
}

export class LivingSessions {
  readonly #kept: Kept
  /** By the hash of the token. */
  readonly #living: Map<string, Living>
  /** Wall time; 0: not in this process. */
  #writtenAt = 0

  constructor(kept: Kept) {
    this.#kept = kept
    this.#living = new Map(Object.entries(readLiving(kept)))
  }

  /**
   * False: no session of this token lives, so the store need not be asked. Strangers may send thousands of invented
   * cookies a second.
   */
  mayHold(tokenHash: string): boolean {
    return this.#living.has(tokenHash)
  }

  has(tokenHash: string, staff: number): boolean {
    return this.#living.get(tokenHash)?.staff === staff
  }

  begin(tokenHash: string, session: Omit<Living, 'usedAt'>): void {
    this.#living.set(tokenHash, { ...session, usedAt: this.#kept.now() })
    this.#write()
  }

  /** Wall time; 0: it is not living. */
  lastUseOf(tokenHash: string): number {
    return this.#living.get(tokenHash)?.usedAt ?? 0
  }

  /** False: it is not living, or was not used for too long and has ended now. An answer of true counts as use. */
  use(tokenHash: string, staff: number): boolean {
    const session = this.#living.get(tokenHash)
    if (session?.staff !== staff) return false
    const now = this.#kept.now()
    if (isIdle(session.usedAt, now)) {
      this.end(staff, (hash) => hash === tokenHash)
      return false
    }
    this.#living.set(tokenHash, { ...session, usedAt: now })
    if (Math.abs(now - this.#writtenAt) >= USE_WRITTEN_EVERY_MS) this.#write()
    return true
  }

  /** Sessions of a staff member that `isMeant` takes. One whose end is then rolled back stays ended. */
  end(staff: number, isMeant: (tokenHash: string) => boolean): void {
    for (const [tokenHash, session] of this.#living)
      if (session.staff === staff && isMeant(tokenHash)) this.#living.delete(tokenHash)
    this.#write()
  }

  #write(): void {
    const { file, log, now } = this.#kept
    this.#writtenAt = now()
    for (const [tokenHash, { expiresAt, usedAt }] of this.#living)
      if (expiresAt <= now() || isIdle(usedAt, now())) this.#living.delete(tokenHash)
    if (file === undefined) return
    try {
      keepFile(file, Object.fromEntries(this.#living))
    } catch (error) {
      log.error(
        { err: error },
        'the sessions of staff could not be kept: the next start does not know of the last ones',
      )
    }
  }
}

export const isIdle = (usedAt: number, now: number): boolean => now - usedAt >= STAFF_IDLE_MILLIS

function readLiving({ file, log }: Kept): z.infer<typeof FILE> {
  if (file === undefined) return {}
  try {
    return readKeptAs(file, FILE) ?? {}
  } catch (error) {
    if (!(error instanceof FileUnusable)) throw error
    log.error({ err: error }, `${error.message}: all staff sign in again`)
    return {}
  }
}
