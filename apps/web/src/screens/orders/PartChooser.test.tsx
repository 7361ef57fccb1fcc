/** The choice of a part as it is rendered, texts by their keys: shares, the field, the fault of a size. */
import { lotUnits } from '@veritick/domain'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { chosenPart } from './part.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
const { PartChooser } = await import('./PartChooser.tsx')

const terms = { lotMin: lotUnits(100), lotStep: lotUnits(100) }
const held = lotUnits(1_000)
function drawn(text: string | undefined, locked = false) {
  const { fault } = chosenPart(text, held, terms)
  const html = renderToStaticMarkup(
    <PartChooser held={held} terms={terms} unit="lots" text={text} fault={fault} locked={locked} onText={() => {}} />,
  )
  return {
    html,
    pressed: [...html.matchAll(/aria-pressed="(true|false)"/g)].map(([, pressed]) => pressed === 'true'),
    value: / value="([^"]*)"/.exec(html)?.[1],
  }
}

it('the whole position is the default', () => {
  const { pressed, value, html } = drawn(undefined)
  expect([pressed, value]).toEqual([[false, false, false, true], '0.10'])
  expect(html).toContain('aria-label="orders.part_share"')
  expect(html).toContain('orders.part_size (ticket.lots)')
})

it('four shares fit beside each other, and the label above the field leaves room for its buttons', () => {
  const { html } = drawn(undefined)
  expect([...html.matchAll(/>(\d+%)</g)].map(([, share]) => share)).toEqual(['20%', '50%', '70%', '100%'])
  expect(html).not.toContain('overflow-x-auto')
  expect(html).toMatch(/grid-cols-1 gap-1"><label/)
})

it('a typed size that equals a share presses its button; another size presses none', () => {
  expect(drawn('0.05').pressed).toEqual([false, true, false, false])
  expect(drawn('0.03').pressed).toEqual([false, false, false, false])
})

it.each([
  ['0.11', 'ticket.lots_range'],
  ['0', 'ticket.lots_range'],
  ['0.015', 'ticket.lots_range'],
  ['ten', 'ticket.digits'],
])('%s is refused below the field', (text, sentence) => {
  const { html } = drawn(text)
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain(sentence)
})

it('an empty field has no error, and a sent request cannot be changed', () => {
  expect(drawn('').html).not.toContain('aria-invalid')
  expect(drawn('0.05', true).html).toMatch(/<input[^>]* disabled=""/)
})
