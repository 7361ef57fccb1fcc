/**
 * The pure part of a picture field: whether the server accepts the file, decided by its first bytes as the server does,
 * and the states of the upload.
 */
import { type Reason, UPLOAD } from '@veritick/contract'

/** Number of bytes that identify the format. */
export const HEAD_BYTES = 12

type PictureFault = Extract<Reason, 'picture_missing' | 'picture_too_large' | 'picture_type_unknown'>

/**
 * The refusal that the server would give; `undefined`: the file can be sent. `head`: the first bytes. File name and
 * type are ignored, because phones report them wrongly.
 */
export function pictureFault(picture: { readonly size: number; readonly head: Uint8Array }): PictureFault | undefined {
  if (picture.size === 0) return 'picture_missing'
  if (kindOf(picture.head) === undefined) return 'picture_type_unknown'
  return picture.size > UPLOAD.bytesMax ? 'picture_too_large' : undefined
}

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const RIFF = [0x52, 0x49, 0x46, 0x46]
const WEBP = [0x57, 0x45, 0x42, 0x50]

function kindOf(head: Uint8Array): (typeof UPLOAD.types)[number] | undefined {
  const stands = (bytes: readonly number[], at = 0) => bytes.every((byte, index) => head[at + index] === byte)
  if (stands(JPEG)) return 'image/jpeg'
  if (stands(PNG)) return 'image/png'
  return stands(RIFF) && stands(WEBP, 8) ? 'image/webp' : undefined
}

/**
 * `failed`: `again` true for network failures, which can be retried; false for refusals. `kept`: the server has stored
 * the picture.
 */
export type PictureState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'kept' }
  | { readonly kind: 'failed'; readonly message: string; readonly again: boolean }

/** Whole percent, rounded down: 100 only when it is complete. */
export const percentOf = (share: number): number => Math.floor(Math.min(Math.max(share, 0), 1) * 100)
