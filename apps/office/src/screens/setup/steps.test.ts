/** Each missing step opens the form in which it is done. */
import { expect, test } from 'vitest'
import { TITLES } from '../settings/forms.ts'
import { STEPS } from './steps.ts'

const OTHER_PAGES = ['/staff']

test('a step of a setting opens the form of this setting, not the list of all', () => {
  const paths = Object.values(STEPS).flatMap(({ opens = [] }) => opens.map(([, path]) => path))
  expect(paths).toContain('/settings/charge_networks')
  const settings = paths.filter((path) => !OTHER_PAGES.includes(path))
  for (const path of settings) expect(Object.keys(TITLES), path).toContain(path.split('/')[2])
})

test('two buttons of a step have different words', () => {
  for (const { title, opens = [] } of Object.values(STEPS))
    expect(new Set(opens.map(([word]) => word)).size, title).toBe(opens.length)
})
