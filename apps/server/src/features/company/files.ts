/**
 * Logos and documents of companies, in the store, so that a backup holds them. A file is named by its SHA-256 and never
 * changes. Its kind is read from its first bytes; what a name or a client says about it does not count.
 */
import { createHash } from 'node:crypto'
import { COMPANY_FILE, COMPANY_FILE_BYTES_MAX, type CompanyFileMedia } from '@veritick/contract'
import { assert } from '@veritick/domain'
import { eq, inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import { PublicFiles } from '../../services/public-files/index.ts'
import { type Store, type Transaction, companyFiles as table } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'
import { namedFiles } from './profile.ts'

export type CompanyFile = { readonly media: CompanyFileMedia; readonly bytes: Buffer }

export type CompanyFiles = {
  /** A stored file; `undefined`: there is none, or its content is not the one that its name says. */
  find(file: string): Promise<CompanyFile | undefined>
  /** The same for visitors: only while a setting names the file. It is read once and stays in memory. */
  findPublic(file: string): Promise<CompanyFile | undefined>
  /** The file that `findPublic` finds in memory. */
  knownPublic(file: string): CompanyFile | undefined
  /** The kind of each of these files that is stored. */
  mediaOf(files: readonly string[]): Promise<ReadonlyMap<string, CompanyFileMedia>>
}

const SIGNATURES: readonly (readonly [CompanyFileMedia, readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
]

/** The kind that the first bytes name; `undefined`: none of ours, such as SVG or HTML, which can hold scripts. */
export function mediaOfBytes(content: Uint8Array): CompanyFileMedia | undefined {
  return SIGNATURES.find(([, bytes]) => bytes.every((byte, at) => content[at] === byte))?.[0]
}

/** The bytes of base64 text; `undefined`: it is not base64 in its one usual form. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const content = Buffer.from(text, 'base64')
  return content.toString('base64') === text ? new Uint8Array(content) : undefined
}

export const fileNameOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Storing the same file again changes nothing. */
export async function storeFile(
  tx: Transaction,
  file: {
    readonly name: string
    readonly media: CompanyFileMedia
    readonly content: Uint8Array
    readonly who: string
    readonly at: number
  },
): Promise<void> {
  assert(file.content.length <= COMPANY_FILE_BYTES_MAX, 'a file of a company is not larger than its limit')
  const { name, media, content, who, at } = file
  await tx.db.insert(table).values({ file: name, media, content, who, at }).onConflictDoNothing()
}

export function openCompanyFiles({
  store,
  settings,
  log,
}: {
  readonly store: Store
  readonly settings: Pick<Settings, 'get'>
  readonly log: Logger
}): CompanyFiles {
  const logged = new Set<string>()
  const find: CompanyFiles['find'] = async (file) => {
    if (!COMPANY_FILE.test(file)) return undefined
    const [row] = await store.db.select({ content: table.content }).from(table).where(eq(table.file, file))
    if (row === undefined) return undefined
    const media = fileNameOf(row.content) === file ? mediaOfBytes(row.content) : undefined
    if (media !== undefined) return { media, bytes: Buffer.from(row.content) }
    if (!logged.has(file)) log.error({ file }, 'a file of a company is not shown: it was changed in the store')
    logged.add(file)
    return undefined
  }
  const memory = new PublicFiles<CompanyFile>()
  const isNamed = (file: string) => namedFiles(settings).has(file)
  const knownPublic: CompanyFiles['knownPublic'] = (file) => (isNamed(file) ? memory.find(file) : undefined)
  return {
    find,
    knownPublic,
    findPublic: async (file) => {
      const known = knownPublic(file)
      if (known !== undefined || !isNamed(file)) return known
      await memory.untilFree()
      const found = await find(file)
      if (found !== undefined) memory.add(file, found)
      return found
    },
    mediaOf: async (files) => {
      if (files.length === 0) return new Map()
      const rows = await store.db
        .select({ file: table.file, media: table.media })
        .from(table)
        .where(inArray(table.file, [...files]))
      return new Map(rows.map(({ file, media }) => [file, media]))
    },
  }
}
