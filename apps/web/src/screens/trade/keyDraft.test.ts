/** Points are set one after the other; a brush ends at a second Enter; other keys have no effect. */
import { expect, test } from 'vitest'
import type { DrawPoint } from './drawings.ts'
import { draftAt, draftByKey, type KeyDraft, previewOf } from './keyDraft.ts'

const chart = { precision: 5, times: [1_000, 2_000, 3_000] }
const START: DrawPoint = [2_000, 1.085]

/** The draft after keys that do not finish it. */
function after(draft: KeyDraft, ...keys: readonly string[]): KeyDraft {
  return keys.reduce((now, key) => {
    const step = draftByKey(now, key, chart)
    if (step === undefined || step.kind === 'done') throw new Error(`${key} ended the draft`)
    return step.draft
  }, draft)
}

test('a trend line: arrow keys move a point, Enter sets it, the second one ends the line', () => {
  const one = after(draftAt('trend', START), 'ArrowLeft', 'ArrowUp', 'Enter')
  expect(one.set).toEqual([[1_000, 1.0851]])
  expect(previewOf(one)).toEqual([
    [1_000, 1.0851],
    [1_000, 1.0851],
  ])
  const two = after(one, 'ArrowRight', 'ArrowRight', 'PageUp')
  expect(previewOf(two)).toEqual([
    [1_000, 1.0851],
    [3_000, 1.0861],
  ])
  expect(draftByKey(two, 'Enter', chart)).toEqual({
    kind: 'done',
    points: [
      [1_000, 1.0851],
      [3_000, 1.0861],
    ],
  })
})

test('a horizontal line takes one point, a channel three', () => {
  expect(draftByKey(draftAt('horizontal', START), 'Enter', chart)).toEqual({ kind: 'done', points: [START] })
  const channel = after(draftAt('channel', START), 'Enter', 'ArrowUp', 'Enter', 'ArrowUp')
  expect(previewOf(channel)).toHaveLength(3)
  expect(draftByKey(channel, 'Enter', chart)?.kind).toBe('done')
})

test('a brush accepts points until Enter is pressed twice at one place, and never has a single point', () => {
  const one = after(draftAt('brush', START), 'Enter')
  expect(draftByKey(one, 'Enter', chart)).toBeUndefined()
  const two = after(one, 'ArrowUp', 'Enter')
  expect(draftByKey(two, 'Enter', chart)).toEqual({
    kind: 'done',
    points: [
      [2_000, 1.085],
      [2_000, 1.0851],
    ],
  })
})

test('other keys have no effect', () => {
  for (const key of ['Escape', 'Tab', 'a']) expect(draftByKey(draftAt('trend', START), key, chart)).toBeUndefined()
})
