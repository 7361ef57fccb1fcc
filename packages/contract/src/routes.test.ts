/**
 * The browser's table of routes is made from the records of the calls: `npx vitest run packages/contract -u` writes it.
 */
import { expect, test } from 'vitest'
import { CALL_NAMES, CALLS, type Call } from './calls/index.ts'

test('routes.ts says of every call what its record says', async () => {
  await expect(routesText()).toMatchFileSnapshot('routes.ts')
})

function routesText(): string {
  const lines = CALL_NAMES.map((name) => {
    const { path, changes, caller }: Call = CALLS[name]
    return `  ${name}: { path: '${path}', changes: ${changes}, visitor: ${caller === 'visitor'} },`
  })
  return [
    '/**',
    ' * The facts of each call that a browser needs, without its schemas. Made from the records in calls/ by',
    ' * `npx vitest run packages/contract -u`; routes.test.ts compares.',
    ' */',
    "import type { CallName } from './calls/index.ts'",
    '',
    '/** `visitor`: the call needs no session. */',
    'export type Route = { readonly path: string; readonly changes: boolean; readonly visitor: boolean }',
    '',
    'export const ROUTES: { readonly [Name in CallName]: Route } = {',
    ...lines,
    '}',
    '',
  ].join('\n')
}
