/**
 * Attackers at the calls for pictures: the server sends only pictures that it encoded itself, and only to their owner.
 */
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { UPLOAD } from '@veritick/contract'
import { realPerson } from '@veritick/testing/people'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PICTURE_BYTES_PER_NETWORK_DAY_MAX } from '../services/uploads/quota.ts'
import {
  BODY_MILLIS,
  BODY_STALL_MILLIS,
  UPLOADS_PER_ACCOUNT_MAX,
  UPLOADS_PER_NETWORK_MAX,
} from '../services/uploads/upload-admission.ts'

let server: TestServer
let ana: Caller
let ben: Caller
let photo: Buffer

beforeAll(async () => {
  server = await openTestServer({ embedded: true, config: { trustProxy: true } })
  ana = await realPerson(server, 'ana@example.com')
  ben = await realPerson(server, 'ben@example.com')
  photo = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#446688' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => server.close())

type Part = { readonly name: string; readonly file?: string; readonly type?: string; readonly bytes: Uint8Array }
type Answer = { status: number; code: number; reason?: string; field?: string; data: { url: string } | null }

async function upload(
  parts: readonly Part[],
  who: Caller = ana,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  for (const { name, file, type, bytes } of parts) {
    if (file === undefined) form.append(name, Buffer.from(bytes).toString())
    else form.append(name, new Blob([new Uint8Array(bytes)], { type: type ?? 'image/jpeg' }), file)
  }
  const authorization: Record<string, string> = who.token === undefined ? {} : { authorization: who.token }
  const response = await fetch(server.url + UPLOAD.path, {
    method: 'POST',
    body: form,
    headers: { lang: 'en', 'sec-fetch-mode': 'cors', ...authorization, ...headers },
  })
  return { status: response.status, ...(JSON.parse(await response.text()) as Omit<Answer, 'status'>) }
}
async function urlOf(who: Caller = ana, bytes: Uint8Array = photo): Promise<string> {
  const answer = await upload([{ name: 'file', file: 'me.jpg', bytes }], who)
  if (answer.data === null) throw new Error(answer.reason)
  return answer.data.url
}
const look = (url: string, headers: Record<string, string> = {}) => fetch(server.url + url, { headers })

describe('sending', () => {
  test('a picture gets an address that shows it, with headers that let it be nothing else', async () => {
    const shown = await look(await urlOf())
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline; filename="picture.jpg"',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 200 })
  })

  test('a visitor without a session cannot upload', async () => {
    expect(await upload([{ name: 'file', file: 'me.jpg', bytes: photo }], server.visitor)).toMatchObject({
      code: 999,
      reason: 'session_missing',
    })
    const stranger = await upload([{ name: 'file', file: 'me.jpg', bytes: photo }], server.visitor, {
      authorization: 'made-up',
    })
    expect(stranger).toMatchObject({ code: 999, reason: 'session_ended' })
  })

  test('a demo account has nothing to hand one in for', async () => {
    const demo = await server.person()
    expect(await upload([{ name: 'file', file: 'me.jpg', bytes: photo }], demo)).toMatchObject({
      reason: 'real_account_only',
      data: null,
    })
  })

  test('a network has its bytes a day; others are not in its way', async () => {
    const send = (from: string) =>
      upload([{ name: 'file', file: 'me.jpg', bytes: photo }], ana, { 'x-forwarded-for': from })
    const kept = { ok: true, file: '0'.repeat(32), bytes: 2 * PICTURE_BYTES_PER_NETWORK_DAY_MAX } as const
    const keep = vi.spyOn(server.context.files, 'keep').mockResolvedValueOnce(kept)
    expect(await send('2001:db8:1:2::7')).toMatchObject({ code: 1 })
    expect(await send('2001:db8:1:2::8')).toMatchObject({ reason: 'too_many_pictures', field: 'file' })
    expect(await send('2001:db8:1:3::7')).toMatchObject({ code: 1 })
    keep.mockRestore()
  })

  test('another site cannot make a browser send one', async () => {
    expect(
      await upload([{ name: 'file', file: 'me.jpg', bytes: photo }], ana, { 'sec-fetch-site': 'cross-site' }),
    ).toMatchObject({
      status: 403,
      reason: 'cross_site_refused',
    })
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  test.each<[string, readonly Part[], string]>([
    ['an SVG', [{ name: 'file', file: 'a.svg', type: 'image/svg+xml', bytes: svg }], 'picture_type_unknown'],
    ['an SVG named .jpg', [{ name: 'file', file: 'a.jpg', bytes: svg }], 'picture_type_unknown'],
    ['HTML named .jpg', [{ name: 'file', file: 'a.jpg', bytes: html }], 'picture_type_unknown'],
    [
      'HTML that says it is a JPEG',
      [{ name: 'file', file: 'a.html', type: 'image/jpeg', bytes: html }],
      'picture_type_unknown',
    ],
    ['0 bytes', [{ name: 'file', file: 'a.jpg', bytes: Buffer.alloc(0) }], 'picture_missing'],
    ['11 MB', [{ name: 'file', file: 'a.jpg', bytes: Buffer.alloc(11_000_000, 0xff) }], 'picture_too_large'],
    ['nothing', [], 'picture_missing'],
    ['text only', [{ name: 'file', bytes: Buffer.from('hello') }], 'picture_missing'],
  ])('%s', async (_name, parts, reason) => {
    expect(await upload(parts)).toMatchObject({ status: parts.length === 0 ? expect.any(Number) : 200, data: null })
    const answer = await upload(parts)
    if (parts.length > 0) expect(answer.reason).toBe(reason)
    else expect(['picture_missing', 'body_malformed']).toContain(answer.reason)
  })

  test('a part by another name, two files', async () => {
    const file = { file: 'a.jpg', bytes: photo }
    expect(await upload([{ name: 'picture', ...file }])).toMatchObject({ reason: 'parameter_missing', field: 'file' })
    expect(await upload([{ name: '__proto__', ...file }])).toMatchObject({ data: null })
    expect(
      await upload([
        { name: 'file', ...file },
        { name: 'file', ...file },
      ]),
    ).toMatchObject({ reason: 'parameter_doubled', field: 'file' })
    expect(
      await upload([
        { name: 'note', bytes: Buffer.from('hello') },
        { name: 'file', ...file },
      ]),
    ).toMatchObject({ code: 1 })
  })

  test('a name that climbs out of the folder names nothing', async () => {
    const before = readdirSync(server.context.config.dataDir)
    for (const file of [
      '../../../../evil.jpg',
      '..\\..\\evil.jpg',
      '/etc/cron.d/evil',
      'evil.jpg\0.html',
      '.htaccess',
      'x'.repeat(5_000),
    ])
      expect((await upload([{ name: 'file', file, bytes: photo }])).data?.url ?? '').toMatch(
        /^(\/api\/files\/[0-9a-f]{32}\?ticket=.*|)$/,
      )
    expect(readdirSync(server.context.config.dataDir)).toEqual(before)
    const folder = join(server.context.config.dataDir, server.context.config.world, 'files')
    expect(readdirSync(folder).every((name) => /^[0-9a-f]{32}$/.test(name))).toBe(true)
    expect(existsSync('/etc/cron.d/evil')).toBe(false)
  })

  test('a body that breaks off, lies about its parts or is none', async () => {
    const raw = async (type: string, body: string) =>
      ana.raw('POST', UPLOAD.path, { headers: { 'content-type': type }, body })
    const head = 'Content-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    expect(await raw('multipart/form-data; boundary=b', `--b\r\n${head}half a fi`)).toMatchObject({
      status: 400,
      reason: 'body_malformed',
    })
    expect(await raw('multipart/form-data', 'no boundary')).toMatchObject({ status: 400, reason: 'body_malformed' })
    expect(await raw('multipart/form-data; boundary=b', '')).toMatchObject({
      reason: expect.stringMatching(/body_malformed|picture_missing/),
    })
    expect(await raw('application/json', '{"file":"x"}')).toMatchObject({ status: 415, reason: 'body_type_unknown' })
    expect(await raw('image/jpeg', 'x')).toMatchObject({ status: 415, reason: 'body_type_unknown' })
  })
})

test('a picture in the chunks of a slow network is taken, one in chunks of one byte is not', async () => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(photo)]), 'me.jpg')
  const whole = new Request(server.url + UPLOAD.path, { method: 'POST', body: form })
  const headers = { 'content-type': whole.headers.get('content-type') ?? '', authorization: ana.token ?? '' }
  const bytes = Buffer.from(await whole.arrayBuffer())
  const sendIn = (size: number) => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    const init = { method: 'POST', headers, body: Readable.from(chunks), duplex: 'half' }
    return fetch(server.url + UPLOAD.path, init as unknown as RequestInit).then(
      async (answer) => ((await answer.text()).includes('"url"') ? 'taken' : answer.status),
      () => 400,
    )
  }
  expect(await sendIn(536)).toBe('taken')
  expect(await sendIn(1)).toBe(400)
}, 30_000)

describe('slow senders', () => {
  const BODY = [
    '--b',
    'Content-Disposition: form-data; name="file"; filename="a.jpg"',
    'Content-Type: image/jpeg',
    '',
    'half a pic',
  ].join('\r\n')
  const open: Socket[] = []
  const SLOW = Array.from({ length: UPLOADS_PER_NETWORK_MAX / UPLOADS_PER_ACCOUNT_MAX }, (_, index) => `slow${index}`)

  /** Begins an upload and sends no more of it. Returns the server's answer, once there is one. */
  function begin(who: Caller, from: string): { readonly heard: Promise<string>; readonly socket: Socket } {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    open.push(socket)
    const head = [
      `POST ${UPLOAD.path} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Authorization: ${who.token}`,
      `X-Forwarded-For: ${from}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 900000',
      'lang: en',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${BODY}`)
    let text = ''
    socket.on('data', (part) => {
      text += String(part)
    })
    const heard = new Promise<string>((resolve) => {
      socket.on('error', () => {})
      socket.on('close', () => resolve(text))
    })
    return { heard, socket }
  }
  const send = (who: Caller, from: string) =>
    upload([{ name: 'file', file: 'me.jpg', bytes: photo }], who, { 'x-forwarded-for': from })

  /**
   * Gives the functions of the uploads' timers of this length: the test calls them instead of waiting. Requests that
   * wait for the store set timers of the same length.
   */
  function deadlinesOf(millis: number) {
    const real = setTimeout
    const deadlines: (() => void)[] = []
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      does: () => void,
      ms?: number,
      ...rest: []
    ) => {
      if (ms === millis && new Error().stack?.includes('/upload-routes.ts')) deadlines.push(does)
      return real(does, ms, ...rest)
    }) as typeof setTimeout)
    return { deadlines, timers }
  }

  test('slow uploads use only their own network’s places and are cut off', async () => {
    const people = await Promise.all(SLOW.map((name) => realPerson(server, `${name}@example.com`)))
    const { deadlines, timers } = deadlinesOf(BODY_MILLIS)
    try {
      const slow = people.flatMap((person) =>
        Array.from({ length: UPLOADS_PER_ACCOUNT_MAX }, () => begin(person, '192.0.2.1')),
      )
      await vi.waitFor(() => expect(deadlines).toHaveLength(slow.length), 30_000)
      const [first = ana] = people
      const full = { status: 429, reason: 'too_many_requests' }
      expect(await send(first, '192.0.2.2')).toMatchObject(full)
      expect(await send(ben, '192.0.2.1')).toMatchObject(full)
      expect(await send(ben, '192.0.2.2')).toMatchObject({ status: 200, code: 1 })
      for (const late of deadlines.slice(0, slow.length)) late()
      for (const { heard } of slow) expect(await heard).toMatch(/^HTTP\/1\.1 408 .*"reason":"body_too_slow"/s)
      expect(await send(ben, '192.0.2.1')).toMatchObject({ code: 1 })
      expect(await send(first, '192.0.2.1')).toMatchObject({ code: 1 })
    } finally {
      timers.mockRestore()
      for (const socket of open) socket.destroy()
    }
  })

  test('a body that was fast and then brings nothing more is ended, not one that goes on', async () => {
    const { deadlines, timers } = deadlinesOf(BODY_STALL_MILLIS)
    const PIECE = 200_000
    try {
      const connected = once(server.app.server, 'connection')
      const { heard, socket } = begin(ana, '192.0.2.3')
      const [inside] = (await connected) as [Socket]
      const periodEnds = async (number: number) => {
        await vi.waitFor(() => expect(deadlines).toHaveLength(number), 10_000)
        deadlines.at(-1)?.()
      }
      for (let period = 1; period <= 3; period += 1) {
        const until = inside.bytesRead + PIECE
        socket.write(Buffer.alloc(PIECE, 1))
        await vi.waitFor(() => expect(inside.bytesRead).toBeGreaterThanOrEqual(until), 10_000)
        await periodEnds(period)
      }
      await periodEnds(4)
      expect(await heard).toMatch(/^HTTP\/1\.1 408 .*"reason":"body_too_slow"/s)
    } finally {
      timers.mockRestore()
      for (const each of open) each.destroy()
    }
  })
})

describe('looking', () => {
  test('a link opens for its owner until it expires, and a changed link opens nothing', async () => {
    const url = await urlOf()
    const nothing = { status: 404 }
    expect(await look(url, { authorization: ana.token ?? '' })).toMatchObject({ status: 200 })
    expect(await look(url, { authorization: ben.token ?? '' })).toMatchObject(nothing)
    expect(await look(url, { authorization: 'made-up' })).toMatchObject(nothing)
    expect(await look(url.split('?')[0] ?? '')).toMatchObject(nothing)
    expect(await look(url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toMatchObject(nothing)
    const others = await urlOf(ben)
    expect(await look(`${url.split('?')[0]}?${others.split('?')[1]}`)).toMatchObject(nothing)
    expect(await look('/api/files/..%2f..%2fkeys%2fvault.key?ticket=x')).toMatchObject(nothing)
    server.passWallTime(600_000)
    expect(await look(url)).toMatchObject(nothing)
  })

  test('a link ends with the session that it was given to', async () => {
    const cara = await realPerson(server, 'cara@example.com')
    const url = await urlOf(cara)
    expect(await look(url)).toMatchObject({ status: 200 })
    await cara.does('logout', {})
    expect(await look(url)).toMatchObject({ status: 404 })
  })

  test("a reviewer's link does not work on the customers' port, a customer's link shows only that customer's picture", async () => {
    const file = (await urlOf()).slice('/api/files/'.length, '/api/files/'.length + 32)
    const { tickets } = server.context.files
    expect(await look(tickets.address(file, { kind: 'staff', id: 1 }).replace('/office/', '/api/'))).toMatchObject({
      status: 404,
    })
    expect(await look(tickets.address(file, { kind: 'real', id: 999_999 }))).toMatchObject({ status: 404 })
    const { id } = await ana.does('userInfo', {})
    expect(await look(tickets.address(file, { kind: 'real', id }))).toMatchObject({ status: 404 })
  })

  test('what was sent stands in no log', async () => {
    const url = await urlOf()
    await look(url)
    expect(server.logged.join('')).not.toContain(url.split('ticket=')[1] ?? 'a ticket')
  })
})
