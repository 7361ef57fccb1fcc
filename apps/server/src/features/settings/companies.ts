/**
 * Schemas of the operator, its companies, their documents and claims, as staff state them. Every text is optional
 * except a company's name: what is not stated stays empty, and no default invents it. Addresses that customers are led
 * to are https without credentials.
 */
import {
  CLAIM_KINDS,
  CLAIM_SOURCES,
  COMPANY_FILE,
  COMPANY_ID_MAX,
  DOCUMENT_KINDS,
  isColour,
  isSafeHttps,
  SITE_STATUS,
} from '@veritick/contract'
import { z } from 'zod'

const COMPANIES_MAX = 200
const DOCUMENTS_MAX = 500
const CLAIMS_MAX = 50

/** Control characters and marks that change the reading direction would let a name pose as another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !UNSAFE.test(text), 'a character that is not shown')
const stated = (max: number) => line(max).default('')
const https = z
  .union([z.literal(''), z.string().max(500).refine(isSafeHttps, 'an https address such as https://example.com/leave')])
  .default('')
const file = z.union([z.literal(''), z.string().regex(COMPANY_FILE, 'a file that was added here')]).default('')
const colour = z.union([z.literal(''), z.string().refine(isColour, 'a colour such as #2456e6')]).default('')
const email = z.union([z.literal(''), z.email().max(254)]).default('')
const id = z.int().min(1).max(COMPANY_ID_MAX)

const profile = {
  subject: stated(200),
  registered_address: stated(300),
  english_address: stated(300),
  location: stated(100),
  number: stated(100),
  email,
  url: https,
  logo: file,
  accent_light: colour,
  accent_dark: colour,
  /** 0 open; otherwise clients are led to `loss_url`. */
  status: z.literal([0, 1]).default(0),
  loss_url: https,
}

type Closing = { readonly status: (typeof SITE_STATUS)[keyof typeof SITE_STATUS]; readonly loss_url: string }
const leads = ({ status, loss_url: lossUrl }: Closing) => status === SITE_STATUS.open || lossUrl !== ''
const LEADS_NOWHERE = { path: ['loss_url'], message: 'a closed site needs an address to lead to' }

export const operator = z
  .object({
    /** The name in the app; empty: Veritick. */
    brand: stated(40),
    /** The legal name of the contract party. */
    name: stated(120),
    law: stated(200),
    supervisor: stated(200),
    ...profile,
  })
  .refine(leads, LEADS_NOWHERE)
export type OperatorStated = z.output<typeof operator>

const company = z.object({ id, name: line(80).min(1), ...profile }).refine(leads, LEADS_NOWHERE)
export type CompanyStated = z.output<typeof company>

function list<Item extends z.ZodType<{ readonly id: number }>>(item: Item, max: number) {
  return z
    .array(item)
    .max(max)
    .refine((items) => new Set(items.map((each) => each.id)).size === items.length, 'an id stands twice')
}

export const companies = list(company, COMPANIES_MAX)

export const documents = list(
  z.object({
    id,
    /** 0: the operator. */
    company_id: z.int().min(0).max(COMPANY_ID_MAX),
    kind: z.literal(DOCUMENT_KINDS),
    title: stated(120),
    file: z.string().regex(COMPANY_FILE, 'a file that was added here'),
  }),
  DOCUMENTS_MAX,
)

export const claims = list(
  z
    .object({
      id,
      company_id: z.int().min(0).max(COMPANY_ID_MAX),
      kind: z.literal(CLAIM_KINDS),
      text: line(120).min(1),
      source: z.literal(CLAIM_SOURCES),
      measured_on: z.union([z.literal(''), z.iso.date()]).default(''),
    })
    .refine(({ source, measured_on: on }) => (source === 'measured') === (on !== ''), {
      path: ['measured_on'],
      message: 'a measured figure has the date of its measurement, a stated one has none',
    }),
  CLAIMS_MAX,
)

export const desktopHost = z.union([
  z.literal(''),
  z
    .string()
    .max(253)
    .regex(/^pc(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?){2,}$/, 'a host such as pc.example.com'),
])
