/** The words of a publication that a customer may pay to or follow. */
import { expect, test } from 'vitest'
import { marksIn } from './publication-mail.ts'

test.each([
  ['Send to TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW now', ['TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW']],
  ['to 0x52908400098527886E0F7030069857D2E4169EE7.', ['0x52908400098527886E0F7030069857D2E4169EE7.']],
  ['GB29 NWBK 6016 1331 9268 19', ['6016 1331 9268 19']],
  ['TJCn\u200bKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', ['TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW']],
  ['see evil.example/pay, https://evil.example or a@evil.example', 3],
  ['Account １２３４５６７８９', ['123456789']],
  ['Closed on 2026-04-03 from 18:00 to 22:00 UTC. Thank you, e.g. 1,000 lots at 1.08500.', []],
] as const)('a reader of %j is shown %j', (text, marks) => {
  const found = marksIn(text)
  if (typeof marks === 'number') expect(found).toHaveLength(marks)
  else expect(found).toEqual(marks)
})

test('a reader waits for no text of the greatest length', () => {
  for (const unit of ['a', '1', '1 ', 'a.', '@', 'a1', '-'])
    expect(marksIn(unit.repeat(150_000)).length).toBeLessThan(2)
})
