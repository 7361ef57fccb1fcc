/** Notices on a phone of 320 x 640 cover neither fields nor buttons, also above its keyboard. */
import { expect, it } from 'vitest'
import { toastTop } from './toastPlace.ts'

const PHONE = { top: 0, bottom: 640 }
const span = (top: number, height: number) => ({ top, bottom: top + height })
const notice = { usual: 8, height: 52, visible: PHONE, taken: [], figures: [], typing: undefined }

it('stand at their usual place while nothing is there', () => {
  expect(toastTop(notice)).toBe(8)
})

it('stay above the sheet of the ticket, whose first button is 68 px below the top', () => {
  expect(toastTop({ ...notice, taken: [span(68, 44), span(120, 44)] })).toBe(8)
})

it('of three lines go into the nearest gap that they fit in', () => {
  const taken = [span(60, 44), span(112, 44), span(300, 44)]
  const top = toastTop({ ...notice, height: 80, taken })
  expect([top >= 160, top + 80 <= 300]).toEqual([true, true])
})

it('above the tab bar leave the field that the keyboard has moved there', () => {
  const visible = { top: 0, bottom: 340 }
  const field = span(220, 48)
  const top = toastTop({ ...notice, usual: 220, visible, taken: [field, span(280, 52)], typing: field })
  expect(top + 52).toBeLessThanOrEqual(220)
  expect(top).toBeGreaterThan(100)
})

it('stay in the visible part of a page that the keyboard has scrolled', () => {
  const visible = { top: 200, bottom: 500 }
  expect(toastTop({ ...notice, visible })).toBe(204)
  expect(toastTop({ ...notice, usual: 600, visible })).toBe(444)
})

it('without any gap cover what they must, but not the field that is being typed in', () => {
  const rows = Array.from({ length: 16 }, (_, index) => span(index * 40, 40))
  const typing = span(0, 40)
  expect(toastTop({ ...notice, taken: rows, typing })).toBeGreaterThanOrEqual(40)
})

it('cover no figure while another place is free', () => {
  const figures = [span(0, 100), span(200, 300)]
  const top = toastTop({ ...notice, figures })
  expect([top >= 100, top + 52 <= 200]).toEqual([true, true])
})

it('cover a figure before a button', () => {
  const taken = [span(0, 300)]
  const top = toastTop({ ...notice, taken, figures: [span(300, 340)] })
  expect(top).toBeGreaterThanOrEqual(300)
})
