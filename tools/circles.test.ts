/** Circles among the scripts of a built app: such a build is refused, and the builds of both apps have none. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { furtherTest } from '@veritick/testing/quick'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { build } from './build.mjs'
import { circlesOf, refuseCircles, scriptImports } from './circles.mjs'
import { ROOT } from './needs.mjs'

test('a circle is found, also one of three files', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', []],
  ])
  expect(circlesOf(graph)).toEqual(['a b c'])
})

describe('scripts', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'veritick-scripts-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

  test('a circle of two shared files is refused by name', async () => {
    write('screen.js', 'import{a}from"./shared-1.js";console.log(a)')
    write('shared-1.js', 'import{b}from"./shared-2.js";const a=()=>b;export{a}')
    write('shared-2.js', 'import{a as x}from"./shared-1.js";var b=[x];export{b}')
    await expect(refuseCircles(folder)).rejects.toThrow('shared-1.js shared-2.js')
  })

  test('a file that is imported later makes no circle', async () => {
    write('first.js', 'const open=()=>import("./screen.js");export{open}')
    write('screen.js', 'import{open}from"./first.js";export{open}')
    await refuseCircles(folder)
    expect(await scriptImports(folder)).toEqual(
      new Map([
        ['first.js', []],
        ['screen.js', ['first.js']],
      ]),
    )
  })
})

furtherTest('the built apps have no circle', { timeout: 600_000 }, async () => {
  await build()
  for (const app of ['web', 'office']) {
    const imports = await scriptImports(join(ROOT, 'apps', app, 'dist/assets'))
    // Fewer would mean that the screens were not found.
    expect(imports.size).toBeGreaterThan(50)
    expect([...imports.values()].flat().length).toBeGreaterThan(100)
    expect(circlesOf(imports)).toEqual([])
  }
})
