/** The screen beside the menu of a wide window. */
import { expect, it } from 'vitest'
import { firstBeside } from './wide.ts'

it.each([
  ['/mine', true, '/mine/history'],
  ['/user', true, '/mine/history'],
  ['/mine', false, '/mine/system'],
  ['/mine/wallet', true, undefined],
] as const)('beside the menu at %s, signed in %s, is %s', (path, signedIn, first) =>
  expect(firstBeside(path, signedIn)).toBe(first),
)
