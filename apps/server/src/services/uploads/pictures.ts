/**
 * An upload becomes a picture made by the server, or is refused. The server checks the content, not the file's name,
 * decodes it within limits and encodes it anew. Only pixels survive: no metadata, no location, no second file hidden in
 * the first.
 */
import { UPLOAD } from '@veritick/contract'
import { fileTypeFromBuffer } from 'file-type'
import type { OutputInfo } from 'sharp'
import { inTime, SECOND_MS } from '../clock/index.ts'
import { pictureLibrary } from './picture-library.ts'

/** Shorter sides show nothing that could be read. */
export const PICTURE_SIDE_MIN = 32
export const PICTURE_SIDE_MAX = 12_000
/** 40 million pixels decode to 160 MB at most; a small file may claim more. */
export const PICTURE_PIXELS_MAX = 40_000_000
/**
 * Bytes of a kept picture. Each view reads and decrypts all of them and holds them until the client has read them. A
 * photo of a document has 1 to 2 MB.
 */
export const KEPT_BYTES_MAX = 2 * 1_048_576
/**
 * Encodings of a picture: the first one within KEPT_BYTES_MAX is kept. Longer sides are made smaller; print on a
 * document is still read easily with each quality at 3,000 pixels. The last one is of noise, which is no document.
 */
const ENCODINGS = [
  { side: 3_000, quality: 88, chromaSubsampling: '4:4:4' },
  { side: 3_000, quality: 80, chromaSubsampling: '4:2:0' },
  { side: 3_000, quality: 60, chromaSubsampling: '4:2:0' },
  { side: 2_000, quality: 60, chromaSubsampling: '4:2:0' },
] as const
const SECONDS_MAX = 20
/** One that hangs in the library in spite of SECONDS_MAX keeps the next ones waiting no longer than this. */
const DECODING = { millis: 30 * SECOND_MS, work: 'the decoding of a picture' }
/** Pictures decoded at once; others wait. Each may need 200 MB. */
const DECODING_MAX = 2

const TYPES: ReadonlySet<string> = new Set(UPLOAD.types)

/** Always JPEG, upright, on white. */
export type Picture = { readonly bytes: Uint8Array; readonly width: number; readonly height: number }

export type PictureFault =
  | 'picture_missing'
  | 'picture_too_large'
  | 'picture_type_unknown'
  | 'picture_broken'
  | 'picture_dimensions'

export type PictureRead =
  | { readonly ok: true; readonly picture: Picture }
  | { readonly ok: false; readonly reason: PictureFault }

/** Throws WorkLate when the picture is not decoded in time. */
export async function readPicture(upload: Uint8Array): Promise<PictureRead> {
  if (upload.length === 0) return { ok: false, reason: 'picture_missing' }
  if (upload.length > UPLOAD.bytesMax) return { ok: false, reason: 'picture_too_large' }
  const type = await fileTypeFromBuffer(upload).catch(() => undefined)
  if (type === undefined || !TYPES.has(type.mime)) return { ok: false, reason: 'picture_type_unknown' }
  return oneOfFew(() => inTime(DECODING, decode(upload)))
}

async function decode(upload: Uint8Array): Promise<PictureRead> {
  const sharp = await pictureLibrary()
  try {
    // `pages: 1`: an animation is its first picture. `failOn`: half a picture is none.
    const input = sharp(upload, {
      limitInputPixels: PICTURE_PIXELS_MAX,
      failOn: 'error',
      pages: 1,
      sequentialRead: true,
    })
    const { width, height } = await input.metadata()
    if (!isReasonable(width, height)) return { ok: false, reason: 'picture_dimensions' }
    const upright = input
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize(inside(ENCODINGS[0].side))
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
    return { ok: true, picture: await encode(sharp, await upright.raw().toBuffer({ resolveWithObject: true })) }
  } catch (error) {
    const tooMany = error instanceof Error && error.message.includes('exceeds pixel limit')
    return { ok: false, reason: tooMany ? 'picture_dimensions' : 'picture_broken' }
  }
}

const inside = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

type Pixels = { readonly data: Buffer; readonly info: Pick<OutputInfo, 'width' | 'height' | 'channels'> }

async function encode(sharp: Awaited<ReturnType<typeof pictureLibrary>>, { data, info }: Pixels): Promise<Picture> {
  const { width, height, channels } = info
  const encodeAs = ({ side, ...options }: (typeof ENCODINGS)[number]) =>
    sharp(data, { raw: { width, height, channels } })
      .timeout({ seconds: SECONDS_MAX })
      .resize(inside(side))
      .jpeg(options)
      .toBuffer({ resolveWithObject: true })
  let made = await encodeAs(ENCODINGS[0])
  for (const encoding of ENCODINGS.slice(1)) if (made.data.length > KEPT_BYTES_MAX) made = await encodeAs(encoding)
  return { bytes: new Uint8Array(made.data), width: made.info.width, height: made.info.height }
}

function isReasonable(width: number, height: number): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return short >= PICTURE_SIDE_MIN && long <= PICTURE_SIDE_MAX && width * height <= PICTURE_PIXELS_MAX
}

let decoding = 0
const waiting: (() => void)[] = []

async function oneOfFew<T>(work: () => Promise<T>): Promise<T> {
  while (decoding >= DECODING_MAX) await new Promise<void>((resolve) => waiting.push(resolve))
  decoding++
  try {
    return await work()
  } finally {
    decoding--
    waiting.shift()?.()
  }
}
