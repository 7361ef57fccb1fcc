/** A catalogue of 500 instruments: the one of the product, and copies of its companies under other codes. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { ROOT } from '../../e2e/world.ts'

export const INSTRUMENTS = 500
/** Ids above those of the product's own instruments. */
const ID_FIRST = 10_000
const FILES = ['forex.json', 'indices.json', 'metals.json', 'companies.json'] as const

type Company = { readonly id: number; readonly code: string; readonly names: Readonly<Record<string, string>> }
type File = { readonly defaults: object; readonly instruments: readonly Company[] }

/** Writes it into the folder, for CATALOGUE. */
export function catalogueIn(folder: string): string {
  const product = join(ROOT, 'apps', 'server', 'catalogue')
  const path = join(folder, 'catalogue')
  cpSync(product, path, { recursive: true })
  const count = FILES.reduce((sum, name) => sum + read(join(product, name)).instruments.length, 0)
  const companies = read(join(product, 'companies.json'))
  const copies = Array.from({ length: INSTRUMENTS - count }, (_, place): Company => {
    const company = must(companies.instruments[place % companies.instruments.length], 'the product has companies')
    const name = `${company.names.en} ${place}`
    return { ...company, id: ID_FIRST + place, code: `X${String(place).padStart(3, '0')}`, names: { en: name } }
  })
  const all: File = { ...companies, instruments: [...companies.instruments, ...copies] }
  writeFileSync(join(path, 'companies.json'), JSON.stringify(all))
  return path
}

const read = (path: string): File => JSON.parse(readFileSync(path, 'utf8'))
