/** Pushed notices: each is shown as a toast, except the one of a support answer, which rings with its message. */
import type { ForexNotice, NoticeKind } from '@veritick/contract'
import { expect, it, vi } from 'vitest'
import type { Message } from './socket.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('location', new URL('https://veritick.example/'))
const received: ((message: Message) => void)[] = []
vi.doMock('./socket.ts', () => ({
  LiveSocket: class {
    constructor({ onMessage }: { readonly onMessage: (message: Message) => void }) {
      received.push(onMessage)
    }
  },
}))
const [{ useToasts }] = await Promise.all([import('../design/toasts.ts'), import('./connection.ts')])

const push = (kind: NoticeKind) => {
  const data = { kind, words: `words of ${kind}`, order: null } as ForexNotice
  for (const take of received) take({ topic: 'FOREX_NOTICE', data, snapshot: false })
}

it('an answer of support is told by the conversation only', () => {
  push('support')
  push('deposit')
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['words of deposit'])
})
