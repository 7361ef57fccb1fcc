/**
 * An upload becomes a picture made by the server, or is refused. The server checks the content, not the file's name,
 * decodes it within limits and encodes it anew. Only pixels survive: no metadata, no location, no second file hidden in
 * the first.
 */
import { UPLOAD } from '@veritick/contract'
import { fileTypeFromBuffer } from 'file-type'
import { inTime, SECOND_MS } from '../clock/index.ts'
import { pictureLibrary } from './picture-library.ts'

/** Shorter sides show nothing that could be read. */
export const PICTURE_SIDE_MIN = 32
export const PICTURE_SIDE_MAX = 12_000
/** 40 million pixels decode to 160 MB at most; a small file may claim more. */
export const PICTURE_PIXELS_MAX = 40_000_000
/** Longer sides are made smaller: print on a document is still read easily. */
const KEPT_SIDE_MAX = 3_000
const JPEG_QUALITY = 88
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
    const { data, info } = await input
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize({ width: KEPT_SIDE_MAX, height: KEPT_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, picture: { bytes: new Uint8Array(data), width: info.width, height: info.height } }
  } catch (error) {
    const tooMany = error instanceof Error && error.message.includes('exceeds pixel limit')
    return { ok: false, reason: tooMany ? 'picture_dimensions' : 'picture_broken' }
  }
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
