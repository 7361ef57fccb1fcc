/**
 * An attacker with write access to the store writes or changes what customers read: articles, their texts, canned
 * answers, files of the operator. No customer sees it, the office says so, and the log names each row once (decision
 * 157). On the embedded store, where no watch of the objects refuses what the attacker prepares
 * (changed-while-running.test.ts).
 */
import { startOn } from '@veritick/testing/server-on'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import type { TestServer } from '@veritick/testing/test-server'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ShownRows } from '../../services/seals/index.ts'
import { openCompanyFiles } from '../company/index.ts'
import { NEWS_REMEMBERED_MS } from './customer.ts'

const reason_text = 'agreed on Tuesday'
const FALSE = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
const english = { language: 'en', title: 'Hours', summary: 'In April', body: '<p>As always.</p>' } as const
const arabic = { language: 'ar', title: 'ساعات', summary: '', body: '<p>مغلق.</p>' } as const

let location: StoreLocation
let server: TestServer
let carla: StaffCaller
let sue: StaffCaller

beforeAll(async () => {
  location = await openLocation('embedded', ['simulated'])
  server = await startOn(location)
  carla = await staffed(server, 'content')
  sue = await staffed(server, 'support')
}, 120_000)
afterAll(async () => {
  await server.close()
  await location.clean()
})

const sql = (statement: string, values: readonly (string | number)[] = []) =>
  server.context.store.background.transaction(async ({ query }) => {
    await query('set local session_replication_role = replica')
    return query<Record<string, number>>(statement, [...values])
  })
const saved = async (kind: string) => {
  const draft = { kind, picture: '', texts: [english, arabic], reason_text }
  return (await carla.asks('newsSave', draft)).data as { id: number; version: number }
}
const published = async (kind = 'announcement') => {
  const { id, version } = await saved(kind)
  return carla.does('newsPublish', { id, seen_version: version, reason_text })
}
/** As a visitor sees it, past what the server remembers: the article, and its place in the list. */
async function seen(id: number, lang = 'en') {
  server.passWallTime(NEWS_REMEMBERED_MS)
  const info = await server.visitor.asks('newsInfo', { id }, { lang })
  const list = (await server.visitor.asks('newsList', { category_id: 2 }, { lang })).data as {
    data: readonly { id: number; title: string }[]
  }
  const { title, content = '' } = (info.data ?? {}) as { title?: string; content?: string }
  return { reason: info.reason, title, content, listed: list.data.find((row) => row.id === id)?.title }
}
const HIDDEN = { reason: 'news_unknown', title: undefined, content: '', listed: undefined }

test('no visitor sees an announcement that an attacker inserted, and the office shows it as changed', async () => {
  const [row] = await sql(
    `insert into news (kind, state, version, text_version, publish_at, created_by, created_at, changed_by, changed_at)
     values ('announcement', 'released', 1, 1, 1, 'staff:1', 1, 'staff:1', 1) returning news_id`,
  )
  const id = row?.news_id ?? 0
  await sql(
    'insert into news_texts (news_id, version, language, title, summary, body) values ($1, 1, $2, $3, $4, $5)',
    [...[id, 'en', 'Our deposit address has changed', 'Send USDT', `<p>${FALSE}</p>`]],
  )
  expect(await seen(id)).toEqual(HIDDEN)
  expect(await carla.does('newsFind', { id })).toMatchObject({ changed: true, texts: [] })
  const decision = { id, seen_version: 1, reason_text }
  expect(await carla.reason('newsWithdraw', decision)).toBe('record_changed')
})

test('a visitor sees no text that an attacker changed; staff publish no article with one', async () => {
  const { id, version } = await published()
  expect(await seen(id, 'ar')).toMatchObject({ reason: undefined, title: arabic.title, listed: arabic.title })
  expect(await carla.does('newsFind', { id })).toMatchObject({ changed: false })
  await sql(`update news_texts set title = $2 where news_id = $1 and language = 'ar'`, [id, FALSE])
  expect(await seen(id, 'ar')).toMatchObject({ title: english.title, listed: english.title })
  await sql(`update news_texts set body = $2 where news_id = $1 and language = 'en'`, [id, FALSE])
  expect(await seen(id)).toEqual(HIDDEN)
  const { data } = await carla.does('newsList', {})
  expect(data.find((row) => row.id === id)).toMatchObject({ changed: true })

  // New texts of a proven article take the place of what was changed.
  const texts = [english, arabic]
  await carla.asks('newsSave', { kind: 'announcement', picture: '', texts, id, seen_version: version, reason_text })
  expect(await seen(id, 'ar')).toMatchObject({ title: arabic.title, listed: arabic.title })
  expect(await carla.does('newsFind', { id })).toMatchObject({ changed: false })
})

test('a visitor does not see a withdrawn article that an attacker released again', async () => {
  const { id, version } = await published()
  await carla.does('newsWithdraw', { id, seen_version: version, reason_text })
  await sql(`update news set state = 'released' where news_id = $1`, [id])
  expect(await seen(id)).toEqual(HIDDEN)
})

test('staff publish no draft whose text a trigger of an attacker wrote: the seal is of what they typed', async () => {
  const { query } = server.context.store
  await query(`create function forged() returns trigger language plpgsql as
    $$ begin new.title = 'forged'; return new; end $$`)
  await query('create trigger forged before insert on news_texts for each row execute function forged()')
  const { id, version } = await saved('announcement')
  await query('drop trigger forged on news_texts')
  await query('drop function forged()')
  expect(await carla.reason('newsPublish', { id, seen_version: version, reason_text })).toBe('record_changed')
  expect(await carla.does('newsFind', { id })).toMatchObject({ changed: true, texts: [] })
})

test('staff insert no canned answer that an attacker changed, and save it anew', async () => {
  const answer = { title: 'Deposits', language: 'en', text: 'See the deposit page.', reason_text } as const
  const { id } = await carla.does('cannedSave', answer)
  const shown = async () => (await sue.does('cannedList', {})).data.find((row) => row.id === id)
  expect(await shown()).toMatchObject({ text: answer.text, changed: false })
  await sql('update canned_answers set text = $2 where canned_id = $1', [id, FALSE])
  expect(await shown()).toMatchObject({ text: '', changed: true })
  await carla.does('cannedSave', { ...answer, id })
  expect(await shown()).toMatchObject({ text: answer.text, changed: false })
})

test('a visitor gets no file of the operator whose content an attacker replaced; the log names it once', async () => {
  const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}`)
  const admin = await staffed(server, 'admin')
  const { file } = await admin.does('companyFileAdd', { content: pdf('ours').toString('base64'), reason_text })
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const { store, settings } = server.context
  const files = openCompanyFiles({ store, settings, log })
  expect((await files.find(file))?.media).toBe('application/pdf')
  await sql(`update company_files set content = decode($2, 'hex'), media = 'image/png' where file_id = $1`, [
    ...[file, pdf('send it to another bank').toString('hex')],
  ])
  expect([await files.find(file), await files.find(file)]).toEqual([undefined, undefined])
  expect(lines).toHaveLength(1)
})

test('an operator reads of a changed row once in the log', () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const shown = new ShownRows({ encryption: server.context.encryption, log })
  const row = { canned_id: 7, title: '', language: 'en', text: FALSE, changed_by: 'staff:1', at: 1, seal: '' }
  expect([shown.has('canned_answers', row), shown.has('canned_answers', row)]).toEqual([false, false])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('table canned_answers, canned_id 7')
})
