/**
 * The newest seal of a record of money as 64 bytes of the file known-records. The first eight bytes of a seal tell it
 * from others: it is a hash with a key that lies outside the store, each row is proven by its whole seal as well, and
 * the attacker can only put back rows that this server sealed itself. Two of one record and version have the same first
 * eight bytes once in 18 trillion million. A checksum finds a record that was not written to its end.
 */
import { crc32 } from 'node:zlib'
import { assert, must } from '@veritick/domain'
import { NAME_DIGITS } from '../../store/index.ts'

/** Tables of records, and the column of their number. The file names a table by its place here: add new ones last. */
export const RECORD_KEYS = {
  closures: 'closure_id',
  corrections: 'correction_id',
  deposits: 'deposit_id',
  invite_rewards: 'reward_id',
  withdrawals: 'withdrawal_id',
} as const
export type RecordTable = keyof typeof RECORD_KEYS
export const RECORD_TABLES = Object.keys(RECORD_KEYS) as RecordTable[]

/** A row of the store. */
export type Sealed = { readonly version: number; readonly seal: string }
type Remembered = { readonly version: number; readonly sealStart: string; readonly isOpen: boolean }

/** The remembered facts of a record. */
export type NewestSeal = Remembered & {
  /** Wall time when it was sealed, ms. */
  readonly at: number
  readonly user: number
  /** The staff member who approved or decided it, as the name of a fact (`factName`) about `staff:7`. */
  readonly by: string | null
  /** The payment that the record names (`PAYMENT_COLUMNS`), as the name of a fact too; left out: it names none. */
  readonly payment?: string
  /** The seal of a transaction whose end is unknown. */
  readonly doubted?: Remembered
}
export type NamedSeal = { readonly table: RecordTable; readonly id: number; readonly newest: NewestSeal }

/** The first eight bytes of a seal. */
export const sealStartOf = (seal: string): string => seal.slice(0, NAME_DIGITS)

export const isSame = (row: Sealed, known: Pick<Remembered, 'version' | 'sealStart'> | undefined): boolean =>
  known !== undefined && row.version === known.version && sealStartOf(row.seal) === known.sealStart

export const RECORD_BYTES = 64
const AT = {
  table: 0,
  flags: 1,
  id: 4,
  version: 8,
  user: 12,
  at: 16,
  seal: 24,
  by: 32,
  doubted: 40,
  payment: 52,
  sum: 60,
} as const
const OPEN = 1
const DOUBTED = 2
const DOUBTED_OPEN = 4
const BY = 8
const PAYMENT = 16

export function bytesOf({ table, id, newest }: NamedSeal): Buffer {
  const { version, sealStart, at, user, by, payment, isOpen, doubted } = newest
  const bytes = Buffer.alloc(RECORD_BYTES)
  bytes.writeUInt8(RECORD_TABLES.indexOf(table) + 1, AT.table)
  const ofDoubted = doubted === undefined ? 0 : DOUBTED | (doubted.isOpen ? DOUBTED_OPEN : 0)
  const ofPayment = payment === undefined ? 0 : PAYMENT
  bytes.writeUInt8((isOpen ? OPEN : 0) | (by === null ? 0 : BY) | ofPayment | ofDoubted, AT.flags)
  bytes.writeInt32LE(id, AT.id)
  bytes.writeInt32LE(version, AT.version)
  bytes.writeInt32LE(user, AT.user)
  bytes.writeBigInt64LE(BigInt(at), AT.at)
  writeDigits(bytes, sealStart, AT.seal)
  if (by !== null) writeDigits(bytes, by, AT.by)
  if (payment !== undefined) writeDigits(bytes, payment, AT.payment)
  if (doubted !== undefined) {
    bytes.writeInt32LE(doubted.version, AT.doubted)
    writeDigits(bytes, doubted.sealStart, AT.doubted + 4)
  }
  bytes.writeUInt32LE(sumOf(bytes), AT.sum)
  return bytes
}

/** False: it was not written to its end, or was changed since. */
export const isWhole = (bytes: Buffer): boolean =>
  bytes.readUInt32LE(AT.sum) === sumOf(bytes) && RECORD_TABLES[bytes.readUInt8(AT.table) - 1] !== undefined

export function newestOf(bytes: Buffer): NamedSeal {
  const table = must(RECORD_TABLES[bytes.readUInt8(AT.table) - 1], 'a whole record names its table')
  const flags = bytes.readUInt8(AT.flags)
  const doubted = {
    version: bytes.readInt32LE(AT.doubted),
    sealStart: digitsAt(bytes, AT.doubted + 4),
    isOpen: (flags & DOUBTED_OPEN) !== 0,
  }
  const newest: NewestSeal = {
    version: bytes.readInt32LE(AT.version),
    sealStart: digitsAt(bytes, AT.seal),
    at: Number(bytes.readBigInt64LE(AT.at)),
    user: bytes.readInt32LE(AT.user),
    by: (flags & BY) === 0 ? null : digitsAt(bytes, AT.by),
    ...((flags & PAYMENT) !== 0 && { payment: digitsAt(bytes, AT.payment) }),
    isOpen: (flags & OPEN) !== 0,
    ...((flags & DOUBTED) !== 0 && { doubted }),
  }
  return { table, id: bytes.readInt32LE(AT.id), newest }
}

const sumOf = (bytes: Buffer): number => crc32(bytes.subarray(0, AT.sum))

const DIGITS = /^[0-9a-f]{16}$/
function writeDigits(bytes: Buffer, digits: string, at: number): void {
  assert(DIGITS.test(digits), 'a seal and a name have 16 hex digits')
  bytes.write(digits, at, 'hex')
}

const digitsAt = (bytes: Buffer, at: number): string => bytes.toString('hex', at, at + NAME_DIGITS / 2)
