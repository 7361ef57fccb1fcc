/**
 * Mutants of the write path: bugs made on purpose, each one change of one line of the server's core, its journal or its
 * read tables. The simulator of the process has to find every one.
 */
import type { Mutant } from '../mutant.ts'

const lines = (...text: readonly string[]): string => text.join('\n')

export type ProcessMutant = Mutant & {
  /** The history that found it when it was last looked at, where that was a late one: it is tried before all others. */
  readonly seed?: number
}

/** Mutants of answers, keys, batches, snapshots, recovery, fence and projections. */
export const PROCESS_MUTANTS: readonly ProcessMutant[] = [
  {
    bug: 'answers that are told before the commit',
    file: 'core/command-queue.ts',
    line: 'const settle = () => resolve({ outcome, repeated: false })',
    becomes: 'const settle = () => {}\n      resolve({ outcome, repeated: false })',
  },
  {
    bug: 'a look that does not wait for the commit',
    file: 'core/command-queue.ts',
    line: 'if (this.#engine.sequence() === this.#writer.head.nextEvent - 1) return Promise.resolve(answer)',
    becomes: 'return Promise.resolve(answer)',
  },
  {
    bug: 'a batch that is given up after a commit was taken back',
    file: 'core/commit.ts',
    line: 'await new Promise((resolve) => setTimeout(resolve, COMMIT_RETRY_MS))',
    becomes: 'return',
  },
  {
    bug: 'a commit with an unknown outcome taken for done',
    file: 'core/commit.ts',
    line: 'isInDoubt ||= failure.isInDoubt',
    becomes: 'if (failure.isInDoubt) return',
  },
  {
    bug: 'a fence that the statement does not look at',
    file: 'core/commit.ts',
    line: 'const APPEND = `with held as (select 1 from fence where id = 1 and epoch = $1 for share),',
    becomes: 'const APPEND = `with held as (select 1 from fence where id = 1 and $1::bigint > 0 for share),',
  },
  {
    bug: 'a lost fence that nothing follows from',
    file: 'core/commit.ts',
    line: "const { held, appended } = must(rows[0], 'counting gives a row')",
    becomes: 'const [held, appended] = [1, 1]',
  },
  {
    bug: 'keys that are forgotten when their batch is durable',
    file: 'core/command-queue.ts',
    line: 'this.#requests.remember({ batch: durable.header.batch, at: wallTime }, answered)',
    becomes: '',
  },
  {
    bug: 'keys that are forgotten by a start',
    file: 'core/recover.ts',
    line: 'const requestsLoaded = requests.load(wallTime, head)',
    becomes: 'const requestsLoaded = Promise.resolve()',
  },
  {
    bug: 'a start that reads the keys of the last moments only',
    file: 'core/requests.ts',
    line: 'const bounds = { since: now - REQUEST_KEPT_MS, countMax: this.#readMax, head }',
    becomes: 'const bounds = { since: now - 500, countMax: this.#readMax, head }',
  },
  {
    bug: 'a place of a key one batch off',
    file: 'core/command-queue.ts',
    line: 'this.#requests.remember({ batch: durable.header.batch, at: wallTime }, answered)',
    becomes: 'this.#requests.remember({ batch: durable.header.batch - 1, at: wallTime }, answered)',
  },
  {
    bug: 'a jump of the wall clock that ends keys',
    file: 'services/clock/guarded-time.ts',
    line: 'this.#at = Math.min(wall, this.#at + (moment - this.#moment))',
    becomes: 'this.#at = wall',
    seed: 10,
  },
  {
    bug: 'a doubled request that is decided twice while it waits',
    file: 'core/command-queue.ts',
    line: 'if (unanswered !== undefined) return repeat(hashed, unanswered)',
    becomes: '',
  },
  {
    bug: 'other content that gets the first answer',
    file: 'core/command-queue.ts',
    line: 'return content === hashed.content ? { outcome, repeated: true } : MISMATCH',
    becomes: 'return content.length > 0 ? { outcome, repeated: true } : MISMATCH',
  },
  {
    bug: 'a repeat compared with another one that is being answered',
    file: 'core/command-queue.ts',
    line: "if (standing === 'answered') return this.#firstAnswer(hashed)",
    becomes: lines(
      "if (standing === 'answered') {",
      'const found = this.#firstAnswer(hashed)',
      'this.#unanswered.set(hashed.key, { content: hashed.content, result: found })',
      'const over = () => void this.#unanswered.delete(hashed.key)',
      'found.then(over, over)',
      'return found',
      '}',
    ),
  },
  {
    bug: 'busy before the key was looked up',
    file: 'core/command-queue.ts',
    line: 'const hashed = { key: request.key, content: contentHash(request.content) }',
    becomes: lines(
      'if (this.#isBusy()) return Promise.resolve(BUSY)',
      'const hashed = { key: request.key, content: contentHash(request.content) }',
    ),
  },
  {
    bug: 'temporary refusals that are kept under their key',
    file: 'core/command-queue.ts',
    line: "if ('price' in outcome || (!outcome.ok && isTemporaryRefusal(outcome.reason))) return undefined",
    becomes: "if ('price' in outcome) return undefined",
  },
  {
    bug: 'refusals that are not kept',
    file: 'core/command-queue.ts',
    line: "if ('price' in outcome || (!outcome.ok && isTemporaryRefusal(outcome.reason))) return undefined",
    becomes: 'if (!outcome.ok) return undefined',
  },
  {
    bug: 'a kept answer without its events',
    file: 'core/command-queue.ts',
    line: 'return { ...outcome, events: order === undefined ? events.slice(-1) : own }',
    becomes: 'return { ...outcome, events: order === undefined ? events.slice(-1) : own.slice(1) }',
  },
  {
    bug: 'a batch that is published twice',
    file: 'core/command-queue.ts',
    line: 'this.#options.publish(durable)',
    becomes: 'this.#options.publish(durable)\n    if (durable.header.batch % 7 === 0) this.#options.publish(durable)',
  },
  {
    bug: 'a batch with requests alone that is not published',
    file: 'core/command-queue.ts',
    line: 'this.#options.publish(durable)',
    becomes: 'if (durable.events.length > 0) this.#options.publish(durable)',
  },
  {
    bug: 'a batch that leaves its oldest unit out',
    file: 'core/undurable.ts',
    line: 'const taken = end < 0 ? this.#units : this.#units.slice(0, end)',
    becomes: 'const taken = this.#units.length > 5 ? this.#units.slice(1) : this.#units',
  },
  {
    bug: 'a snapshot one batch off',
    file: 'core/journal-writer.ts',
    line: 'this.#snapshots.write({ head: this.#head, state, wallTime: content.wallTime })',
    becomes: lines(
      '{',
      'const late = this.#engine.stateBytes()',
      'this.#snapshots.write({ head: this.#head, state: late, wallTime: content.wallTime })',
      '}',
    ),
  },
  {
    bug: 'a snapshot whose hash the next header does not carry',
    file: 'core/snapshot.ts',
    line: 'hashAt: (head) => (last.batch === head.batch ? last.stateHash : NO_SNAPSHOT_HASH),',
    becomes: 'hashAt: () => NO_SNAPSHOT_HASH,',
  },
  {
    bug: 'a snapshot due that does not hold all that was decided',
    file: 'core/undurable.ts',
    line: 'const units = this.#cut(isWhole ? Number.POSITIVE_INFINITY : BATCH_EVENTS_MAX)',
    becomes: 'const units = this.#cut(isWhole ? 2 : BATCH_EVENTS_MAX)',
  },
  {
    bug: 'a replay that skips the first batch after the snapshot',
    file: 'core/recover.ts',
    line: 'for await (const row of journalAfter(query, from.batch)) {',
    becomes: 'for await (const row of journalAfter(query, from.batch === 0 ? 0 : from.batch + 1)) {',
  },
  {
    bug: 'a replay that leaves a batch out',
    file: 'core/recover.ts',
    line: 'const count = engine.evolveRun(row.events)',
    becomes: 'const count = row.header.batch % 9 === 8 ? row.header.eventCount : engine.evolveRun(row.events)',
  },
  {
    bug: 'a start that leaves the oldest batch of the keys out',
    file: 'journal/rows.ts',
    line: 'yield* rows\n  }\n}',
    becomes: 'yield* rows.slice(1)\n  }\n}',
  },
  {
    bug: 'a root that joins the tree twice',
    file: 'journal/roots.ts',
    line: 'this.#tree.add({ hash: batch.hash, eventsRoot })',
    becomes: lines(
      'this.#tree.add({ hash: batch.hash, eventsRoot })',
      'if (batch.ends.length > 9) this.#tree.add({ hash: batch.hash, eventsRoot })',
    ),
  },
  {
    bug: 'events of the root in slices that lose their first',
    file: 'journal/roots.ts',
    line: 'tree.append(leafHash(sha256, events.subarray(start, end)))',
    becomes: 'if (at !== 7) tree.append(leafHash(sha256, events.subarray(start, end)))',
  },
  {
    bug: 'a chain that does not go on from the newest batch',
    file: 'journal/batch.ts',
    line: 'previousHash: after.hash,',
    becomes: 'previousHash: after.batch % 9 === 8 ? GENESIS_HASH : after.hash,',
  },
  {
    bug: 'read tables said to follow before they do',
    file: 'projections/project.ts',
    line: 'if (this.#checkpoint.batch >= batch) return Promise.resolve()',
    becomes: 'if (this.#checkpoint.batch >= batch - 1) return Promise.resolve()',
  },
  {
    bug: 'totals that miss the fee',
    file: 'projections/fold.ts',
    line: "fees: entry.category === 'fee' ? -balance : 0,",
    becomes: 'fees: 0,',
  },
  {
    bug: 'a clean stop that does not wait for what was decided',
    file: 'core/command-queue.ts',
    line: 'await this.#pumping\n    if',
    becomes: 'if',
  },
]
