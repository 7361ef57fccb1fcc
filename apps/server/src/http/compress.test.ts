/** A long answer is compressed for a client that accepts gzip, a short one is not; a kept answer is compressed once. */
import { gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerCompression } from './compress.ts'

const LONG = JSON.stringify({
  code: 1,
  msg: '',
  data: Array.from({ length: 500 }, (_, Id) => ({ Id, Code: 'EURUSD', Bid: '1.08500' })),
})
const SHORT = JSON.stringify({ code: 1, msg: '', data: null })

async function ask(answer: string | Buffer, accepted: string, encoded?: string) {
  const app = Fastify()
  registerCompression(app)
  app.get('/', (_request, reply) =>
    (encoded === undefined ? reply : reply.header('content-encoding', encoded)).type('application/json').send(answer),
  )
  const response = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } })
  await app.close()
  return {
    encoding: response.headers['content-encoding'],
    vary: response.headers.vary,
    length: response.headers['content-length'],
    body: response.rawPayload,
  }
}

test('a long answer to a client that accepts gzip', async () => {
  const { encoding, vary, length, body } = await ask(LONG, 'br, gzip')
  expect([encoding, vary, Number(length)]).toEqual(['gzip', 'accept-encoding', body.length])
  expect(gunzipSync(body).toString()).toBe(LONG)
  expect(body.length).toBeLessThan(LONG.length / 4)
})

test('a long answer that was made before as bytes', async () => {
  const { encoding, vary, body } = await ask(Buffer.from(LONG), 'gzip')
  expect([encoding, vary, gunzipSync(body).toString()]).toEqual(['gzip', 'accept-encoding', LONG])
  expect((await ask(Buffer.from(LONG), 'identity')).body.toString()).toBe(LONG)
})

test('a long answer to a client that does not', async () => {
  const { encoding, vary, body } = await ask(LONG, 'identity')
  expect([encoding, vary, body.toString()]).toEqual([undefined, 'accept-encoding', LONG])
})

test('a short answer, and one that is encoded already, stay as they are', async () => {
  expect(await ask(SHORT, 'gzip')).toMatchObject({ encoding: undefined, vary: undefined })
  expect((await ask(LONG, 'gzip', 'br')).body.toString()).toBe(LONG)
})

test('an answer that is kept as bytes is compressed once for all who ask', async () => {
  const app = Fastify()
  const compressed: Buffer[] = []
  registerCompression(app, async (bytes) => {
    compressed.push(bytes)
    return gzipSync(bytes)
  })
  const kept = ['en', 'de', 'ja'].map((language) => Buffer.from(LONG.replace('EURUSD', language)))
  app.get('/:at', (request, reply) =>
    reply.type('application/json').send(kept[Number((request.params as { at: string }).at)]),
  )
  const asked = Array.from({ length: 60 }, (_, index) =>
    app.inject({ url: `/${index % kept.length}`, headers: { 'accept-encoding': 'gzip' } }),
  )
  const bodies = (await Promise.all(asked)).map(({ rawPayload }) => gunzipSync(rawPayload).toString())
  expect(bodies).toEqual(asked.map((_, index) => String(kept[index % kept.length])))
  expect(compressed).toEqual(kept)
  await app.close()
})
