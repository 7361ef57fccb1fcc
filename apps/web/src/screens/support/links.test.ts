/** Addresses in messages: links with their real host, and texts that stay text. */
import { describe, expect, it } from 'vitest'
import { partsOf } from './links.ts'

const linksIn = (text: string) =>
  partsOf(text).flatMap((part) => (part.kind === 'link' ? [[part.text, part.host]] : []))

describe('links', () => {
  it.each([
    ['see https://example.com/a?b=1.', [['https://example.com/a?b=1', 'example.com']]],
    ['(http://example.com)', [['http://example.com', 'example.com']]],
    [
      'two: https://a.example, https://b.example/x',
      [
        ['https://a.example', 'a.example'],
        ['https://b.example/x', 'b.example'],
      ],
    ],
    ['HTTPS://EXAMPLE.COM', [['HTTPS://EXAMPLE.COM', 'example.com']]],
    // A Cyrillic letter: the host is shown in its network form.
    ['https://veriti\u0441k.example', [['https://veriti\u0441k.example', 'xn--veritik-3jg.example']]],
  ])('%s', (text, links) => expect(linksIn(text)).toEqual(links))

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://bank.example@evil.example/',
    'http://',
    'ftp://example.com',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'www.example.com',
  ])('%s stays text', (text) => expect(partsOf(text)).toEqual([{ kind: 'text', text }]))

  it('the parts together equal the text', () => {
    const text = 'a https://x.example/?q=<b>, b\n\u202Ehttps://y.example\u202C end.'
    expect(
      partsOf(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
    expect(linksIn(text).map(([, host]) => host)).toEqual(['x.example', 'y.example'])
  })
})
