/**
 * A picture whose file is lost, as after a restore without its folder: said at the start and to the office; its link
 * answers 404.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { customer, picture } from '@veritick/testing/customers'
import { firstAdmin } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let dataDir: string
let server: TestServer
let url: string
const lostFile = () => url.slice('/api/files/'.length).split('?')[0] ?? ''

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'veritick-lost-'))
  server = await openTestServer({ dataDir, again: true })
  const ana = await customer(server, 'ana')
  url = await picture(server, ana)
  await picture(server, ana)
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('its link answers 404 with a reason of its own, and no view is written down', async () => {
  expect((await fetch(server.url + url)).status).toBe(200)
  expect(server.logged.join('')).not.toContain('pictures are missing')
  rmSync(join(dataDir, 'simulated', 'files', lostFile()))
  const answered = await fetch(server.url + url)
  expect(answered.status).toBe(404)
  expect(await answered.json()).toMatchObject({ reason: 'picture_lost' })
  expect((await fetch(`${server.url}${url}0`)).status, 'a link that opens nothing').toBe(404)
  expect(server.logged.join('')).not.toContain('a call failed')
})

test('the office is told how many', async () => {
  const admin = await firstAdmin(server)
  expect((await admin.caller.does('health', {})).pictures).toEqual({ lost: 1 })
})

test('the next start names it', async () => {
  await server.close()
  server = await openTestServer({ dataDir, again: true })
  const line = server.logged.find((each) => each.includes('pictures are missing'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, count: 1, files: [lostFile()] })
})
