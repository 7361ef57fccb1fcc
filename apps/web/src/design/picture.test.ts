/** Checks of a file before the upload, and the move of a row under a finger. */
import { describe, expect, it } from 'vitest'
import { percentOf, pictureFault } from './picture.ts'
import { shiftOf, swipeMeans, swipeOf } from './swiping.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const MEGABYTE = 1_048_576

describe('a file that is chosen', () => {
  it.each([
    ['a photo of the camera', '\xff\xd8\xff\xe1....JFIF', 4 * MEGABYTE, undefined],
    ['a screenshot', '\x89PNG\r\n\x1a\n....', 90_000, undefined],
    ['a picture of the web', 'RIFF....WEBPVP8 ', 20_000, undefined],
    ['exactly 10 MB', '\xff\xd8\xff\xe0', 10 * MEGABYTE, undefined],
    ['one byte more', '\xff\xd8\xff\xe0', 10 * MEGABYTE + 1, 'picture_too_large'],
    ['nothing in it', '', 0, 'picture_missing'],
    ['a page that is called .jpg', '<!doctype html>', 800, 'picture_type_unknown'],
    ['a drawing that can carry scripts', '<svg xmlns="', 800, 'picture_type_unknown'],
    ['a sound in the same box as WebP', 'RIFF....WAVEfmt ', 800, 'picture_type_unknown'],
    ['a HEIC of another phone', '....ftypheic', 2 * MEGABYTE, 'picture_type_unknown'],
    ['a film of 80 MB', '....ftypisom', 80 * MEGABYTE, 'picture_type_unknown'],
  ])('%s', (_, head, size, fault) => expect(pictureFault({ size, head: bytes(head) })).toBe(fault))

  it('shows 100 % only when all bytes are sent', () =>
    expect([0, 0.004, 0.996, 1, 1.2].map(percentOf)).toEqual([0, 0, 99, 100, 100]))
})

describe('swiping a row away', () => {
  it.each([
    [-50, 'ltr', 50, -50],
    [50, 'ltr', 0, 0],
    [50, 'rtl', 50, 50],
    [-50, 'rtl', 0, 0],
    [-400, 'ltr', 160, -160],
  ] as const)('%d px of finger in %s', (travel, direction, swipe, shift) => {
    expect(swipeOf(travel, direction)).toBe(swipe)
    expect(shiftOf(swipe, direction)).toBe(shift)
  })
  it('triggers the action from 96 px on', () => expect([swipeMeans(95), swipeMeans(96)]).toEqual([false, true]))
})
