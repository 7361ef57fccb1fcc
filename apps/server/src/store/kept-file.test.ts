/** A file in the data folder keeps its newest value on a full disk, over a torn write, and when it grows. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smallDisk } from '@veritick/testing/store-faults'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { keepFile, readKept } from './kept-file.ts'

const SLOT = 64 * 1_024
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const keptIn = (file: string): unknown => JSON.parse(readKept(file))

describe('the server', () => {
  test('reads the newest value that it kept, and finds no file where it kept none', () => {
    const file = join(folder, 'world', 'known.json')
    expect(() => readKept(file)).toThrow('ENOENT')
    for (const value of [{ version: 1 }, { version: 2, text: 'ü' }, { version: 3 }]) {
      expect(keepFile(file, value)).toBe(true)
      expect(keptIn(file)).toEqual(value)
    }
  })

  test('reads the value before one that was not written to its end, and keeps the next in its place', () => {
    const file = join(folder, 'known.json')
    for (const version of [1, 2, 3]) keepFile(file, { version })
    // The third stands in the first slot: a byte of its value.
    const descriptor = openSync(file, 'r+')
    writeSync(descriptor, '9', 128 + '{"version":'.length)
    closeSync(descriptor)
    expect(keptIn(file)).toEqual({ version: 2 })
    keepFile(file, { version: 4 })
    expect(keptIn(file)).toEqual({ version: 4 })
  })

  test('gives a value that nearly fills its slot a file with larger ones', () => {
    const file = join(folder, 'known.json')
    keepFile(file, { text: '' })
    expect(readFileSync(file)).toHaveLength(2 * SLOT)
    for (const size of [SLOT / 2, SLOT - 1_000, 5 * SLOT]) {
      expect(keepFile(file, { text: 'x'.repeat(size) })).toBe(true)
      expect(keptIn(file)).toEqual({ text: 'x'.repeat(size) })
      expect(readFileSync(file).length).toBeGreaterThan(2 * size)
    }
  })

  test.each(['', '{"version":1}\n', 'x'.repeat(3 * SLOT)])('takes no value from a file that holds %.20j', (text) => {
    const file = join(folder, 'known.json')
    writeFileSync(file, text)
    expect(() => readKept(file)).toThrow(SyntaxError)
    keepFile(file, { version: 1 })
    expect(keptIn(file)).toEqual({ version: 1 })
  })
})

describe('on a full disk the server', () => {
  test('keeps further values in the space of the file, and says when the next may not fit', ({ skip }) => {
    const disk = smallDisk(1) ?? skip('a small disk needs root')
    onTestFinished(() => disk.remove())
    const file = join(disk.folder, 'known.json')
    keepFile(file, { version: 1 })
    expect(() => writeFileSync(join(disk.folder, 'fill'), Buffer.alloc(2 * 1_024 * 1_024, 'x'))).toThrow('ENOSPC')
    for (const version of [2, 3, 4]) expect(keepFile(file, { version })).toBe(true)
    expect(keptIn(file)).toEqual({ version: 4 })
    const nearlyFull = { text: 'x'.repeat(SLOT - 1_000) }
    expect(keepFile(file, nearlyFull)).toBe(false)
    expect(keptIn(file)).toEqual(nearlyFull)
    expect(() => keepFile(file, { text: 'x'.repeat(SLOT) })).toThrow('ENOSPC')
    expect(keptIn(file)).toEqual(nearlyFull)
    rmSync(join(disk.folder, 'fill'))
    expect(keepFile(file, nearlyFull)).toBe(true)
  })
})
