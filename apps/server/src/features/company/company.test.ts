/** Companies from the office to the app: what a visitor reads, what is refused, and what a text can never do. */
import { createHash } from 'node:crypto'
import { isSafeHttps, OPERATOR_NOT_STATED } from '@veritick/contract'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { manifestOf } from '../../http/company-files.ts'
import { claims, companies, desktopHost, operator } from '../settings/companies.ts'

let server: TestServer
let ada: StaffCaller

beforeAll(async () => {
  server = await openTestServer()
  ada = await staffed(server, 'admin')
})
afterAll(() => server.close())

async function set(key: string, value: unknown, who: StaffCaller = ada): Promise<string> {
  const { data } = await ada.does('settingList', {})
  const seen_version = data.find((each) => each.key === key)?.version ?? 0
  return who.reason('settingChange', { key, value, seen_version, reason_text: 'as the register says' })
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const SEAL = Buffer.concat([PNG, Buffer.from('a seal')])
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')
const add = (bytes: Buffer) =>
  ada.asks('companyFileAdd', { content: bytes.toString('base64'), reason_text: 'scan of the register' })
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const NORTH = {
  ...{ id: 7, name: 'North Markets', subject: 'Brokerage', registered_address: '1 Quay Street', number: 'HE 1' },
  ...{ url: 'https://north.example', email: 'help@north.example' },
}

describe('before the operator has entered a profile', () => {
  test('the main site answers under its own name and invents nothing', async () => {
    expect(await server.visitor.does('getCompanyStatus', {})).toEqual({
      ...{ status: 0, type: 1, loss_url: '', desktop_host: '' },
      company: { id: 0, name: 'Veritick', logo: '', accent: null },
    })
    const { name, documents, claims: stated, operator: party, ...rest } = await server.visitor.does('getCompany', {})
    expect([name, documents, stated]).toEqual(['Veritick', [], []])
    expect(new Set(Object.values(party))).toEqual(new Set(['']))
    expect(rest.registered_address).toBe('')
    expect(await server.visitor.does('companySearch', { name: '' })).toEqual([])
  })
})

describe('once companies are described', () => {
  beforeAll(async () => {
    expect(await set('companies', [NORTH, { id: 9, name: 'Südbank', subject: 'Ｆｏｒｅｘ' }])).toBe('good')
  })

  test('the main site has a search, by part of a name or subject, without regard to case', async () => {
    expect((await server.visitor.does('getCompanyStatus', {})).type).toBe(0)
    const names = async (name: string) =>
      (await server.visitor.does('companySearch', { name })).map((each) => each.name)
    expect(await names('')).toEqual(['North Markets', 'Südbank'])
    expect(await names('NORTH')).toEqual(['North Markets'])
    expect(await names('forex')).toEqual(['Südbank'])
    expect(await names('%')).toEqual([])
    expect(await names('.*')).toEqual([])
  })

  test.each([
    ['the query', '?company_id=7', '', 7],
    ['the cookie', '', 'company_id=7', 7],
    ['the query before the cookie', '?company_id=9', 'company_id=7', 9],
    ['0: the main site', '?company_id=0', 'company_id=7', 0],
    ['a company that is gone', '', 'company_id=8', 0],
    ['a cookie with a sign', '', 'company_id=-7', 0],
    ['a cookie with leading zeros', '', 'company_id=007', 0],
    ['a cookie with more than digits', '', 'company_id=7%20or%201', 0],
  ])('%s says which company is shown', async (_name, query, cookie, id) => {
    for (const call of ['getCompany', 'getCompanyStatus']) {
      const headers = cookie === '' ? {} : { cookie }
      const { data } = await server.visitor.raw('GET', `/api/company/${call}${query}`, { headers })
      expect(
        (call === 'getCompany' ? (data as { id: number }) : (data as { company: { id: number } }).company).id,
      ).toBe(id)
    }
  })

  test.each(['-1', '1.5', '1e3', 'seven', '9999999999'])('company_id=%s is refused', async (id) => {
    const { code } = await server.visitor.raw('GET', `/api/company/getCompany?company_id=${id}`)
    expect(code).not.toBe(1)
  })

  test('the manifest carries the name of the company', async () => {
    const manifest = async (query: string) => (await fetch(`${server.url}/manifest.json${query}`)).text()
    const named = await manifest('?company_id=7')
    // Without a built app there is no manifest to name.
    if (named.includes('start_url')) {
      expect(JSON.parse(named)).toMatchObject({ name: 'North Markets', short_name: 'North Markets' })
      expect(JSON.parse(await manifest(''))).toMatchObject({ name: 'Veritick' })
    }
  })

  test('the pictures of the installed app are sent under our own name only', () => {
    const built = { name: 'Veritick', screenshots: [{ src: '/screenshots/list.webp' }], display: 'standalone' }
    expect(JSON.parse(manifestOf(built, 'Veritick'))).toEqual({ ...built, short_name: 'Veritick' })
    expect(JSON.parse(manifestOf(built, 'North Markets'))).toEqual({
      name: 'North Markets',
      short_name: 'North Markets',
      display: 'standalone',
    })
  })

  test('a closed company leads to its own address, never to one of the request', async () => {
    const closed = { ...NORTH, status: 1, loss_url: 'https://north.example/closed' }
    expect(await set('companies', [closed])).toBe('good')
    const { data } = await server.visitor.raw(
      'GET',
      '/api/company/getCompanyStatus?company_id=7&loss_url=https://evil.example',
    )
    expect(data).toMatchObject({ status: 1, loss_url: 'https://north.example/closed' })
    expect(await server.visitor.does('companySearch', {})).toEqual([])
    expect((await server.visitor.does('getCompanyStatus', {})).loss_url).toBe('')
    expect(await set('companies', [NORTH])).toBe('good')
  })

  test('an accent that cannot be read in one theme is not used in any', async () => {
    const accentOf = async (light: string, dark: string) => {
      expect(await set('companies', [{ ...NORTH, accent_light: light, accent_dark: dark }])).toBe('good')
      return (await server.visitor.does('getCompanyStatus', { company_id: 7 })).company.accent
    }
    expect(await accentOf('#0b6b3a', '#5fd39a')).toEqual({ light: '#0b6b3a', dark: '#5fd39a' })
    expect(await accentOf('#0b6b3a', '#0b6b3a')).toBeNull()
    expect(await accentOf('#ffee00', '#5fd39a')).toBeNull()
  })
})

test.each([
  'http://north.example',
  'https://north.example@evil.example',
  'https://user:pass@evil.example',
  '//evil.example',
  '/\\evil.example',
  'https:\\\\evil.example',
  'https:evil.example',
  'https://evil.example\\@north.example',
  ' https://evil.example',
  'https://evil.example\n',
  'https://ev\til.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://x.example',
  'data:text/html,<script>alert(1)</script>',
  'https://evil.example/"onload="x',
  'https://localhost',
  'https://[::1]/',
  'https://аpple.example',
])('%j is no address to lead customers to', async (address) => {
  expect(isSafeHttps(address)).toBe(false)
  const stated = { ...OPERATOR_NOT_STATED, status: 1, loss_url: address }
  expect(operator.safeParse(stated).success).toBe(false)
  expect(await set('operator', stated)).toBe('setting_invalid')
  expect((await server.visitor.does('getCompanyStatus', { company_id: 0 })).loss_url).toBe('')
})

test.each(['https://north.example/closed?from=app', 'https://a-b.example.co.uk:8443/x'])('%s is one', (address) => {
  expect(isSafeHttps(address)).toBe(true)
})

describe('what staff state', () => {
  test('a closed site needs an address, and an id stands once', () => {
    expect(operator.safeParse({ ...OPERATOR_NOT_STATED, status: 1 }).success).toBe(false)
    expect(companies.safeParse([NORTH, NORTH]).success).toBe(false)
  })

  test('a measured figure has its date, a stated one has none', () => {
    const figure = { id: 1, company_id: 0, kind: 'orders_per_second', text: '40,000 orders a second' } as const
    const read = (rest: object) => claims.safeParse([{ ...figure, ...rest }]).success
    expect(read({ source: 'measured', measured_on: '2026-11-20' })).toBe(true)
    expect(read({ source: 'measured' })).toBe(false)
    expect(read({ source: 'measured', measured_on: '2026-02-30' })).toBe(false)
    expect(read({ source: 'operator', measured_on: '2026-11-20' })).toBe(false)
    expect(read({ source: 'operator' })).toBe(true)
  })

  test.each([
    ['pc.example.com', true],
    ['', true],
    ['m.example.com', false],
    ['pc.com', false],
    ['https://pc.example.com', false],
    ['pc.example.com/x', false],
  ])('desktop host %j: %s', (host, isGood) => {
    expect(desktopHost.safeParse(host).success).toBe(isGood)
  })

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "';drop table companies;--",
    '</title><svg onload=alert(1)>',
    '{{constructor.constructor("alert(1)")()}}',
    '\\u003cscript\\u003e',
  ])('the text %j is answered as JSON text and changes nothing else', async (text) => {
    expect(await set('companies', [{ ...NORTH, name: text, registered_address: text, subject: text }])).toBe('good')
    const response = await fetch(`${server.url}/api/company/getCompany?company_id=7`)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const { data } = (await response.json()) as { data: { name: string; registered_address: string } }
    expect([data.name, data.registered_address]).toEqual([text, text])
    expect(await server.visitor.does('companySearch', { name: text })).toHaveLength(1)
  })

  test.each(['North\u202eMarkets', 'North\u200bMarkets', 'North\u0007', 'North\nMarkets'])(
    'the name %j is refused: it reads as another one',
    async (name) => {
      expect(await set('companies', [{ ...NORTH, name }])).toBe('setting_invalid')
    },
  )

  test('only an admin changes it, the audit has it, and staff are told by mail', async () => {
    const content = await staffed(server, 'content')
    expect(await set('operator', OPERATOR_NOT_STATED, content)).toBe('not_permitted')
    expect(await set('operator', { ...OPERATOR_NOT_STATED, name: 'North Markets Ltd' })).toBe('good')
    const { data } = await ada.does('auditList', { action: 'setting_change' })
    expect(data[0]).toMatchObject({ subject: 'operator' })
    const [row] = await server.context.store.query<{ mails: string }>('select count(*) as mails from messages')
    expect(Number(row?.mails)).toBeGreaterThan(0)
    expect((await server.visitor.does('getCompany', { company_id: 7 })).operator.name).toBe('North Markets Ltd')
  })
})

describe('files', () => {
  test('a document opens once a setting names it, as what it is, in a sandbox', async () => {
    expect((await add(PDF)).data).toEqual({ file: hashOf(PDF), media: 'application/pdf', size: PDF.length })
    expect((await add(PNG)).code).toBe(1)
    const open = (bytes: Buffer) => fetch(`${server.url}/api/company/file/${hashOf(bytes)}`)
    expect((await open(PDF)).status).toBe(404)
    const documents = [
      { id: 1, company_id: 0, kind: 'policy', title: 'Order policy', file: hashOf(PDF) },
      { id: 2, company_id: 0, kind: 'seal', title: '', file: hashOf(PNG) },
      { id: 3, company_id: 0, kind: 'seal', title: 'Not stored', file: 'a'.repeat(64) },
    ]
    expect(await set('company_documents', documents)).toBe('good')
    const shown = (await server.visitor.does('getCompany', { company_id: 0 })).documents
    expect(shown.map(({ id, type }) => [id, type])).toEqual([
      [1, 'pdf'],
      [2, 'picture'],
    ])
    const [pdf, png] = [await open(PDF), await open(PNG)]
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(pdf.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(Buffer.from(await pdf.arrayBuffer()).equals(PDF)).toBe(true)
    expect(png.headers.get('content-type')).toBe('image/png')
    for (const { headers } of [pdf, png]) {
      expect(headers.get('content-security-policy')).toContain('sandbox')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('a document is read once for all visitors, and a browser that has it gets its headers only', async () => {
    const select = vi.spyOn(server.context.store.db, 'select')
    const url = `${server.url}/api/company/file/${hashOf(SEAL)}`
    expect((await add(SEAL)).code).toBe(1)
    const documents = [{ id: 1, company_id: 0, kind: 'seal', title: '', file: hashOf(SEAL) }]
    expect(await set('company_documents', documents)).toBe('good')
    select.mockClear()
    const all = await Promise.all(Array.from({ length: 9 }, () => fetch(url)))
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200))
    expect(select).toHaveBeenCalledTimes(1)
    const etag = all[0]?.headers.get('etag') ?? ''
    const again = await fetch(url, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    const other = await fetch(url, { headers: { 'if-none-match': '"other"' } })
    expect(Buffer.from(await other.arrayBuffer()).equals(SEAL)).toBe(true)
    expect(select).toHaveBeenCalledTimes(1)
    select.mockRestore()
    expect(await set('company_documents', [])).toBe('good')
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(404)
  })

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'company_file_unknown'],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'company_file_unknown'],
    ['HTML before a PDF', Buffer.from('<script>alert(1)</script>%PDF-1.4'), 'company_file_unknown'],
    ['an empty file', Buffer.from(' '), 'company_file_unknown'],
  ])('%s is refused', async (_name, bytes, reason) => {
    expect((await add(bytes)).reason).toBe(reason)
  })

  test('text that is not base64 is refused, and a file above the limit too', async () => {
    const asked = (content: string) => ada.reason('companyFileAdd', { content, reason_text: 'a scan' })
    expect(await asked('%%%')).toBe('parameter_wrong_type')
    const large = Buffer.concat([PDF, Buffer.alloc(3_145_728)])
    expect(await asked(large.toString('base64'))).toBe('parameter_too_long')
    const fits = Buffer.concat([PDF, Buffer.alloc(3_145_728 - PDF.length)])
    expect(await asked(fits.toString('base64'))).toBe('good')
  })

  test('staff without a session read no file at the office', async () => {
    const path = `/office/company/file/${hashOf(PDF)}`
    expect((await fetch(server.officeUrl + path)).status).toBe(404)
    const headers = { cookie: ada.cookie ?? '' }
    expect((await fetch(server.officeUrl + path, { headers })).headers.get('content-type')).toBe('application/pdf')
  })
})
