/** Companies as the app reads them. An empty text: the operator has not stated it. */
import { z } from 'zod'
import { CLAIM_KINDS, CLAIM_SOURCES, DOCUMENT_KINDS } from '../company.ts'
import { count } from './values.ts'

const accent = z
  .object({ light: z.string(), dark: z.string() })
  .nullable()
  .meta({ description: '#rrggbb in each theme; null: the accent of the app' })

const brand = z.object({
  id: count.meta({ description: '0: the main site' }),
  name: z.string(),
  logo: z.string().meta({ description: 'Path of a picture; empty: none' }),
  accent,
})

const row = z.object({
  id: count,
  name: z.string(),
  logo: z.string(),
  url: z.string().meta({ description: 'Own site, https; empty: none' }),
  subject: z.string().meta({ description: 'Business of the company' }),
  registered_address: z.string(),
  location: z.string(),
  email: z.string(),
})

export const companyStatus = z.object({
  status: z.int().meta({ description: '0: open; otherwise clients go to loss_url' }),
  type: z.int().meta({ description: '0: the main site with its company search' }),
  loss_url: z.string().meta({ description: 'https, as the operator set it; empty: none' }),
  desktop_host: z.string().meta({ description: 'Host for desktop browsers; empty: none' }),
  company: brand,
})

export const companyList = z.array(row)

export const company = row.extend({
  number: z.string().meta({ description: 'Registration number' }),
  english_address: z.string(),
  accent,
  documents: z.array(
    z.object({
      id: count,
      kind: z.literal(DOCUMENT_KINDS),
      title: z.string(),
      url: z.string(),
      type: z.literal(['picture', 'pdf']),
    }),
  ),
  claims: z.array(
    z.object({
      id: count,
      kind: z.literal(CLAIM_KINDS),
      text: z.string(),
      source: z.literal(CLAIM_SOURCES),
      measured_on: z.string().meta({ description: 'YYYY-MM-DD; empty: not measured' }),
    }),
  ),
  operator: z
    .object({
      name: z.string(),
      registered_address: z.string(),
      number: z.string(),
      law: z.string(),
      supervisor: z.string(),
      email: z.string(),
    })
    .meta({ description: 'The party to the contract with the customer, also on the site of another company' }),
})
