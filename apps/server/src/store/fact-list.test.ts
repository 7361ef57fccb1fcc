/**
 * A list of facts while its process runs: the file vanishes or is cut, the disk has no space, and the file grows to
 * several times of what is still true. Each test looks at the facts that the next process reads.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FactList, factName } from './fact-list.ts'
import { StoreBusy } from './trouble.ts'

const MEGABYTE = 1_048_576
const RECORD_BYTES = 16

let folder: string
let file: string
let logged: string[]
let known: Map<string, number>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-facts-'))
  file = join(folder, 'simulated', 'facts')
  logged = []
  known = new Map()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const listOf = () =>
  new FactList({
    file,
    log: pino({}, { write: (line: string) => void logged.push(line) }),
    letters: 'vttested',
    holds: 'facts of a test',
    lost: 'nothing is known',
    living: () => known,
  })
/** As the start of a process does. */
function started(): FactList {
  const list = listOf()
  known = new Map(list.read()?.facts.map(({ name, value }) => [name, value]))
  list.writeAnew(7)
  return list
}
/** As the owner of a list does. */
function add(list: FactList, about: string, value = 1): void {
  known.set(factName(about), value)
  list.add([{ name: factName(about), value }])
}
/** The next process would know this. */
const kept = () =>
  new Map(
    listOf()
      .read()
      ?.facts.map(({ name, value }) => [name, value]),
  )
function valuesOf(names: readonly string[]) {
  const facts = kept()
  return names.map((about) => facts.get(factName(about)))
}

test.each([
  ['vanished', () => rmSync(file)],
  ['was cut', () => truncateSync(file, RECORD_BYTES)],
  ['vanished with its folder', () => rmSync(join(folder, 'simulated'), { recursive: true })],
])('a file that %s is made again from memory by the next fact', (_how, attack) => {
  const list = started()
  add(list, 'ana', 3)
  attack()
  add(list, 'ben', 4)
  expect(valuesOf(['ana', 'ben'])).toEqual([3, 4])
  expect(listOf().read()?.head).toBe(7)
  expect(statSync(file).size).toBeGreaterThan(MEGABYTE)
  expect(logged.join()).toContain('was removed or cut: the file of facts of a test is made again from memory')
})

test('while facts cannot be written, a further one is refused as trouble of the store, and logged once', () => {
  // A folder in the place of the file can be neither read nor written.
  mkdirSync(join(file, 'in the way'), { recursive: true })
  const list = started()
  expect(() => list.requireRoom()).toThrow(StoreBusy)
  for (let each = 1; each <= 5_000; each += 1) add(list, `customer ${each}`, each)
  expect(logged).toHaveLength(3)
  expect(logged.at(-1)).toContain('facts of a test could not be kept')
  list.retry()
  expect(logged).toHaveLength(3)
  expect(() => list.requireRoom()).toThrow('facts of a test cannot be kept')
  rmSync(file, { recursive: true })
  list.retry()
  list.requireRoom()
  expect(valuesOf(['customer 1', 'customer 5000'])).toEqual([1, 5_000])
})

test('a file that grew to four times is made smaller, with the facts that came meanwhile', async () => {
  const list = started()
  const slice = 16_384
  for (let value = 1; value < 17 * slice; value += slice) {
    known.set(factName('ana'), value + slice - 1)
    list.add(Array.from({ length: slice }, (_, each) => ({ name: factName('ana'), value: value + each })))
  }
  const size = statSync(file).size
  add(list, 'ben', 5)
  // The draft is not in its place: a process that is killed now leaves the old file.
  expect(statSync(file).size).toBe(size)
  expect(valuesOf(['ana', 'ben'])).toEqual([17 * slice, 5])
  await list.settled()
  expect(statSync(file).size).toBeLessThan(2 * MEGABYTE)
  add(list, 'cem', 9)
  expect(valuesOf(['ana', 'ben', 'cem'])).toEqual([17 * slice, 5, 9])
  expect(logged).toEqual([])
})

test('a file that vanishes while a smaller one is written is made again, and stays', async () => {
  const list = started()
  const slice = Array.from({ length: 262_200 }, () => ({ name: factName('ana'), value: 6 }))
  known.set(factName('ana'), 6)
  list.add(slice)
  rmSync(file)
  add(list, 'ben', 4)
  await list.settled()
  add(list, 'cem', 5)
  expect(valuesOf(['ana', 'ben', 'cem'])).toEqual([6, 4, 5])
})

test('the draft of a process that was killed does no harm', () => {
  add(started(), 'ana', 3)
  for (const draft of ['part', 'smaller']) writeFileSync(`${file}.${draft}`, 'half of it')
  add(started(), 'ben', 4)
  expect(valuesOf(['ana', 'ben'])).toEqual([3, 4])
  expect(readFileSync(file, 'latin1').startsWith('vttested')).toBe(true)
})
