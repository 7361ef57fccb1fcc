/**
 * Why trading does not open: what is wrong with the stored state, and what the operator does about it. Each message
 * names the row, the account, what was expected and what was found. Amounts are whole micro-dollars.
 */
import { must } from '@veritick/domain'
import type { BatchHeader } from '../journal/index.ts'

export abstract class StateFault extends Error {
  /** The sentence that tells the operator what to do. */
  abstract readonly remedy: string
}

/** A start without the server's settings looks at another store. */
const HOW_TO_GIVE =
  "The option needs the server's settings: under systemd /opt/veritick/deploy/veritick-run " +
  'apps/server/dist/main.js <option>, in containers as docs/operating.md, "Commands", says, ' +
  'and npm start -- <option> where the server was started that way.'

/** The journal itself is not what its hashes say. */
export class JournalDamaged extends StateFault {
  readonly remedy =
    'Nothing was changed. Keep a copy of the store as it is, restore it from the newest backup, and check that with npm run verify. Never edit it.'
}

/** A snapshot with a correct hash of its own that the journal does not confirm: a person or a program made it. */
export class SnapshotForged extends StateFault {
  readonly remedy: string

  constructor(message: string, batch: number) {
    super(message)
    this.remedy =
      'Nothing was changed. Keep a copy of the store and find out who can write to it. ' +
      `The journal does not need this snapshot: start once with --drop-snapshot=${batch}, which removes it and replays the journal instead. ${HOW_TO_GIVE}`
  }
}

/** A read table says something else than the engine. */
export class TablesDiffer extends StateFault {
  readonly remedy =
    'The journal is untouched. Keep a copy of the store and find out who can write to it. Start once with ' +
    `--rebuild-read-tables, which folds the read tables anew from the journal. ${HOW_TO_GIVE} When they differ again, the ` +
    'state of a snapshot is wrong: restore the store from a backup.'
}

/** A record of money says something else than the engine: features/money/compare-casework.ts. */
export class CaseworkDiffers extends StateFault {
  readonly remedy =
    'Nothing was changed. Keep a copy of the store as it is and find out who can write to it. Compare the record ' +
    'with the audit log and with the bank or the chain. Restore the store from the newest backup that is right. ' +
    'Never edit it.'
}

/** The store lacks commits that customers were answered for. */
export class CommitsLost extends StateFault {
  readonly remedy: string

  /** The batch that the last process knew as the newest, and the `newest` of this journal. */
  constructor(known: {
    readonly batch: number
    readonly hash: string
    readonly keptAt: string
    readonly newest: number
  }) {
    const { batch, hash, keptAt, newest } = known
    super(
      `the journal ends with batch ${newest} and lacks batch ${batch} with the hash ${hash}, which was stored at ` +
        `${keptAt}: commands that customers were answered for are missing`,
    )
    this.remedy =
      'Nothing was changed. PostgreSQL failed over to a standby without the newest commits, or a backup was ' +
      'restored, or the store was put back to an earlier state. Lead DATABASE_URL to the database that has this ' +
      'batch. If it is lost for good, compare money in ' +
      `and out with the bank, and start once with --accept-loss=${batch}.`
  }
}

/** Whether commits are missing cannot be told: the file that names the newest batch of the last process is damaged. */
export class KnownBatchDamaged extends StateFault {
  readonly remedy: string

  constructor({ file, newest }: { readonly file: string; readonly newest: number }) {
    super(
      `${file} is damaged: it named the newest batch that the last process had stored. The journal ends with batch ` +
        `${newest}; whether commands that customers were answered for are missing after it cannot be told`,
    )
    this.remedy =
      'Nothing was changed. Compare this journal with the newest treeSize and treeHead of the log (--known-head), ' +
      `and money in and out with the bank. Then start once with --accept-loss=${newest + 1}, which removes the file.`
  }
}

/** As KnownBatchDamaged, but the file may be good: the server cannot read it. No `--accept-loss` passes over it. */
export class KnownBatchUnreadable extends StateFault {
  readonly remedy: string

  /** `code`: of the failed read, such as `EACCES`. */
  constructor({ file, code }: { readonly file: string; readonly code: string }) {
    super(`${file} cannot be read (${code}): it names the newest batch that the last process had stored`)
    this.remedy =
      'Nothing was changed. Give the user of the server the rights to this file, which must not be a folder, and ' +
      'start again. If its text is lost, put an empty file in its place: the next start says how to go on.'
  }
}

/** A process decided batches that were never stored, and this journal goes on without them or lacks earlier ones. */
export class PendingLost extends StateFault {
  readonly remedy: string
  /** The first of them. */
  readonly batch: number

  constructor({
    file,
    rows,
    newest,
  }: {
    readonly file: string
    readonly rows: readonly { readonly header: BatchHeader }[]
    readonly newest: number
  }) {
    const [first, last] = [must(rows[0], 'a batch').header, must(rows.at(-1), 'a batch').header]
    super(
      `the journal ends with batch ${newest}, and batches ${first.batch} to ${last.batch} of ${file} do not go on ` +
        `from there: the last process had decided them at ${new Date(first.wallTime).toISOString()} and had not ` +
        'stored them',
    )
    this.batch = first.batch
    this.remedy =
      'Nothing was changed. Another Veritick took over, or PostgreSQL failed over to a standby without the newest ' +
      'commits, or the store was put back to an earlier state. Lead DATABASE_URL to the database that ends with ' +
      `batch ${first.batch - 1} of this server. If the decisions are lost for good (no customer was answered for ` +
      `them), start once with --accept-loss=${first.batch}. ${HOW_TO_GIVE}`
  }
}

/** The store takes a kept batch neither now nor later. */
export class PendingRefused extends StateFault {
  readonly remedy: string
  readonly batch: number

  constructor({ batch, code }: { readonly batch: number; readonly code: string }) {
    super(`the store refuses batch ${batch}, which the last process had decided and not stored (${code})`)
    this.batch = batch
    this.remedy =
      'The file stays as it is. Find out what refuses rows of the journal: the rights of the user, or a constraint ' +
      'or trigger that this server did not make. Only if the decisions are to be given up (no customer was answered ' +
      `for them), start once with --accept-loss=${batch}. ${HOW_TO_GIVE}`
  }
}

/** The file of the batches that wait for the store does not hold what this server wrote. */
export class PendingDamaged extends StateFault {
  readonly remedy: string

  constructor({ file, why, newest }: { readonly file: string; readonly why: string; readonly newest: number }) {
    super(`${file} is damaged, ${why}: it held batches that the last process had decided and not stored`)
    this.remedy =
      'Nothing was changed. Find out who can write to the data folder, and put the file back if there is a copy. Its ' +
      'decisions are lost otherwise; no customer was answered for them. Then start once with ' +
      `--accept-loss=${newest + 1}, which removes the file. ${HOW_TO_GIVE}`
  }
}

/** As PendingDamaged, but the file may be good. No `--accept-loss` passes over it. */
export class PendingUnreadable extends StateFault {
  readonly remedy =
    'Nothing was changed. Give the user of the server the rights to this file, which must not be a folder, and start ' +
    'again.'

  /** `code`: of the failed read, such as `EACCES`. */
  constructor({ file, code }: { readonly file: string; readonly code: string }) {
    super(`${file} cannot be read (${code}): it holds batches that the last process had decided and not stored`)
  }
}

/** A start takes space for batches that the store does not take. */
export class PendingUnwritable extends StateFault {
  readonly remedy =
    'Nothing was changed. Free space on the disk of the data folder, or give the user rights, and start again.'

  /** `code`: of the failed write, such as `ENOSPC`. */
  constructor({ file, code }: { readonly file: string; readonly code: string }) {
    super(`${file} cannot be written (${code}): it must have space for batches that were decided and not stored`)
  }
}

/** One value, in the form in which every fault names it. */
export function differs(what: string, values: { readonly expected: unknown; readonly found: unknown }): string {
  return `${what}: expected ${String(values.expected)}, found ${String(values.found)}`
}
