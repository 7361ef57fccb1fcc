/**
 * The walls of the server: each room imports only the rooms that the table in rooms.ts allows it, through their
 * entrance index.ts, no file stands in a circle of imports anywhere in the project, and a start reads no large package
 * that it does not need. Types count, but not for the last of these.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { circlesOf } from './circles.mjs'
import { ROOMS } from './rooms.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SERVER = 'apps/server/src'
/** The only file outside every room: Node runs it, in the process and in each of its threads. */
const ENTRY = 'main.ts'
/** Rooms one level deeper: each folder in them is a room of its own. */
const HALLS = new Set(['features', 'services'])
/** Packages that only a picture, a document or a passkey needs: together they take a tenth of a start, or 0.16 s. */
const READ_LATE = ['pdfkit', 'sharp', 'svg-captcha', '@simplewebauthn/server']

type Import = { readonly file: string; readonly target: string }

const sources = filesIn(SERVER).filter((path) => !/(\.test|-fixture)\.ts$/.test(path))
const imports = sources.flatMap((file) => importsOf(file).map((target): Import => ({ file, target })))
const across = imports.filter(({ file, target }) => roomOf(file) !== roomOf(target) && roomOf(file) !== undefined)

describe('the rooms of the server', () => {
  test('every folder is a room of the table, and every room is a folder with an entrance', () => {
    const found = new Set(sources.map(roomOf).filter((room) => room !== undefined))
    expect([...found].sort()).toEqual(Object.keys(ROOMS).sort())
    const closed = Object.keys(ROOMS).filter(
      (room) => room !== 'start' && !existsSync(join(ROOT, SERVER, room, 'index.ts')),
    )
    expect(closed).toEqual([])
  })

  test('a room comes after every room that it imports, so there is no circle', () => {
    const order = Object.keys(ROOMS)
    const wrong = Object.entries(ROOMS).flatMap(([room, allowed]) =>
      allowed
        .filter((each) => order.indexOf(each) >= order.indexOf(room) || !(each in ROOMS))
        .map((each) => `${room} -> ${each}`),
    )
    expect(wrong).toEqual([])
  })

  test('a room imports only what the table allows it, and the table allows nothing that is not used', () => {
    const made = new Set(across.map(({ file, target }) => `${roomOf(file)} -> ${roomOf(target)}`))
    const allowed = new Set(Object.entries(ROOMS).flatMap(([room, rooms]) => rooms.map((each) => `${room} -> ${each}`)))
    expect([...made].filter((each) => !allowed.has(each)).sort()).toEqual([])
    expect([...allowed].filter((each) => !made.has(each)).sort()).toEqual([])
  })

  test('a room is entered through its index.ts', () => {
    const wrong = across
      .filter(({ target }) => !target.endsWith('/index.ts'))
      .map(({ file, target }) => `${file} -> ${target}`)
    expect(wrong).toEqual([])
  })

  test('no file imports the entrance of its own room', () => {
    const wrong = imports.filter(({ file, target }) => target.endsWith('/index.ts') && roomOf(file) === roomOf(target))
    expect(wrong.map(({ file }) => file)).toEqual([])
  })
})

test.each(READ_LATE)('no start reads %s', (name) => {
  const texts = sources.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
  expect(texts.some(({ text }) => text.includes(`import('${name}')`))).toBe(true)
  const early = new RegExp(`^import (?!type ).*from '${name}'`, 'm')
  expect(texts.filter(({ text }) => early.test(text)).map(({ file }) => file)).toEqual([])
})

describe('circles', () => {
  const folders = ['apps', 'packages', 'sim', 'bench', 'e2e', 'tools']

  test.each(folders)('no file of %s stands in a circle of imports', (folder) => {
    const files = filesIn(folder)
    expect(circlesOf(new Map(files.map((file) => [file, importsOf(file)])))).toEqual([])
  })
})

/** `undefined` for main.ts, which belongs to no room. */
function roomOf(path: string): string | undefined {
  const parts = relative(SERVER, path).split('/')
  if (parts.length === 1) return parts[0] === ENTRY ? undefined : parts[0]
  return HALLS.has(parts[0] ?? '') ? parts.slice(0, 2).join('/') : parts[0]
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesIn(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** Files of the project that this one imports, statically, by a relative path. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const named = [...text.matchAll(/^(?:import|export)\b[^'"]*?from '(\.[^']+)'/gms)].map((match) => match[1] ?? '')
  return named.map((target) => join(dirname(path), target)).filter((target) => /\.tsx?$/.test(target))
}
