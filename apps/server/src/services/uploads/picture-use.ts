/**
 * The use of a picture, such as `identity:12:front`, as the column `files.used_for` has it. Which staff may open a
 * picture follows from its use, so a keyed mark stands behind it: a use that an attacker wrote into the store is none.
 * The mark covers the fingerprints too, by which the picture is found again.
 */
import { assert, type UserId } from '@veritick/domain'
import type { Encryption } from '../encryption/index.ts'
import { RowChanged } from '../seals/index.ts'
import type { Print } from './picture-prints.ts'

type Marking = Pick<Encryption, 'fingerprint'>
/** The columns that hold the fingerprints. */
export type PrintRow = { readonly source_hash: string; readonly looks: string | null }
type Used = PrintRow & { readonly file: string; readonly owner: UserId; readonly usedFor: string }

export const printIn = ({ source_hash: hash, looks }: PrintRow): Print => ({ hash, looks })
/** One text for both fingerprints. */
export const printText = ({ source_hash: hash, looks }: PrintRow): string => `${hash}:${looks ?? ''}`

/** The content of the column, the same for each attempt. */
export function markedUse(encryption: Marking, used: Used): string {
  const { file, owner, usedFor } = used
  assert(!usedFor.includes(' '), 'the mark of a use begins behind its space')
  const marked = `${file}:${owner}:${usedFor}:${printText(used)}`
  return `${usedFor} ${encryption.fingerprint('use of a picture', marked)}`
}

/** The columns of a picture's row that say what it is used for. */
export type UseRow = PrintRow & {
  readonly file_id: string
  readonly owner: UserId
  readonly used_for: string | null
}

/** Null: it has no use yet. Throws RowChanged for a use that this server did not write, or not for this owner. */
export function provenUse(
  encryption: Marking,
  row: Omit<UseRow, 'file_id'> & { readonly file: string },
): string | null {
  const { file, used_for: column } = row
  if (column === null) return null
  const usedFor = column.split(' ')[0] ?? ''
  if (column === markedUse(encryption, { ...row, usedFor })) return usedFor
  throw useChanged(file)
}

export const useChanged = (file: string): RowChanged =>
  new RowChanged(
    `picture ${file}: its owner, its use or its fingerprint was changed in the store. Find out who can write to it`,
  )
