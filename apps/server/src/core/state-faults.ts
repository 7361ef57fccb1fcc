/**
 * Why trading does not open: what is wrong with the stored state, and what the operator does about it. Each message
 * names the row, the account, what was expected and what was found. Amounts are whole micro-dollars.
 */
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

/** One value, in the form in which every fault names it. */
export function differs(what: string, values: { readonly expected: unknown; readonly found: unknown }): string {
  return `${what}: expected ${String(values.expected)}, found ${String(values.found)}`
}
