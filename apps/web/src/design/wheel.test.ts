/** A turn of the wheel over a row that scrolls sideways: both directions, both writing directions, both ends. */
import { expect, it } from 'vitest'
import { stepOfWheel } from './wheel.ts'

const DOWN = { deltaX: 0, deltaY: 120, deltaMode: 0, ctrlKey: false, shiftKey: false }
const row = (scrollLeft: number, rtl = false) => ({ scrollLeft, scrollWidth: 500, clientWidth: 200, rtl })

it.each([
  ['down scrolls forward', DOWN, row(0), 120],
  ['up scrolls back', { ...DOWN, deltaY: -100 }, row(250), -100],
  ['down scrolls forward in Arabic, to the left', DOWN, row(-100, true), -120],
  ['it stops at the end', DOWN, row(250), 50],
  ['at the end it is for the list below', DOWN, row(300), 0],
  ['at the start it is for the list above', { ...DOWN, deltaY: -120 }, row(0), 0],
  ['at the end in Arabic', DOWN, row(-299.6, true), 0],
  ['lines are pixels', { ...DOWN, deltaY: 3, deltaMode: 1 }, row(0), 48],
  ['a touchpad scrolls sideways itself', { ...DOWN, deltaX: 4 }, row(0), 0],
  ['the shift key scrolls sideways itself', { ...DOWN, shiftKey: true }, row(0), 0],
  ['the control key changes the zoom', { ...DOWN, ctrlKey: true }, row(0), 0],
  ['a row that fits does not scroll', DOWN, { ...row(0), scrollWidth: 200 }, 0],
])('%s', (_name, turn, at, step) => {
  expect(stepOfWheel(turn, at)).toBe(step)
})
