/**
 * The page of the first screen as it is now: its rows with their prices as text, and the same data for the app, which
 * takes over without a call. A phone on a slow network reads prices before the app has loaded. The app's own components
 * render it (apps/web/src/firstPicture.tsx, built beside the app); where that build is missing, and while the store is
 * in trouble, the page without prices is sent.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { CallData, CompanyStatus } from '@veritick/contract'
import type { Millis } from '@veritick/domain'
import { type Dictionary, LANGUAGE_FACTS, languageOfBrowser, OFFERED, type Offered } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Handlers } from '../calls/index.ts'
import { hostNamed } from '../services/network/index.ts'
import { companyOf } from './browser.ts'
import { cookieNamed } from './cookies.ts'
import { type PageBytes, type PageShell, underBrand } from './page-shell.ts'

/** How long one rendering is sent. The socket brings newer prices as soon as the app runs. */
const PAGE_MILLIS = 2000
/** Renderings kept at a time: languages, with passkeys and without, and companies that exist. */
const PAGES_MAX = 64
/** The languages of a browser that are compared: a header may name thousands. */
const TAGS_MAX = 20
/** The language that the customer chose, beside the device's storage, which a server cannot read. */
const LANGUAGE_COOKIE = 'veritick_language'
const ROOT = '<div id="root">'
/** React writes an attribute's quotes as entities, so that the first one ends it. */
const STYLES = / style="[^"]*"/g

const compressed = promisify(gzip)

type Calls = Pick<Handlers, 'tradeList' | 'getCategories' | 'getBasicInfo' | 'getCompanyStatus'>
type Data = {
  readonly language: Offered
  readonly madeAt: Millis
  readonly trades: CallData<'tradeList'>
  readonly categories: CallData<'getCategories'>
  readonly basics: CallData<'getBasicInfo'>
  readonly company: CompanyStatus
}
/** `page`: what the app takes over, JSON. */
type Render = (data: Data, words: Dictionary['words']) => { readonly markup: string; readonly page: unknown }
type Kept = { readonly until: number; readonly page: Promise<PageBytes | undefined> }

export class FirstPages {
  readonly #folder: string
  readonly #calls: Calls
  readonly #hasPasskeys: (host: string) => boolean
  readonly #otherwise: () => Offered
  readonly #monotonicClock: () => number
  readonly #wallClock: () => Millis
  readonly #log: Logger
  readonly #kept = new Map<string, Kept>()
  #render: Promise<Render | undefined> | undefined
  readonly #shell: PageShell

  constructor(options: {
    /** Of the built web app. */
    readonly folder: string
    readonly shell: PageShell
    readonly calls: Calls
    /** All that the page says about the host name in the request. */
    readonly hasPasskeys: (host: string) => boolean
    /** The language of browsers that ask for none of the offered ones. */
    readonly otherwise: () => Offered
    readonly monotonicClock: () => number
    readonly wallClock: () => Millis
    readonly log: Logger
  }) {
    this.#folder = options.folder
    this.#shell = options.shell
    this.#calls = options.calls
    this.#hasPasskeys = options.hasPasskeys
    this.#otherwise = options.otherwise
    this.#monotonicClock = options.monotonicClock
    this.#wallClock = options.wallClock
    this.#log = options.log
  }

  /** `undefined`: it cannot be rendered now, and the page without prices is the answer. */
  async page(request: FastifyRequest): Promise<PageBytes | undefined> {
    const language = pageLanguage(request, this.#otherwise())
    // Without the port, which a client may vary at will. Of the Host header: X-Forwarded-Host is never read.
    const host = hostNamed(request.headers.host) ?? ''
    const pageRequest = { language, host, company: companyOf(request) }
    const company = await this.#calls.getCompanyStatus(callRequestOf(pageRequest))
    if (company.ok !== true) return undefined
    // The shown company: a client cannot make pages for ids that no company has.
    // Names of the server differ for a page by passkeys alone, and a client may spell a name as it likes.
    const key = `${language} ${this.#hasPasskeys(pageRequest.host)} ${company.data.company.id}`
    const now = this.#monotonicClock()
    const known = this.#kept.get(key)
    if (known !== undefined && known.until > now) return known.page
    const page = this.#make(pageRequest, company.data).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'the first page is sent without prices')
      return undefined
    })
    this.#kept.delete(key)
    if (this.#kept.size >= PAGES_MAX) this.#forgetOldest()
    this.#kept.set(key, { until: now + PAGE_MILLIS, page })
    return page
  }

  #forgetOldest(): void {
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined) this.#kept.delete(oldest)
  }

  async #make(pageRequest: PageRequest, company: CompanyStatus): Promise<PageBytes | undefined> {
    const { language } = pageRequest
    this.#render ??= rendererOf(this.#folder)
    const render = await this.#render
    const data = await this.#data(pageRequest, company)
    if (render === undefined || data === undefined) return undefined
    const { tag, direction } = LANGUAGE_FACTS[language]
    const { markup, page } = render(data, dictionaryOf(language).words)
    const picture = markup.replace(STYLES, '')
    const json = JSON.stringify(page).replaceAll('<', '\\u003c')
    const text = underBrand(this.#shell.built(), { ...company.company, otherwise: this.#otherwise() })
      .replace('<html lang="en" dir="ltr"', `<html lang="${tag}" dir="${direction}"`)
      .replace('</head>', () => `<script type="application/json" id="first-data">${json}</script></head>`)
      .replace(/<div id="root">[\s\S]*<\/div>(?=\s*<\/body>)/, () => `${ROOT}${picture}</div>`)
    const plain = Buffer.from(text)
    return { plain, gzip: await compressed(plain) }
  }

  async #data(pageRequest: PageRequest, company: CompanyStatus): Promise<Data | undefined> {
    const callRequest = callRequestOf(pageRequest)
    const [trades, categories, basics] = await Promise.all([
      this.#calls.tradeList(callRequest),
      this.#calls.getCategories(callRequest),
      this.#calls.getBasicInfo(callRequest),
    ])
    if (trades.ok !== true || categories.ok !== true || basics.ok !== true) return undefined
    const { language } = pageRequest
    const madeAt = this.#wallClock()
    return { language, madeAt, trades: trades.data, categories: categories.data, basics: basics.data, company }
  }
}

type PageRequest = { readonly language: Offered; readonly host: string; readonly company: number | undefined }

const callRequestOf = (pageRequest: PageRequest) => ({
  ...pageRequest,
  ...{ params: {}, from: '', device: '', browser: undefined, visitorKey: undefined },
})

/** Of the person who opens the page: what they chose, otherwise what their browser prefers, otherwise `otherwise`. */
function pageLanguage({ headers }: FastifyRequest, otherwise: Offered): Offered {
  const chosen = cookieNamed(headers, LANGUAGE_COOKIE)
  const tags = (headers['accept-language'] ?? '').split(',', TAGS_MAX).map((each) => each.split(';')[0]?.trim() ?? '')
  return OFFERED.find((offered) => offered === chosen) ?? languageOfBrowser(tags, OFFERED, otherwise)
}

async function rendererOf(folder: string): Promise<Render | undefined> {
  const path = join(folder, '../first/dist/firstPicture.js')
  if (!existsSync(path)) return undefined
  const { renderFirst }: { readonly renderFirst: Render } = await import(pathToFileURL(path).href)
  return renderFirst
}
