/** Uploads of customers and attackers: a plain JPEG is made of each and stored, or nothing is. */
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { UPLOAD } from '@veritick/contract'
import { furtherTest } from '@veritick/testing/quick'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { KEPT_BYTES_MAX, readPicture } from './pictures.ts'

let photo: Buffer
const photoOf = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#446688', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

beforeAll(async () => {
  photo = await photoOf(640, 400).jpeg().toBuffer()
})

/** The picture, or the reason of the refusal. */
async function read(upload: Uint8Array): Promise<Buffer | string> {
  const result = await readPicture(upload)
  return result.ok ? Buffer.from(result.picture.bytes) : result.reason
}
async function readWell(upload: Uint8Array): Promise<Buffer> {
  const result = await read(upload)
  if (typeof result === 'string') throw new Error(result)
  return result
}

describe('the pictures that customers send', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('a %s becomes a JPEG of the same picture', async (format) => {
    const kept = await readWell(await photoOf(640, 400).toFormat(format).toBuffer())
    expect((await fileTypeFromBuffer(kept))?.mime).toBe('image/jpeg')
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 400, space: 'srgb' })
  })

  test('no trace of where, when and with what it was taken; it stands upright', async () => {
    const taken = await sharp(photo)
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 17/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>SecretXmp</secret></x:xmpmeta>')
      .toBuffer()
    expect(taken.includes('SecretXmp')).toBe(true)
    const kept = await readWell(taken)
    const facts = await sharp(kept).metadata()
    expect([facts.exif, facts.xmp, facts.iptc, facts.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(kept.includes('Secret')).toBe(false)
    expect([facts.width, facts.height]).toEqual([400, 640])
  })

  furtherTest('a photo of 20 million pixels is made smaller, to be read with ease', async () => {
    const large = await sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#446688' } })
      .jpeg()
      .toBuffer()
    expect(await sharp(await readWell(large)).metadata()).toMatchObject({ width: 3000, height: 2400 })
  })

  test('noise is kept within its bytes, a sharp photo in its full size', async () => {
    const noise = randomBytes(2000 * 2000 * 3)
    const sent = {
      noise: sharp(noise, { raw: { width: 2000, height: 2000, channels: 3 } }),
      photo: photoOf(1500, 1200),
    }
    const kept = await readWell(await sent.noise.jpeg({ quality: 85 }).toBuffer())
    expect(kept.length).toBeLessThanOrEqual(KEPT_BYTES_MAX)
    const { length } = await readWell(await sent.photo.jpeg({ quality: 60 }).toBuffer())
    expect(length).toBeLessThanOrEqual(KEPT_BYTES_MAX)
    expect(await sharp(await readWell(await sent.photo.jpeg().toBuffer())).metadata()).toMatchObject({ width: 1500 })
  })

  test('what was see-through stands on white', async () => {
    const clear = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const { channels } = await sharp(await readWell(clear)).stats()
    expect(channels.map((channel) => channel.min)).toEqual([255, 255, 255])
  })

  test('the same picture is kept as the same bytes, whatever its file held beside it', async () => {
    const dressed = await sharp(photo).withMetadata().keepIccProfile().toBuffer()
    const appended = Buffer.concat([photo, Buffer.from('behind the end')])
    expect((await readWell(appended)).equals(await readWell(photo))).toBe(true)
    expect(typeof (await read(dressed))).toBe('object')
  })
})

describe('what attackers send', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>alert(1)</script></svg>'
  const html = '<!doctype html><script>alert(document.cookie)</script>'

  test.each([
    ['nothing', Buffer.alloc(0), 'picture_missing'],
    ['one byte', Buffer.from('x'), 'picture_type_unknown'],
    ['an SVG with a script', Buffer.from(svg), 'picture_type_unknown'],
    ['an SVG after an XML head', Buffer.from(`<?xml version="1.0"?>\n${svg}`), 'picture_type_unknown'],
    ['HTML', Buffer.from(html), 'picture_type_unknown'],
    ['a PDF', Buffer.from('%PDF-1.7\n%\u00e2\n1 0 obj<</Type/Catalog>>endobj'), 'picture_type_unknown'],
    ['a ZIP', Buffer.from('504b0304140000000000', 'hex'), 'picture_type_unknown'],
    [
      'a GIF',
      Buffer.from('47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b', 'hex'),
      'picture_type_unknown',
    ],
    ['a program', Buffer.from('7f454c4602010100', 'hex'), 'picture_type_unknown'],
    [
      'HTML behind the first bytes of a JPEG',
      Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.from(html)]),
      'picture_broken',
    ],
    [
      'HTML behind the first bytes of a PNG',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(html)]),
      'picture_broken',
    ],
    [
      'an SVG behind the first bytes of a JPEG',
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from(svg)]),
      'picture_broken',
    ],
    ['11 MB', Buffer.alloc(11_000_000, 0xff), 'picture_too_large'],
  ])('%s', async (_name, upload, reason) => {
    const result = await read(upload)
    // Some broken heads are not even taken for a picture.
    expect(
      result === reason || (reason === 'picture_broken' && result === 'picture_type_unknown'),
      String(result),
    ).toBe(true)
  })

  test('a GIF that is an archive too (GIFAR) is no picture', async () => {
    const gif = await photoOf(32, 32).gif().toBuffer()
    expect(await read(Buffer.concat([gif, Buffer.from('504b0304', 'hex')]))).toBe('picture_type_unknown')
  })

  test.each([
    ['HTML', Buffer.from(html)],
    ['a ZIP', Buffer.from('504b0304140000000800', 'hex')],
    ['a PHP program', Buffer.from('<?php system($_GET["c"]); ?>')],
  ])('a JPEG with %s behind it keeps its picture and loses the rest', async (_name, tail) => {
    const kept = await readWell(Buffer.concat([photo, tail]))
    expect(kept.includes(tail)).toBe(false)
  })

  test('a script in the comment of a JPEG is lost', async () => {
    const comment = Buffer.from(html)
    const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
    const dressed = Buffer.concat([photo.subarray(0, 2), head, comment, photo.subarray(2)])
    expect((await readWell(dressed)).includes('<script>')).toBe(false)
  })

  test('half a JPEG is none', async () => {
    for (const share of [0.1, 0.5, 0.9])
      expect(await read(photo.subarray(0, Math.floor(photo.length * share))), String(share)).toBe('picture_broken')
  })

  test.each([
    ['50,000 x 50,000 pixels', 50_000, 50_000],
    ['a line of 20,000', 20_000, 40],
    ['8,000 x 8,000, more than a camera has', 8_000, 8_000],
    ['16 x 16', 16, 16],
    ['a billion by one', 1_000_000_000, 1],
  ])('a PNG that says it has %s is not decoded', async (_name, width, height) => {
    const before = performance.now()
    expect(await read(pngOf({ width, height, data: deflateSync(Buffer.alloc(1000)) }))).toMatch(
      /^picture_(dimensions|broken)$/,
    )
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  test('a decompression bomb: 39 KB that unpack to 40 MB of one row too many', async () => {
    // Says 40 x 40, unpacks to a thousand times what that needs.
    const bomb = pngOf({ width: 40, height: 40, data: deflateSync(Buffer.alloc(40_000_000)) })
    expect(bomb.length).toBeLessThan(50_000)
    const result = await read(bomb)
    if (typeof result !== 'string') expect(result.length).toBeLessThan(10_000)
  })

  test('a small file with very many pixels: 60 MB when unpacked, a small JPEG afterwards', async () => {
    const heavy = pngOf({ width: 5_000, height: 4_000, data: deflateSync(Buffer.alloc(4_000 * 15_001)) })
    expect(heavy.length).toBeLessThan(100_000)
    expect((await readWell(heavy)).length).toBeLessThan(200_000)
  })

  test('an animation is its first picture', async () => {
    const frames = await photoOf(64, 128).raw().toBuffer()
    const moving = await sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
      .webp({ loop: 0 })
      .toBuffer()
    expect(await sharp(await readWell(moving)).metadata()).toMatchObject({ width: 64, height: 64 })
  })

  test('ten at once are read one pair after the other, and all of them', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => read(photo)))
    expect(all.every((each) => typeof each !== 'string')).toBe(true)
  })

  test('the ceiling is 10 MiB to the byte', async () => {
    expect(await read(Buffer.concat([photo, Buffer.alloc(UPLOAD.bytesMax - photo.length)]))).toBeInstanceOf(Buffer)
    expect(await read(Buffer.concat([photo, Buffer.alloc(UPLOAD.bytesMax - photo.length + 1)]))).toBe(
      'picture_too_large',
    )
  })
})

/** A PNG whose head may say anything. */
function pngOf(picture: { readonly width: number; readonly height: number; readonly data: Uint8Array }): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(picture.width, 0)
  head.writeUInt32BE(picture.height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', picture.data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
