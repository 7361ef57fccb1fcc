/** All screens and their paths. Each screen is a file of its own, loaded when it is first opened. */
import { type ComponentType, lazy, type ReactNode } from 'react'
import { Navigate } from 'react-router'
import { mayAny, useMayDo, useMe } from './data/session.ts'
import { useLook } from './data/useCall.ts'
import { firstPath } from './shell/menu.ts'
import { LoadingPage } from './shell/NotFound.tsx'

type Screen = { readonly path: string; readonly element: ReactNode }

const screen = (path: string, load: () => Promise<{ default: ComponentType }>): Screen => {
  const Loaded = lazy(load)
  return { path, element: <Loaded /> }
}

const Setup = lazy(() => import('./screens/setup/SetupScreen.tsx'))

/** The start page: a queue of the staff member in which something waits, or the setup list for an admin. */
function Beginning() {
  return mayAny(useMe(), ['staff_manage']) ? <Setup /> : <ToFirstQueue />
}

function ToFirstQueue() {
  const me = useMe()
  const counts = useLook('reviewCounts', {}, { enabled: useMayDo('reviewCounts') })
  return counts.isLoading ? <LoadingPage /> : <Navigate to={firstPath(me, counts.data?.data)} replace />
}

export const SCREENS: readonly Screen[] = [
  { path: '/', element: <Beginning /> },
  screen('/account', () => import('./screens/account/AccountScreen.tsx')),
  screen('/identities', () => import('./screens/identities/IdentitiesScreen.tsx')),
  screen('/identities/:id', () => import('./screens/identities/IdentityScreen.tsx')),
  screen('/deposits/:id?', () => import('./screens/deposits/DepositsScreen.tsx')),
  screen('/withdrawals/:id?', () => import('./screens/withdrawals/WithdrawalsScreen.tsx')),
  screen('/corrections/:id?', () => import('./screens/corrections/CorrectionsScreen.tsx')),
  screen('/invites/:id?', () => import('./screens/invites/RewardsScreen.tsx')),
  screen('/support', () => import('./screens/support/SupportScreen.tsx')),
  screen('/support/:id', () => import('./screens/support/ConversationScreen.tsx')),
  screen('/canned-answers', () => import('./screens/support/CannedScreen.tsx')),
  screen('/feedback/:id?', () => import('./screens/feedback/FeedbackScreen.tsx')),
  screen('/people', () => import('./screens/people/PeopleScreen.tsx')),
  screen('/people/:id/:tab?', () => import('./screens/people/PersonScreen.tsx')),
  screen('/instruments/:id?', () => import('./screens/instruments/InstrumentsScreen.tsx')),
  screen('/settings/:key?', () => import('./screens/settings/SettingsScreen.tsx')),
  screen('/companies/:key?', () => import('./screens/companies/CompaniesScreen.tsx')),
  screen('/health', () => import('./screens/health/HealthScreen.tsx')),
  screen('/sms', () => import('./screens/sms/SmsScreen.tsx')),
  screen('/audit', () => import('./screens/audit/AuditScreen.tsx')),
  screen('/staff/:id?', () => import('./screens/staff/StaffScreen.tsx')),
  screen('/news', () => import('./screens/news/NewsScreen.tsx')),
  screen('/news/:id', () => import('./screens/news/ArticleScreen.tsx')),
  screen('/exposure', () => import('./screens/exposure/ExposureScreen.tsx')),
]
