/**
 * Every place of the office that shows text from outside: names, addresses, notes, messages, feedback, news, company
 * texts, payment references. An attack in each text of an answer draws the same elements with the same attributes as a
 * harmless word does, and every link stays within the office. The body of an article has its own test (NewsBody).
 */
import { ThemeProvider } from '@mui/material'
import { QueryClient, QueryClientProvider, type QueryState } from '@tanstack/react-query'
import {
  OFFICE_CALL_NAMES,
  OFFICE_CALLS,
  type OfficeCallName,
  type OfficeData,
  PERMISSIONS,
} from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { ATTACKS } from '@veritick/testing/xss'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Me, remember } from '../data/session.ts'
import { themeOf } from '../design/theme.ts'
import AccountScreen from './account/AccountScreen.tsx'
import AuditScreen from './audit/AuditScreen.tsx'
import CompaniesScreen from './companies/CompaniesScreen.tsx'
import { CorrectionDetail } from './corrections/CorrectionDetail.tsx'
import CorrectionsScreen from './corrections/CorrectionsScreen.tsx'
import { DepositDetail } from './deposits/DepositDetail.tsx'
import DepositsScreen from './deposits/DepositsScreen.tsx'
import ExposureScreen from './exposure/ExposureScreen.tsx'
import { FeedbackDetail } from './feedback/FeedbackDetail.tsx'
import FeedbackScreen from './feedback/FeedbackScreen.tsx'
import { filledAnswer } from './filledAnswers.ts'
import HealthScreen from './health/HealthScreen.tsx'
import IdentitiesScreen from './identities/IdentitiesScreen.tsx'
import IdentityScreen from './identities/IdentityScreen.tsx'
import { InstrumentDetail } from './instruments/InstrumentDetail.tsx'
import InstrumentsScreen from './instruments/InstrumentsScreen.tsx'
import { RewardDetail } from './invites/RewardDetail.tsx'
import RewardsScreen from './invites/RewardsScreen.tsx'
import ArticleScreen from './news/ArticleScreen.tsx'
import NewsScreen from './news/NewsScreen.tsx'
import PeopleScreen from './people/PeopleScreen.tsx'
import PersonScreen from './people/PersonScreen.tsx'
import { FORMS } from './settings/forms.ts'
import { SettingHistory } from './settings/SettingHistory.tsx'
import SettingsScreen from './settings/SettingsScreen.tsx'
import { StaffDetail } from './staff/StaffDetail.tsx'
import StaffScreen from './staff/StaffScreen.tsx'
import CannedScreen from './support/CannedScreen.tsx'
import ConversationScreen from './support/ConversationScreen.tsx'
import { Bubble } from './support/Messages.tsx'
import SupportScreen from './support/SupportScreen.tsx'
import { WithdrawalDetail } from './withdrawals/WithdrawalDetail.tsx'
import WithdrawalsScreen from './withdrawals/WithdrawalsScreen.tsx'

type Setting = OfficeData<'settingList'>['data'][number]
type Place = { readonly of: OfficeCallName; readonly draw: (text: string) => ReactElement; readonly tab?: string }
const message = (text: string) => ({ seq: 1, by: null, text, picture: null, time: 0 })
const PAGE = { messages: [], more: false, last: 1, delivered: 0, read: 0, typing: false }
const settingWith = (text: string): Setting =>
  must((filledAnswer('settingList', text) as { data: readonly Setting[] }).data[0], 'there are settings')
const person = (of: OfficeCallName, tab: string): Place => ({ of, tab, draw: () => <PersonScreen /> })

const PLACES: readonly Place[] = [
  { of: 'identityQueue', draw: () => <IdentitiesScreen /> },
  { of: 'identityFind', draw: () => <IdentityScreen /> },
  { of: 'depositQueue', draw: () => <DepositsScreen /> },
  { of: 'depositFind', draw: () => <DepositDetail id={1} /> },
  { of: 'withdrawalQueue', draw: () => <WithdrawalsScreen /> },
  { of: 'withdrawalFind', draw: () => <WithdrawalDetail id={1} /> },
  { of: 'rewardList', draw: () => <RewardsScreen /> },
  { of: 'rewardFind', draw: () => <RewardDetail id={1} /> },
  { of: 'correctionList', draw: () => <CorrectionsScreen /> },
  { of: 'correctionFind', draw: () => <CorrectionDetail id={1} /> },
  { of: 'supportQueue', draw: () => <SupportScreen /> },
  { of: 'supportFind', draw: () => <ConversationScreen /> },
  { of: 'supportMessages', draw: (text) => <Bubble message={message(text)} page={PAGE} onRenew={() => undefined} /> },
  { of: 'cannedList', draw: () => <CannedScreen /> },
  { of: 'feedbackQueue', draw: () => <FeedbackScreen /> },
  { of: 'feedbackFind', draw: () => <FeedbackDetail id={1} /> },
  { of: 'peopleSearch', draw: () => <PeopleScreen /> },
  person('person', 'overview'),
  person('personOrders', 'orders'),
  person('personLedger', 'ledger'),
  person('personPayees', 'payees'),
  person('personSessions', 'sessions'),
  person('personNotes', 'notes'),
  person('personAudit', 'audit'),
  { of: 'auditList', draw: () => <AuditScreen /> },
  { of: 'exposure', draw: () => <ExposureScreen /> },
  { of: 'health', draw: () => <HealthScreen /> },
  { of: 'instrumentList', draw: () => <InstrumentsScreen /> },
  { of: 'instrumentFind', draw: () => <InstrumentDetail id={1} /> },
  { of: 'settingList', draw: () => <SettingsScreen /> },
  { of: 'settingList', draw: () => <CompaniesScreen /> },
  { of: 'staffList', draw: () => <StaffScreen /> },
  { of: 'staffSessions', draw: () => <StaffDetail id={1} onLink={() => undefined} /> },
  { of: 'mySessions', draw: () => <AccountScreen /> },
  { of: 'settingHistory', draw: (text) => <SettingHistory setting={settingWith(text)} form={FORMS.operator} /> },
  { of: 'newsList', draw: () => <NewsScreen /> },
  { of: 'newsFind', draw: () => <ArticleScreen /> },
]

/** Reads without text from outside, and those whose names only an opened list of choices shows. */
const NOT_SHOWN: readonly OfficeCallName[] = [
  'me',
  'reviewCounts',
  'officeSetup',
  'smsInfo',
  'auditWords',
  'supportStaff',
  'personOrderEvents',
]

/** Every question is answered at once, with this text in it. */
function clientWith(text: string): QueryClient {
  const client = new QueryClient()
  const cache = client.getQueryCache()
  const build = cache.build.bind(cache)
  cache.build = (owner, options, state) => {
    const [name, kind] = options.queryKey as unknown as readonly [OfficeCallName, string]
    return build(owner, options, state ?? (known(answerOf(name, kind, text)) as never))
  }
  return client
}

function answerOf(name: OfficeCallName, kind: string, text: string): unknown {
  const answer = filledAnswer(name, text) as { data?: readonly object[]; total?: number; texts?: readonly object[] }
  if (name === 'newsFind') return { ...answer, texts: answer.texts?.map((each) => ({ ...each, body: '<p>Hours</p>' })) }
  return kind === 'list' ? { rows: answer.data?.map((row, id) => ({ id, ...row })), total: answer.total } : answer
}

const known = (data: unknown): Partial<QueryState> => ({ data, dataUpdatedAt: 1, error: null, status: 'success' })

function drawn({ draw, tab = 'overview' }: Place, text: string): string {
  const html = renderToStaticMarkup(
    <ThemeProvider theme={themeOf('light')}>
      <QueryClientProvider client={clientWith(text)}>
        <RouterProvider
          router={createMemoryRouter([{ path: '/:id/:tab', element: draw(text) }], {
            initialEntries: [`/1/${tab}`],
          })}
        />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return html.replace(/<style[^>]*>[^<]*<\/style>/g, '')
}

/** Elements with the names of their attributes. */
const elementsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<([^\s>/]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/g)].map(
    ([, tag, attributes = '']) => `${tag} ${attributes.replace(/="[^"]*"/g, '').trim()}`,
  )

const linksOf = (html: string): readonly string[] =>
  [...html.matchAll(/<a\s[^>]*href="([^"]*)"/g)].map(([, to = '']) => to)

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')

/** The fault of a page that holds this text; `undefined`: none. */
function fault(page: string, text: string, harmless: readonly string[]): string | undefined {
  const elements = elementsOf(page)
  const place = elements.findIndex((element, index) => element !== harmless[index])
  if (place >= 0 || elements.length !== harmless.length) return `another element: ${elements[place]}`
  const link = linksOf(page).find((to) => !/^\/(?!\/)/.test(to))
  if (link !== undefined) return `a link that leaves the office: ${link}`
  return page.includes(escaped(text)) ? undefined : 'the text is not shown'
}

describe('text from outside', () => {
  beforeAll(() => remember({ ...(filledAnswer('me', 'Ada') as Me), permissions: [...PERMISSIONS] }))
  afterAll(() => remember(undefined))

  it.each(PLACES.map((place) => [`${place.of} ${place.tab ?? ''}`, place] as const))('%s', (_, place) => {
    const harmless = elementsOf(drawn(place, 'harmless'))
    expect(harmless.length).toBeGreaterThan(3)
    // All attacks in one text, and each by itself only to name the one that worked.
    const together = ATTACKS.map(({ html }) => html).join(' ')
    if (fault(drawn(place, together), together, harmless) === undefined) return
    for (const { name, html } of ATTACKS) expect(fault(drawn(place, html), html, harmless), name).toBeUndefined()
    expect(fault(drawn(place, together), together, harmless), 'all attacks in one text').toBeUndefined()
  })

  it('no read is forgotten', () => {
    const reads = OFFICE_CALL_NAMES.filter((name) => !OFFICE_CALLS[name].changes)
    const covered = new Set<OfficeCallName>([...PLACES.map(({ of }) => of), ...NOT_SHOWN])
    expect(reads.filter((name) => !covered.has(name))).toEqual([])
  })
})
