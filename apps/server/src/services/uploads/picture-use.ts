/**
 * The use of a picture, such as `identity:12:front`, as the column `files.used_for` has it. Which staff may open a
 * picture follows from its use, so a keyed mark stands behind it: a use that an attacker wrote into the store is none.
 */
import { assert, type UserId } from '@veritick/domain'
import type { Encryption } from '../encryption/index.ts'
import { RowChanged } from '../seals/index.ts'

type Marking = Pick<Encryption, 'fingerprint'>
type Used = { readonly file: string; readonly owner: UserId; readonly usedFor: string }

/** The content of the column, the same for each attempt. */
export function markedUse(encryption: Marking, { file, owner, usedFor }: Used): string {
  assert(!usedFor.includes(' '), 'the mark of a use begins behind its space')
  return `${usedFor} ${encryption.fingerprint('use of a picture', `${file}:${owner}:${usedFor}`)}`
}

/** Not proven: for what follows from nothing but the row. */
export const useIn = (column: string): string => column.split(' ')[0] ?? ''

/** The columns of a picture's row that say what it is used for. */
export type UseRow = { readonly file_id: string; readonly owner: UserId; readonly used_for: string | null }

/** Null: it has no use yet. Throws RowChanged for a use that this server did not write, or not for this owner. */
export function provenUse(
  encryption: Marking,
  row: { readonly file: string; readonly owner: UserId; readonly used_for: string | null },
): string | null {
  const { file, owner, used_for: column } = row
  if (column === null) return null
  const usedFor = useIn(column)
  if (column === markedUse(encryption, { file, owner, usedFor })) return usedFor
  throw useChanged(file)
}

export const useChanged = (file: string): RowChanged =>
  new RowChanged(`picture ${file}: its owner or its use was changed in the store. Find out who can write to it`)
