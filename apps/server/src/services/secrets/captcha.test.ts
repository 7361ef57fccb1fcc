/** A captcha is a picture with one answer, for five minutes, once. */
import { must } from '@veritick/domain'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { type SetMachine, setMachine } from '@veritick/testing/test-clock'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Store } from '../../store/interface.ts'
import { openStore } from '../../store/store.ts'
import { WorkLate } from '../clock/in-time.ts'
import type { Encryption } from '../encryption/encryption.ts'
import { openEncryption } from '../encryption/keys.ts'
import { type Captchas, captchasOf } from './captcha.ts'

const ALPHABET = 'ABCDEFGHJKLMNPRSTUVWXYZ23456789'
let location: StoreLocation
let store: Store
let runtime: SetMachine
let encryption: Encryption
let captchas: Captchas

beforeAll(async () => {
  location = await openLocation('embedded', ['w'])
  store = await openStore({ ...location, world: 'w' })
  runtime = setMachine({ at: '2026-03-02T09:00:00Z' })
  encryption = await openEncryption({ ...location, store, world: 'w', vaultKey: undefined, runtime })
  captchas = captchasOf({ store, encryption, runtime })
})
afterAll(async () => {
  await store.close()
  await location.clean()
})

/** A captcha whose answer we know: its hash is written over the drawn one's. */
async function captcha(text: string): Promise<string> {
  const { id } = await captchas.make('203.0.113.9')
  const until = Number(runtime.now()) + 5 * 60_000
  await store.query('update captchas set answer_hash = $2 where captcha_id = $1', [
    id,
    encryption.fingerprint('captcha', `${id}:${until}:${text}`),
  ])
  return id
}

test('it is a picture, and nothing in it or in the store says the answer', async () => {
  const { id, b64s } = await captchas.make('203.0.113.9')
  const picture = Buffer.from(must(b64s.split(',')[1], 'a data URL'), 'base64')
  expect((await fileTypeFromBuffer(picture))?.mime).toBe('image/png')
  expect(await sharp(picture).metadata()).toMatchObject({ width: 200, height: 64 })
  const { channels } = await sharp(picture).stats()
  expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(10)
  const [row] = await store.query<{ answer_hash: string }>('select answer_hash from captchas where captcha_id = $1', [
    id,
  ])
  expect(row?.answer_hash).toMatch(/^[0-9a-f]{64}$/)
})

test('the drawn answer is the one that is right', async () => {
  // The same chance once more: 16 bytes for the id, then 4 bytes a character.
  const [first, again] = ['a', 'a'].map((seed) => setMachine({ at: '2026-03-02T09:00:00Z', seed }))
  const { id } = await captchasOf({ store, encryption, runtime: must(first, 'a machine') }).make('203.0.113.9')
  const chance = must(again, 'a machine')
  expect(Buffer.from(chance.random(16)).toString('hex')).toBe(id)
  const drawn = Array.from({ length: 6 }, () =>
    ALPHABET.charAt(Buffer.from(chance.random(4)).readUInt32BE() % ALPHABET.length),
  )
  expect(await captchas.spend({ id, text: drawn.join('') })).toBe(true)
})

test('right once, in small letters too', async () => {
  const id = await captcha('K7MPQ2')
  expect(await captchas.spend({ id, text: ' k7m pq2' })).toBe(true)
  expect(await captchas.spend({ id, text: 'K7MPQ2' })).toBe(false)
})

test('one wrong answer uses it up', async () => {
  const id = await captcha('K7MPQ2')
  expect(await captchas.spend({ id, text: 'K7MPQ3' })).toBe(false)
  expect(await captchas.spend({ id, text: 'K7MPQ2' })).toBe(false)
  expect(await captchas.spend({ id: 'no such captcha', text: 'K7MPQ2' })).toBe(false)
})

test('the answer to one captcha does not answer another', async () => {
  const [one, two] = [await captcha('K7MPQ2'), await captcha('AAAAAA')]
  expect(await captchas.spend({ id: two, text: 'K7MPQ2' })).toBe(false)
  expect(await captchas.spend({ id: one, text: 'K7MPQ2' })).toBe(true)
})

test.each(['K7MPQ2', 'K7MPQ3'])(
  'the row of an answered captcha that is put back takes no answer: first %s',
  async (first) => {
    const id = await captcha('K7MPQ2')
    const [row] = await store.query<{ answer_hash: string; expires_at: number }>(
      'select answer_hash, expires_at from captchas where captcha_id = $1',
      [id],
    )
    const { answer_hash: hash, expires_at: until } = must(row, 'it was made')
    expect(await captchas.spend({ id, text: first })).toBe(first === 'K7MPQ2')
    const spentAfter = async (expires: number) => {
      const values = [id, hash, expires]
      await store.query('insert into captchas (captcha_id, answer_hash, expires_at) values ($1, $2, $3)', values)
      return captchas.spend({ id, text: 'K7MPQ2' })
    }
    expect([await spentAfter(until), await spentAfter(until + 9e9)]).toEqual([false, false])
    runtime.pass(5 * 60_000)
    expect([await spentAfter(until), await spentAfter(until + 9e9)]).toEqual([false, false])
  },
)

test('fifty at once with the right answer: one gets through', async () => {
  const id = await captcha('K7MPQ2')
  const answers = await Promise.all(Array.from({ length: 50 }, () => captchas.spend({ id, text: 'K7MPQ2' })))
  expect(answers.filter((right) => right)).toHaveLength(1)
})

test('after five minutes it is over, and old captchas are cleared away', async () => {
  const id = await captcha('K7MPQ2')
  runtime.pass(5 * 60_000)
  expect(await captchas.spend({ id, text: 'K7MPQ2' })).toBe(false)
  await captcha('OLD')
  runtime.pass(5 * 60_000)
  await captchas.make('203.0.113.9')
  expect(await store.query('select captcha_id from captchas')).toHaveLength(1)
})

test('a picture that hangs in the library is given up after ten seconds, and the next one is drawn', async () => {
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const { prototype } = sharp as unknown as { prototype: { toBuffer(): Promise<Buffer> } }
  const drawing = vi.spyOn(prototype, 'toBuffer')
  const begun = new Promise<void>((begin) =>
    drawing.mockImplementationOnce(() => {
      begin()
      return new Promise(() => {})
    }),
  )
  const before = await store.query<{ captcha_id: string }>('select captcha_id from captchas')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hung = captchas.make('203.0.113.9').catch((error: unknown) => error)
  const next = captchas.make('203.0.113.10')
  await begun
  await vi.advanceTimersByTimeAsync(9_999)
  expect(drawing).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  expect(await hung).toBeInstanceOf(WorkLate)
  const { id } = await next
  const rows = await store.query('select captcha_id from captchas where captcha_id <> all($1)', [
    before.map(({ captcha_id }) => captcha_id),
  ])
  expect(rows).toEqual([{ captcha_id: id }])
})

test('captchas are drawn one at a time, however many networks ask', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const drawing = { now: 0, most: 0, all: 0 }
  const { prototype } = sharp as unknown as { prototype: { toBuffer(): Promise<Buffer> } }
  const { toBuffer } = prototype
  vi.spyOn(prototype, 'toBuffer').mockImplementation(async function (this: unknown) {
    drawing.all += 1
    drawing.now += 1
    drawing.most = Math.max(drawing.most, drawing.now)
    try {
      return await toBuffer.call(this)
    } finally {
      drawing.now -= 1
    }
  })
  const networks = Array.from({ length: 20 }, (_, index) => `20.0.${index}.1`)
  const made = await Promise.all(networks.map((from) => captchas.make(from)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(networks.length)
  expect(drawing).toEqual({ now: 0, most: 1, all: networks.length })
})
