/**
 * What a picture field knows before anything is sent: whether the file is a picture that the server takes, judged by
 * its first bytes as the server does, and what the person sees of it. Without a browser, so that it can be tested.
 */
import { type Reason, UPLOAD } from '@veritick/contract'

/** Bytes that tell what kind of picture it is. */
export const HEAD_BYTES = 12

type PictureFault = Extract<Reason, 'picture_missing' | 'picture_too_large' | 'picture_type_unknown'>

/**
 * Why it would be refused; `undefined`: send it. `head`: its first bytes; the name and the type that a phone gives are
 * not believed.
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
 * `failed`: it may be sent again as it is (the network), or not (`again` false: the server or we refused it).
 * `kept`: the server has it.
 */
export type PictureState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'kept' }
  | { readonly kind: 'failed'; readonly message: string; readonly again: boolean }

/** Whole percent, rounded down: 100 is said when it is so. */
export const percentOf = (share: number): number => Math.floor(Math.min(Math.max(share, 0), 1) * 100)
