/**
 * The first render of /mine/invite for each state: loading, open with friends, empty, not verified, and a country
 * without the programme. Texts are shown by their keys, because no language is loaded.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { type InviteFriend, type InviteInfo, REVIEW_STATUS } from '@veritick/contract'
import { SIGNED_IN } from '@veritick/testing/signed-in'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

const info: InviteInfo = {
  state: 'open',
  invite_code: 'K7M2QP34',
  rules: {
    sign_in_days: 7,
    volume: '500.000000',
    kept_days: 3,
    review_working_days: 3,
    effective_from: 1_740_470_400_000,
    steps: [
      { step: 1, net_deposit: '300.000000', reward: '30.000000' },
      { step: 2, net_deposit: '30000.000000', reward: '500.000000' },
    ],
  },
  friends: 1,
  held: '30.000000',
  paid: '500.000000',
}
const friend: InviteFriend = {
  number: 1,
  name: 'a***',
  joined_at: 1_770_000_000_000,
  counts: 1,
  sign_in: 'done',
  volume_reached: 1,
  kept_days: 2,
  rewards: [],
}

type Given = {
  readonly info?: InviteInfo
  readonly friends?: readonly InviteFriend[]
  readonly reviewStatus?: (typeof REVIEW_STATUS)[keyof typeof REVIEW_STATUS]
}

async function drawn(given: Given) {
  vi.resetModules()
  vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
  vi.stubGlobal('location', { origin: 'https://trade.example' })
  vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
  vi.doMock('../../shell/useOnline.ts', () => ({ useOnline: () => true }))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'veritick.token' ? 'token-1' : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  })
  const [{ InviteScreen }, { queryClient }, { setUser }] = await Promise.all([
    import('./InviteScreen.tsx'),
    import('../../data/queries.ts'),
    import('../../data/session.ts'),
  ])
  setUser({ ...SIGNED_IN, invite_code: 'K7M2QP34' })
  if (given.info !== undefined) queryClient.setQueryData(['personal', 'invites', 'info'], given.info)
  if (given.reviewStatus !== undefined)
    queryClient.setQueryData(['personal', 'identity'], { review_status: given.reviewStatus })
  if (given.friends !== undefined) {
    const pages = [{ data: given.friends, total: given.friends.length }]
    queryClient.setQueryData(['personal', 'invites', 'friends'], { pages, pageParams: [1] })
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <InviteScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('shows the code at once, and placeholders until the rules are loaded', async () => {
  const html = await drawn({})
  expect(html).toContain('role="status"')
  expect(html).not.toContain('invite.rules')
})

it('shows rules, rewards, sums and the conditions of each friend as met or not', async () => {
  const html = await drawn({ info, friends: [friend] })
  for (const text of [
    '30.00',
    '500.00',
    'invite.rule_volume',
    'invite.friend',
    'invite.volume_done',
    'invite.kept_open',
  ])
    expect(html).toContain(text)
  expect(html.match(/invite\.met/g)).toHaveLength(2)
  expect(html.match(/invite\.not_met/g)).toHaveLength(1)
})

it('explains an empty list of friends', async () => {
  expect(await drawn({ info: { ...info, friends: 0 }, friends: [] })).toContain('invite.empty_text')
})

it.each<[keyof typeof REVIEW_STATUS, readonly string[]]>([
  ['none', ['invite.verify_title', 'invite.verify_text', 'href="/mine/auth"']],
  ['waiting', ['deposit.verify_waiting', 'invite.verify_text']],
  ['verified', []],
])('tells an inviter in the state %s that rewards need a verified identity', async (state, shown) => {
  const html = await drawn({ info, friends: [friend], reviewStatus: REVIEW_STATUS[state] })
  const parts = ['invite.verify_title', 'deposit.verify_waiting', 'invite.verify_text', 'href="/mine/auth"']
  expect(parts.filter((part) => html.includes(part))).toEqual(parts.filter((part) => shown.includes(part)))
})

it('says that a country has no programme, without rules and rewards', async () => {
  const html = await drawn({ info: { ...info, state: 'country_off', friends: 0 }, friends: [] })
  expect(html).toContain('invite.off_text')
  expect(html).not.toContain('invite.rule')
  expect(html).not.toContain('invite.empty_text')
})

it('shows friends from before the end of the programme', async () => {
  const html = await drawn({ info: { ...info, state: 'country_off' }, friends: [{ ...friend, counts: 0 }] })
  expect(html).toContain('invite.not_counted_excluded')
})
