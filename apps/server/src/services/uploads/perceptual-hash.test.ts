/** Pictures that count as alike: another size, quality or edge of one picture, and no other picture. */
import { must } from '@veritick/domain'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { HASH_BITS_MAX, perceptualHashOf } from './perceptual-hash.ts'

const WIDTH = 450
const HEIGHT = 300

/** A page with a few large fields of its own, such as a receipt has. */
async function page(seed: number): Promise<Buffer> {
  let state = seed
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const fields = Array.from({ length: 30 }, () => {
    const shade = next(256)
    const at = `x="${next(WIDTH)}" y="${next(HEIGHT)}" width="${40 + next(120)}" height="${25 + next(80)}"`
    return `<rect ${at} fill="rgb(${shade},${shade},${next(256)})"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${fields.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const look = async (picture: Buffer) => must(await perceptualHashOf(picture), 'something to see')
const bitsBetween = (one: string, other: string) =>
  [...(BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2)].filter((bit) => bit === '1').length

const CHANGES: readonly (readonly [string, (picture: Buffer) => Promise<Buffer>])[] = [
  ['worse quality', (picture) => sharp(picture).jpeg({ quality: 30 }).toBuffer()],
  ['a third of the size', (picture) => sharp(picture).resize(300).jpeg().toBuffer()],
  ['brighter', (picture) => sharp(picture).modulate({ brightness: 1.08 }).png().toBuffer()],
  [
    'a narrow edge cut off',
    (picture) =>
      sharp(picture)
        .extract({ left: 4, top: 3, width: WIDTH - 8, height: HEIGHT - 6 })
        .png()
        .toBuffer(),
  ],
]

describe.each(CHANGES)('%s', (_, change) => {
  test.each([1, 2, 3])('page %s is still itself', async (seed) => {
    const picture = await page(seed)
    expect(bitsBetween(await look(picture), await look(await change(picture)))).toBeLessThanOrEqual(HASH_BITS_MAX)
  })
})

test('ten pages are ten pages', async () => {
  const looks = await Promise.all(Array.from({ length: 10 }, async (_, seed) => look(await page(seed + 1))))
  const between = looks.flatMap((one, index) => looks.slice(index + 1).map((other) => bitsBetween(one, other)))
  expect(Math.min(...between)).toBeGreaterThan(2 * HASH_BITS_MAX)
})

test('an empty page looks like nothing', async () => {
  const empty = sharp({ create: { width: 300, height: 300, channels: 3, background: '#eee' } })
  expect(await perceptualHashOf(await empty.png().toBuffer())).toBeUndefined()
})
