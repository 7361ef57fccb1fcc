/**
 * A perceptual hash of 64 bits: whether the picture gets brighter from each of 9 x 8 fields to the next (dHash). The
 * same picture in another size or quality, or with a narrow edge cut off, differs in a few bits; a different picture
 * differs in about half. Similar pictures are marked for the reviewer; the hash decides nothing.
 */
import { inTime, SECOND_MS } from '../clock/index.ts'
import { pictureLibrary } from './picture-library.ts'

const COLUMNS = 9
const ROWS = 8
/** Bits in which two pictures may differ and still look the same. */
export const HASH_BITS_MAX = 6
/**
 * Steps of brightness between two fields that are more than noise, and how many of the 64 there must be: a white page
 * looks like every other.
 */
const STEP_MIN = 3
const STEPS_MIN = 12
const HASHING = { millis: 10 * SECOND_MS, work: 'the perceptual hash of a picture' }

/** 16 hex digits; `undefined`: there is too little to see. Throws WorkLate when the library hangs. */
export async function perceptualHashOf(picture: Uint8Array): Promise<string | undefined> {
  const sharp = await pictureLibrary()
  const reading = sharp(picture).greyscale().resize(COLUMNS, ROWS, { fit: 'fill' }).raw().toBuffer()
  const fields = await inTime(HASHING, reading)
  let bits = 0n
  let steps = 0
  for (let row = 0; row < ROWS; row++) {
    for (let column = 1; column < COLUMNS; column++) {
      const place = row * COLUMNS + column
      const step = (fields[place] ?? 0) - (fields[place - 1] ?? 0)
      if (Math.abs(step) >= STEP_MIN) steps++
      // Where it is flat, noise decides nothing.
      bits = (bits << 1n) | (step >= STEP_MIN ? 1n : 0n)
    }
  }
  return steps < STEPS_MIN ? undefined : bits.toString(16).padStart(16, '0')
}
