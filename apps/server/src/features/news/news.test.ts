/**
 * Articles from the first draft to the withdrawal, through both ports: who sees what and when, in which language, who
 * may do what, and that of two editors the second changes nothing.
 */
import { NEWS_PICTURES_MAX, newsPictureUrl, PAGE_SIZE } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { resealRow } from '@veritick/testing/reseal'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { ATTACKS } from '@veritick/testing/xss'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NEWS_REMEMBERED_MS } from './customer.ts'
import { NEWS_AHEAD_DAYS_MAX } from './news.ts'

type Shown = OfficeData<'newsFind'>

let server: TestServer
let carla: StaffCaller
let compliance: StaffCaller
let support: StaffCaller
let jpeg: Buffer

beforeAll(async () => {
  server = await openTestServer()
  carla = await staffed(server, 'content')
  compliance = await staffed(server, 'compliance')
  support = await staffed(server, 'support')
  jpeg = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#2456e6' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => server.close())

/** Shorter than a session of staff lasts without use. */
const SOON = 4 * 60_000
const DAY = 86_400_000
const why = { reason_text: 'agreed on Tuesday' }
const english = { language: 'en', title: 'Trading hours', summary: 'On 3 April', body: '<p>Closed.</p>' } as const
const arabic = { language: 'ar', title: 'ساعات التداول', summary: 'في 3 أبريل', body: '<p>مغلق.</p>' } as const
const now = () => server.context.runtime.now()

const draft = (more: Record<string, unknown> = {}) => ({ kind: 'news', picture: '', texts: [english], ...why, ...more })
const saved = async (more: Record<string, unknown> = {}): Promise<Shown> =>
  (await carla.asks('newsSave', draft(more))).data as Shown
const at = ({ id, version }: Shown) => ({ id, seen_version: version, ...why })
const published = async (more: Record<string, unknown> = {}) => carla.does('newsPublish', at(await saved(more)))

/** As a visitor of a language gets it, past what the server remembers. */
async function info(id: number, lang = 'en') {
  server.passWallTime(NEWS_REMEMBERED_MS)
  return (await server.visitor.asks('newsInfo', { id }, { lang })) as {
    reason?: string
    data: { title: string; content: string; language: string; created_at: string; logo: string }
    headers: Record<string, unknown>
  }
}
async function listed(category_id = 1, page = 1): Promise<number[]> {
  server.passWallTime(NEWS_REMEMBERED_MS)
  return (await server.visitor.does('newsList', { category_id, page } as never)).data.map(({ id }) => id)
}

describe('who sees what and when', () => {
  test('no visitor sees a draft or its picture', async () => {
    const picture = await uploaded()
    const { id, state } = await saved({ picture })
    expect(state).toBe('draft')
    expect((await info(id)).reason).toBe('news_unknown')
    expect(await listed()).not.toContain(id)
    expect((await seen(picture)).status).toBe(404)
  })

  test('a scheduled one appears at its moment and goes at its end, without any process', async () => {
    const picture = await uploaded()
    const made = await saved({ picture })
    const from = now() + SOON
    const row = await carla.does('newsPublish', { ...at(made), publish_at: from, end_at: from + SOON })
    expect(row).toMatchObject({ state: 'scheduled', publish_at: from, version: 2 })
    expect([(await info(made.id)).reason, (await seen(picture)).status]).toEqual(['news_unknown', 404])
    server.passWallTime(SOON)
    const answer = await info(made.id)
    expect(answer.data).toMatchObject({
      title: 'Trading hours',
      content: '<p>Closed.</p>',
      logo: newsPictureUrl(picture),
      created_at: new Date(from).toISOString(),
    })
    expect(await listed()).toContain(made.id)
    expect((await seen(picture)).status).toBe(200)
    server.passWallTime(SOON)
    expect((await info(made.id)).reason).toBe('news_unknown')
    expect(await listed()).not.toContain(made.id)
    expect((await seen(picture)).status).toBe(404)
    expect((await carla.does('newsFind', { id: made.id })).state).toBe('ended')
  })

  test('a withdrawn one is gone at once, also for a reader who was just answered', async () => {
    const row = await published()
    expect((await info(row.id)).reason).toBeUndefined()
    await compliance.does('newsWithdraw', at(row))
    expect(await server.visitor.reason('newsInfo', { id: row.id })).toBe('news_unknown')
  })

  test.each([0, -1, 2_147_483_648, 1.5, 'x', '1 or 1=1', undefined])('the id %j is refused', async (id) => {
    expect(await server.visitor.reason('newsInfo', { id })).toMatch(/^(?:number|parameter)_/)
  })
  test('an unknown id is refused like a draft', async () => {
    expect(await server.visitor.reason('newsInfo', { id: 987_654 })).toBe('news_unknown')
  })
  test.each([0, 4, 'news'])('the category %j is refused', async (category_id) => {
    expect(await server.visitor.reason('newsList', { category_id })).not.toBe('good')
  })

  test('the kinds stay apart, and news is what is asked for without a kind', async () => {
    const [news, announcement, banner] = [
      await published(),
      await published({ kind: 'announcement' }),
      await published({ kind: 'banner', texts: [{ ...english, body: '' }] }),
    ]
    expect([await listed(1), await listed(2), await listed(3)]).toEqual([
      expect.arrayContaining([news.id]),
      [announcement.id],
      [banner.id],
    ])
    const { data } = await server.visitor.does('newsList', {})
    expect(data.map(({ id }) => id)).toContain(news.id)
  })

  test('the answer may be kept for a short time, a refusal not', async () => {
    const { id } = await published()
    const good = await info(id)
    expect([good.headers['cache-control'], good.headers.vary]).toEqual(['public, max-age=30', 'lang'])
    expect((await info(987_654)).headers['cache-control']).toBe('no-store')
  })
})

describe('languages', () => {
  test('the reader’s own, otherwise English; the answer says which', async () => {
    const { id } = await published({ texts: [english, arabic] })
    expect((await info(id, 'ar')).data).toMatchObject({ title: arabic.title, content: arabic.body, language: 'ar' })
    expect((await info(id, 'de')).data).toMatchObject({ title: english.title, language: 'en' })
  })

  test.each([
    [[], 'news_text_missing'],
    [[arabic], 'news_text_missing'],
    [[{ ...english, title: ' ' }], 'news_text_missing'],
    [[english, { ...arabic, title: '' }], 'news_text_missing'],
    [[english, english], 'parameter_doubled'],
    [[{ ...english, language: 'xx' }], 'parameter_not_allowed'],
    [[{ ...english, title: 'x'.repeat(121) }], 'parameter_too_long'],
    [[{ ...english, body: 'x'.repeat(10_001) }], 'parameter_too_long'],
    ['texts', 'parameter_wrong_type'],
  ])('%j is refused as %s', async (texts, reason) => {
    expect(await carla.reason('newsSave', draft({ texts }))).toBe(reason)
  })

  test('a language that was left empty is left out', async () => {
    const row = await saved({ texts: [english, { language: 'jp', title: '', summary: ' ', body: '' }] })
    expect(row.languages).toEqual(['en'])
  })

  test('without a text nothing but a banner is published', async () => {
    const row = await saved({ texts: [{ ...english, body: '' }] })
    expect(await carla.reason('newsPublish', at(row))).toBe('news_text_missing')
  })
})

describe('changes', () => {
  test('each is in the audit log with who and why, and each version of the texts is kept', async () => {
    const first = await saved()
    const second = await carla.does('newsSave', { ...draft({ texts: [arabic, english] }), ...at(first) } as never)
    const third = await carla.does('newsPublish', at(second))
    const fourth = await compliance.does('newsWithdraw', { ...at(third), reason_text: 'a wrong date' })
    await carla.does('newsReopen', at(fourth))
    const { data } = await compliance.does('auditList', { subject_kind: 'news', subject: String(first.id) })
    expect(data.map(({ action, role, reason_text }) => [action, role, reason_text])).toEqual([
      ['news_reopen', 'content', why.reason_text],
      ['news_withdraw', 'compliance', 'a wrong date'],
      ['news_publish', 'content', why.reason_text],
      ['news_save', 'content', why.reason_text],
      ['news_create', 'content', why.reason_text],
    ])
    const rows = await server.context.store.query<{ version: number; language: string }>(
      'select version, language from news_texts where news_id = $1 order by version, language',
      [first.id],
    )
    expect(rows.map(({ version, language }) => `${version} ${language}`)).toEqual(['1 en', '2 ar', '2 en'])
    await expect(server.context.store.query('update news_texts set title = $1', ['x'])).rejects.toThrow('append-only')
  })

  test('of two editors the second is refused, and nothing of the second is stored', async () => {
    const row = await saved()
    await carla.does('newsSave', { ...draft(), ...at(row) } as never)
    const late = draft({ ...at(row), texts: [{ ...english, title: 'Too late' }] })
    expect(await carla.reason('newsSave', late)).toBe('news_changed_meanwhile')
    expect(await carla.reason('newsSave', { ...late, seen_version: undefined })).toBe('news_changed_meanwhile')
    expect(await carla.reason('newsPublish', at(row))).toBe('news_changed_meanwhile')
    expect(await carla.does('newsFind', { id: row.id })).toMatchObject({ title: 'Trading hours', version: 2 })
  })

  test('fifty times at once is one, by one key or by fifty', async () => {
    const row = await saved()
    const all = await Promise.all(Array.from({ length: 50 }, () => carla.reason('newsPublish', at(row))))
    expect(all.filter((reason) => reason === 'good')).toHaveLength(1)
    const { total } = await carla.does('newsList', {})
    const key = { 'idempotency-key': 'article of march' }
    await Promise.all(Array.from({ length: 50 }, () => carla.asks('newsSave', draft(), key)))
    await server.context.store.query('delete from stored_answers')
    await carla.asks('newsSave', draft(), key)
    expect((await carla.does('newsList', {})).total).toBe(total + 1)
  })

  test('a transition from another state is refused', async () => {
    const row = await published()
    expect(await carla.reason('newsPublish', at(row))).toBe('news_state_wrong')
    expect(await carla.reason('newsReopen', at(row))).toBe('news_state_wrong')
    const withdrawn = await carla.does('newsWithdraw', at(row))
    expect(await carla.reason('newsWithdraw', at(withdrawn))).toBe('news_state_wrong')
    expect(await carla.reason('newsSave', draft(at(withdrawn)))).toBe('news_state_wrong')
    expect(await carla.reason('newsSave', draft({ ...at(withdrawn), id: 987_654 }))).toBe('news_unknown')
  })

  test('the kind of an article cannot change', async () => {
    expect(await carla.reason('newsSave', draft({ ...at(await saved()), kind: 'banner' }))).toBe(
      'parameter_not_allowed',
    )
  })

  test.each([
    ['in the past', (from: number) => ({ publish_at: from - 1_000 })],
    ['too far ahead', (from: number) => ({ publish_at: from + (NEWS_AHEAD_DAYS_MAX + 1) * DAY })],
    ['an end before the start', (from: number) => ({ publish_at: from + SOON, end_at: from + SOON })],
    ['an end in the past', (from: number) => ({ end_at: from - 1 })],
  ])('a time %s is refused', async (_name, times) => {
    const row = await saved()
    expect(await carla.reason('newsPublish', { ...at(row), ...times(now()) })).toBe('news_time_wrong')
    expect((await carla.does('newsFind', { id: row.id })).state).toBe('draft')
  })

  test('a reason is needed', async () => {
    expect(await carla.reason('newsSave', draft({ reason_text: ' ' }))).toBe('reason_missing')
  })
})

describe('attacks', () => {
  const LINK = 'href="https://ok\\.example"|rel="noopener noreferrer"|target="_blank"'
  const PLAIN = new RegExp(`^</?(?:p|br|strong|a|blockquote|table|tbody|tr|td)(?: (?:${LINK}))* ?/?>$`)

  test.each(ATTACKS)('$name is harmless in the preview, in the store and in the answer', async ({ html }) => {
    if (html.includes('\u0000')) return expect(await carla.reason('newsPreview', { body: html })).toBe('body_malformed')
    const { body } = await carla.does('newsPreview', { body: html })
    const { id, texts } = await published({ texts: [{ ...english, body: `<p>x</p>${html}` }] })
    const { content } = (await info(id)).data
    for (const each of [body, texts[0]?.body ?? '', content])
      for (const [tag] of each.matchAll(/<[^>]*>?/g)) expect(tag).toMatch(PLAIN)
  })

  test('a body that was stored before the list grew shorter is sanitised when it is shown', async () => {
    const { id } = await published()
    await server.context.store.query('insert into news_texts values ($1, 9, $2, $3, $4, $5)', [
      id,
      'en',
      'Old',
      '',
      '<p onclick="alert(1)">Hours<script>alert(1)</script></p>',
    ])
    await server.context.store.query('update news set text_version = 9 where news_id = $1', [id])
    const { store, encryption } = server.context
    await store.background.transaction(async ({ query }) => {
      await query('set local session_replication_role = replica')
      const parts = { query, encryption }
      await resealRow(parts, 'news', { news_id: id })
      await resealRow(parts, 'news_texts', { news_id: id, version: 9, language: 'en' })
    })
    expect((await info(id)).data.content).toBe('<p>Hours</p>')
  })
})

describe('permissions', () => {
  test('support reads, compliance withdraws and writes nothing', async () => {
    const row = await saved()
    expect((await support.does('newsFind', { id: row.id })).title).toBe('Trading hours')
    expect(await support.reason('newsPublish', at(row))).toBe('not_permitted')
    expect(await compliance.reason('newsSave', draft())).toBe('not_permitted')
    expect((await compliance.does('newsPublish', at(row))).state).toBe('published')
  })
})

describe('lists', () => {
  test('pages of the newest first, each article once, until the total', async () => {
    const before = await listed(2)
    const made: number[] = []
    for (let count = 0; count < PAGE_SIZE + 2; count++) made.push((await published({ kind: 'announcement' })).id)
    const [first, second] = [await listed(2, 1), await listed(2, 2)]
    expect([...first, ...second]).toEqual([...made.reverse(), ...before])
    expect((await server.visitor.does('newsList', { category_id: 2 })).total).toBe(made.length + before.length)
    expect(await listed(2, 3)).toEqual([])
  })

  test('of the office: by kind, state and part of a title', async () => {
    const odd = await saved({ kind: 'banner', texts: [{ ...english, title: '100% of_it' }] })
    const found = async (params: Record<string, unknown>) =>
      (await support.does('newsList', params as never)).data.map(({ id }) => id)
    expect(await found({ title: '% OF_' })).toEqual([odd.id])
    expect(await found({ kind: 'banner', state: 'draft' })).toEqual([odd.id])
    expect(await found({ kind: 'banner', state: 'withdrawn' })).toEqual([])
    for (const state of ['draft', 'scheduled', 'published', 'ended', 'withdrawn'] as const)
      for (const row of (await support.does('newsList', { state })).data) expect(row.state).toBe(state)
  })
})

describe('pictures', () => {
  test('belong to one article, and come from our own uploads', async () => {
    const picture = await uploaded()
    const { pictures } = await saved({ picture })
    expect(pictures).toEqual([picture])
    expect(await carla.reason('newsSave', draft({ picture }))).toBe('picture_used')
    expect(await carla.reason('newsSave', draft({ picture: 'f'.repeat(32) }))).toBe('picture_unknown')
    expect(await carla.reason('newsSave', draft({ picture: '../secret' }))).toBe('parameter_not_allowed')
  })

  test('of a body are seen while it is published, and not after they left it', async () => {
    const picture = await uploaded()
    const body = `<p>See</p><img src="${newsPictureUrl(picture)}" alt="Hours">`
    const row = await published({ texts: [{ ...english, body }] })
    const answer = await seen(picture)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    await carla.does('newsSave', { ...draft(), ...at(row) } as never)
    expect((await seen(picture)).status).toBe(404)
  })

  test('are read once for all visitors while they are published, and not after', async () => {
    const picture = await uploaded()
    const row = await published({ picture })
    const { store, files } = server.context
    const [open, select] = [vi.spyOn(files, 'open'), vi.spyOn(store.db, 'select')]
    const all = await Promise.all(Array.from({ length: 9 }, () => seen(picture)))
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200))
    expect([open.mock.calls.length, select.mock.calls.length]).toEqual([1, 1])
    const etag = all[0]?.headers.get('etag') ?? ''
    const again = () => fetch(server.url + newsPictureUrl(picture), { headers: { 'if-none-match': etag } })
    expect([(await again()).status, (await seen(picture)).status]).toEqual([304, 200])
    expect(select).toHaveBeenCalledTimes(1)
    server.passWallTime(NEWS_REMEMBERED_MS)
    expect([(await again()).status, (await seen(picture)).status]).toEqual([304, 200])
    // Only whether its article is still published.
    expect([open.mock.calls.length, select.mock.calls.length]).toEqual([1, 2])
    vi.restoreAllMocks()
    await compliance.does('newsWithdraw', at(row))
    expect([(await again()).status, (await seen(picture)).status]).toEqual([404, 404])
  })

  test('are taken from staff who write, from a page of the office, and only pictures', async () => {
    const sent = (who: StaffCaller, headers: Record<string, string> = {}, body: string | Uint8Array = jpeg) =>
      who.raw('POST', '/office/news/picture', { headers: { 'content-type': 'image/jpeg', ...headers }, body })
    expect((await sent(carla)).code).toBe(1)
    expect((await sent(compliance)).reason).toBe('not_permitted')
    expect((await sent(carla, { origin: 'https://evil.example' })).reason).toBe('cross_site_refused')
    expect((await sent(carla, { 'x-csrf-token': 'wrong' })).reason).toBe('cross_site_refused')
    expect((await sent(carla, {}, '<svg onload=alert(1)>')).reason).toBe('picture_type_unknown')
    expect((await sent(carla, { 'content-type': 'image/svg+xml' })).reason).toBe('body_type_unknown')
  })

  test('look the session up once', async () => {
    const query = vi.spyOn(server.context.store, 'query')
    await uploaded()
    const lookups = query.mock.calls.filter(([statement]) => statement.includes('from staff_sessions'))
    query.mockRestore()
    expect(lookups).toHaveLength(1)
  })

  test('of a customer are not shown by it, and the office needs a session', async () => {
    for (const path of ['/api/news/picture/..%2f..%2fkeys', `/api/news/picture/${'0'.repeat(32)}`])
      expect((await fetch(server.url + path)).status).toBe(404)
    expect((await fetch(`${server.officeUrl}/office/news/picture/${await uploaded()}`)).status).toBe(404)
  })

  test('are few for one article', async () => {
    const many = await Promise.all(Array.from({ length: NEWS_PICTURES_MAX + 1 }, uploaded))
    const body = many.map((picture) => `<img src="${newsPictureUrl(picture)}" alt="">`).join('')
    expect(await carla.reason('newsSave', draft({ texts: [{ ...english, body }] }))).toBe('too_many_pictures')
  })
})

async function uploaded(): Promise<string> {
  const headers = { 'content-type': 'image/jpeg' }
  const { data } = await carla.raw('POST', '/office/news/picture', { headers, body: jpeg })
  return (data as { picture: string }).picture
}
const seen = (picture: string) => fetch(server.url + newsPictureUrl(picture))
