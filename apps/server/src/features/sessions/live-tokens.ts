/**
 * Which token hashes may belong to a living session: a Bloom filter in memory, filled at start and told of every new
 * session. It never says no to a living session, so a token that it does not know costs no database query. It may say
 * yes to an unknown token (about one in 100 once seven million sessions are in it); those look-ups have a ceiling of
 * their own in sessions.ts.
 */
import type { Query } from '../../store/index.ts'

/** 8 MiB, independent of the number of sessions. */
const BITS = 67_108_864
/** Positions of one hash; the best number for 10 bits a session. */
const PROBES = 7
/** Hashes read in one query at start. */
const PAGE_ROWS = 20_000
/** Hex digits of one position: 28 bits, more than the positions there are. */
const PROBE_DIGITS = 7

export class LiveTokens {
  readonly #bits = new Uint8Array(BITS / 8)

  /** `tokenHash`: SHA-256 in hex. Its digits are as good as random, so they are the positions. */
  add(tokenHash: string): void {
    for (let probe = 0; probe < PROBES; probe += 1) {
      const at = positionOf(tokenHash, probe)
      this.#bits[at >>> 3] = (this.#bits[at >>> 3] ?? 0) | (1 << (at & 7))
    }
  }

  /** False: no living session has it. True: look it up. */
  mayHold(tokenHash: string): boolean {
    for (let probe = 0; probe < PROBES; probe += 1) {
      const at = positionOf(tokenHash, probe)
      if (((this.#bits[at >>> 3] ?? 0) & (1 << (at & 7))) === 0) return false
    }
    return true
  }

  /** Reads every session of the store that has not ended. */
  async load(query: Query, now: number): Promise<void> {
    let last = ''
    for (;;) {
      const rows = await query<{ token_hash: string }>(
        `select token_hash from sessions where token_hash > $1 and ended_at is null and expires_at > $2
         order by token_hash limit ${PAGE_ROWS}`,
        [last, now],
      )
      for (const row of rows) this.add(row.token_hash)
      if (rows.length < PAGE_ROWS) return
      last = rows.at(-1)?.token_hash ?? last
    }
  }
}

function positionOf(tokenHash: string, probe: number): number {
  return Number.parseInt(tokenHash.slice(probe * PROBE_DIGITS, (probe + 1) * PROBE_DIGITS), 16) % BITS
}
