/** A picture can be enlarged and always returns to the start. */
import { expect, test } from 'vitest'
import { moved, transformOf, turned, WHOLE_PICTURE, zoomed } from './viewer.ts'

test('zoom stays within its bounds, and going back puts it in the middle', () => {
  const close = zoomed(WHOLE_PICTURE, 4)
  expect(close.zoom).toBe(3)
  expect(zoomed(close, 100).zoom).toBe(6)
  expect(zoomed(moved(close, { x: 40, y: -10 }), -100)).toEqual(WHOLE_PICTURE)
})

test('four quarters are a whole turn, both ways', () => {
  expect(turned(WHOLE_PICTURE, 4).turned).toBe(0)
  expect(turned(WHOLE_PICTURE, -1).turned).toBe(270)
})

test('what is not zoomed is not moved', () => {
  expect(moved(WHOLE_PICTURE, { x: 5, y: 5 })).toEqual(WHOLE_PICTURE)
  expect(transformOf(moved(zoomed(WHOLE_PICTURE, 2), { x: 5, y: 6 }))).toBe('translate(5px, 6px) scale(2) rotate(0deg)')
})
