/** The options of `npm run sim`: a wrong one is answered with a sentence and the usage, never with a stack trace. */
import { expect, test } from 'vitest'
import { readOptions, USAGE } from './options.ts'

test('each mode has its own length, and every number can be named', () => {
  expect(readOptions([])).toEqual({ mode: 'engines', from: 1, seeds: 200, steps: 300 })
  expect(readOptions(['--process', '--from', '7', '--seeds', '3', '--steps', '50'])).toEqual({
    mode: 'process',
    from: 7,
    seeds: 3,
    steps: 50,
  })
  expect(readOptions(['--long'])).toMatchObject({ seeds: 20_000 })
  expect(readOptions(['--help'])).toEqual({ print: USAGE, status: 0 })
})

test.each([
  { args: ['--seeds', '0'], says: '--seeds 0 is not a whole number from 1 on' },
  { args: ['--steps', 'many'], says: '--steps many is not a whole number from 1 on' },
  { args: ['--process', '--feeds'], says: '--process and --feeds cannot be given together' },
  { args: ['--long', '--seeds', '3'], says: '--long and --seeds cannot be given together' },
  { args: ['--sede', '3'], says: "Unknown option '--sede'" },
  { args: ['--from'], says: '--from' },
])('$args is refused: $says', ({ args, says }) => {
  const found = readOptions(args)
  expect(found).toMatchObject({ status: 2 })
  expect('print' in found && found.print).toContain(says)
})
