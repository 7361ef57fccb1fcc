/** The conversation while answers are slow or refused: messages that come or are written meanwhile stay. */
import type { CallData, Reason, SupportMessage, SupportPush, User } from '@veritick/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
vi.stubGlobal('location', new URL('https://veritick.example/mine/chat'))
vi.useFakeTimers({ toFake: ['setTimeout'] })
type Page = CallData<'supportMessages'>
type Answer = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }
/** The calls without an answer, by their names. */
const open: (Answer & { readonly name: string; readonly body: unknown })[] = []
vi.doMock('../../data/api.ts', async (actual) => ({
  ...(await actual<object>()),
  call: (name: string, body: unknown) =>
    new Promise((resolve, reject) => void open.push({ name, body, resolve, reject })),
}))
vi.doMock('../../data/notices.ts', () => ({ rereadNotices: () => {} }))
const { CallFailed } = await import('../../data/api.ts')
const [live, { clearSession, signIn }, { takeSupport }, store] = await Promise.all([
  import('../../data/live.ts'),
  import('../../data/session.ts'),
  import('../../data/support.ts'),
  import('./chatStore.ts'),
])
const { chatNow, readNewest, readOlder, renewLinks, send } = store

const message = (seq: number, more: Partial<SupportMessage> = {}): SupportMessage => ({
  seq,
  from: 'customer',
  text: `text ${seq}`,
  picture: null,
  time: seq,
  ...more,
})
const state = { last: 8, read: 0, unread: 0, closed: false }
const page = (seqs: readonly number[]): Page =>
  ({ ...state, messages: seqs.map((seq) => message(seq)), more: true, hours: '' }) as Page
const settled = () => new Promise((resolve) => setImmediate(resolve))
const shown = () => chatNow().messages.map(({ seq }) => seq)
const customer = (name: string) => signIn({ token: name, user: { uid: name, is_demo: 0 } as User })

/** Answers the oldest open call of that name. */
async function answer(name: string, value: unknown): Promise<void> {
  const at = open.findIndex((each) => each.name === name)
  const [asked] = open.splice(at, 1)
  if (value instanceof Error) asked?.reject(value)
  else asked?.resolve(value)
  await settled()
}
const refusal = (reason: Reason) => new CallFailed({ kind: 'refused', message: reason, reason })

beforeEach(async () => {
  customer('ana')
  live.setConnection('live')
  void readNewest()
  await answer('supportMessages', page([7, 8]))
})
afterEach(async () => {
  clearSession()
  for (const { reject } of open.splice(0)) reject(new Error('over'))
  await settled()
})

it('keeps what is pushed and written while older messages are read', async () => {
  const reading = readOlder()
  takeSupport({ message: message(9, { from: 'staff' }), state: { ...state, last: 9 }, typing: false } as SupportPush)
  send({ text: 'unsent', picture: undefined })
  await answer('supportSend', new CallFailed({ kind: 'network', message: 'no network' }))
  await answer('supportMessages', page([5, 6]))
  await reading
  expect(shown()).toEqual([5, 6, 7, 8, 9])
  expect(chatNow().outgoing).toMatchObject([{ text: 'unsent', state: 'waiting' }])
})

it('keeps what is pushed while the link of a picture is renewed', async () => {
  const renewing = renewLinks(8)
  takeSupport({ message: message(9), state: { ...state, last: 9 }, typing: false } as SupportPush)
  await answer('supportMessages', page([7, 8]))
  await renewing
  expect(shown()).toEqual([7, 8, 9])
})

it('shows no message of a customer who has signed out meanwhile', async () => {
  void readOlder()
  void renewLinks(8)
  clearSession()
  customer('ben')
  await answer('supportMessages', page([5, 6]))
  await answer('supportMessages', page([7, 8]))
  expect(shown()).toEqual([])
})

it.each(['busy', 'too_many_requests', 'shutting_down', 'store_trouble'] as const)(
  'sends a message that the server refused as %s again, with its key',
  async (reason) => {
    send({ text: 'later', picture: undefined })
    await answer('supportSend', refusal(reason))
    expect(chatNow().outgoing).toMatchObject([{ state: 'waiting' }])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(chatNow().outgoing).toMatchObject([{ state: 'sending' }])
    await answer('supportSend', message(9))
    expect([shown(), chatNow().outgoing]).toEqual([[7, 8, 9], []])
  },
)

it('does not send again what the server refuses for its content', async () => {
  send({ text: 'wrong', picture: undefined })
  await answer('supportSend', refusal('account_frozen'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect([open.length, chatNow().outgoing[0]?.state]).toEqual([0, 'refused'])
})
