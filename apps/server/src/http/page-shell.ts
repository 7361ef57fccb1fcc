/**
 * The built page of the app under the brand of the shown company: title, name, picture and manifest, before any script
 * has run. The page of our own name is sent as it was built.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Offered } from '@veritick/locales'

/** `logo`: the address of its picture; empty: none. `otherwise`: the language of browsers with no offered language. */
export type ShellBrand = {
  readonly id: number
  readonly name: string
  readonly logo: string
  readonly otherwise?: Offered
}
/** Bytes that are made once: a long text would be encoded anew for each answer. */
export type PageBytes = { readonly plain: Buffer; readonly gzip: Buffer }

/** As the build writes it: the text of the title and of the header. */
const NAME = /(?<=>)Veritick(?=<)/g
const ICON = '<link rel="icon" href="/logo.svg" type="image/svg+xml"'
const PICTURE = 'src="/logo.svg"'
const COLOURS = ' data-colours="green"'
/** Pages of companies that exist, at a time. */
const PAGES_MAX = 64

export class PageShell {
  readonly #path: string
  readonly #pages = new Map<string, PageBytes>()
  #built = { changedAt: -1, text: '' }

  /** `folder`: of the built web app. */
  constructor(folder: string) {
    this.#path = join(folder, 'index.html')
  }

  /** The built page. A build while the server runs changes it. */
  built(): string {
    const changedAt = statSync(this.#path).mtimeMs
    if (changedAt !== this.#built.changedAt) {
      this.#built = { changedAt, text: readFileSync(this.#path, 'utf8') }
      this.#pages.clear()
    }
    return this.#built.text
  }

  /** `undefined`: the built page is the one to send. */
  page(brand: ShellBrand): PageBytes | undefined {
    const built = this.built()
    const text = underBrand(built, brand)
    if (text === built) return undefined
    const key = JSON.stringify(brand)
    const known = this.#pages.get(key)
    if (known !== undefined) return known
    if (this.#pages.size >= PAGES_MAX) this.#pages.clear()
    const plain = Buffer.from(text)
    const page = { plain, gzip: gzipSync(plain) }
    this.#pages.set(key, page)
    return page
  }
}

/** Name and logo are text from outside. English is the language of other browsers in the built page. */
export function underBrand(page: string, { id, name, logo, otherwise = 'en' }: ShellBrand): string {
  const spoken = otherwise === 'en' ? page : page.replace(COLOURS, ` data-language="${otherwise}"${COLOURS}`)
  const named = spoken.replace(NAME, () => escaped(name))
  const pictured =
    logo === ''
      ? named
      : named
          .replace(ICON, () => `<link rel="icon" href="${escaped(logo)}"`)
          .replaceAll(PICTURE, () => `src="${escaped(logo)}"`)
  return id === 0 ? pictured : pictured.replace('"/manifest.json"', `"/manifest.json?company_id=${id}"`)
}

export const escaped = (text: string): string =>
  text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)
