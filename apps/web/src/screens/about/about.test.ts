/** The company page: stated facts only, safe links only, documents in their order. */
import type { Company } from '@veritick/contract'
import { dictionaryOf } from '@veritick/locales/all'
import { describe, expect, it } from 'vitest'
import {
  besideEachOther,
  byStatement,
  documentsInOrder,
  type Fact,
  factsOf,
  linkOf,
  partyOf,
  sourceOf,
} from './about.ts'

const NOTHING: Company = {
  ...{ id: 0, name: 'Veritick', logo: '', url: '', subject: '', registered_address: '', location: '', email: '' },
  ...{ number: '', english_address: '', accent: null, documents: [], claims: [] },
  operator: { name: '', registered_address: '', number: '', law: '', supervisor: '', email: '' },
}

it('a new platform states only its name', () => {
  expect(factsOf(NOTHING).filter(({ value }) => value !== undefined)).toEqual([
    { name: 'name', value: 'Veritick', link: undefined },
  ])
  expect(partyOf(NOTHING).every(({ value, link }) => value === undefined && link === undefined)).toBe(true)
})

describe('links', () => {
  it.each([
    ['url', 'https://north.example', 'https://north.example'],
    ['url', 'http://north.example', undefined],
    ['url', 'javascript:alert(1)', undefined],
    ['url', 'data:text/html,<script>alert(1)</script>', undefined],
    ['email', 'help@north.example', 'mailto:help@north.example'],
    ['email', 'help@north.example?bcc=evil@evil.example', undefined],
    ['email', '"><img src=x onerror=alert(1)>', undefined],
    ['registered_address', 'https://north.example', undefined],
    ['name', '<a href="javascript:alert(1)">North</a>', undefined],
  ] as const)('%s %j: %s', (name, stated, link) => expect(linkOf(name, stated)).toBe(link))
})

it('documents are ordered by kind', () => {
  const document = (id: number, kind: 'seal' | 'policy' | 'registration_certificate') =>
    ({ id, kind, title: '', url: '', type: 'pdf' }) as const
  const given = [
    document(1, 'seal'),
    document(2, 'policy'),
    document(3, 'registration_certificate'),
    document(4, 'policy'),
  ]
  expect(documentsInOrder(given).map(({ id }) => id)).toEqual([3, 2, 4, 1])
})

it('a measured claim needs its date', () => {
  const figure = { id: 1, kind: 'countries', text: '12 countries' } as const
  expect(sourceOf({ ...figure, source: 'measured', measured_on: '2026-11-20' })).toEqual({
    kind: 'measured',
    date: '2026-11-20',
  })
  expect(sourceOf({ ...figure, source: 'operator', measured_on: '' })).toEqual({ kind: 'operator' })
})

it('missing facts are listed together', () => {
  const facts = [{ name: 'name', value: 'Veritick' }, { name: 'subject' }, { name: 'location' }] as unknown as Fact[]
  const { stated, missing } = byStatement(facts)
  expect(stated.map(({ name }) => name)).toEqual(['name'])
  expect(missing.map(({ name }) => name)).toEqual(['subject', 'location'])
})

it('names of facts stand beside each other with their capitals, without the commas of a sentence', () => {
  const german = dictionaryOf('de').words.company ?? {}
  const names = [german.fact_number ?? '', german.fact_registered_address ?? '', german.fact_law ?? '']
  expect(besideEachOther(names)).toBe('Registernummer\u00a0· Eingetragener Sitz\u00a0· Anwendbares Recht')
})
