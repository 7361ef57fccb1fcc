/** Starts the app: settings, dictionary, live connection, then the first screen. The first data is read in parallel. */
import './design/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startCompany } from './data/company.ts'
import { startConnection } from './data/connection.ts'
import { startFavourites } from './data/favouriteSync.ts'
import { firstPage } from './data/first.ts'
import { followOtherTabs } from './data/lists.ts'
import { startPushRenewal } from './data/pushRenewal.ts'
import { readFirst, readUser, seedQueries, startQueries } from './data/queries.ts'
import { startSessionCleanup } from './data/sessionStorage.ts'
import { startServiceWorker } from './data/startServiceWorker.ts'
import { languageFirst, loadAllWords, setLanguage, showWords, wantAllWords } from './i18n/i18n.ts'
import { startEndedNotices } from './screens/orders/endedNotices.ts'
import { App } from './shell/App.tsx'
import { offerReload } from './shell/offerReload.ts'
import { startSettings } from './shell/settings.ts'

const IDLE_MILLIS_MAX = 3000

startSettings()
startSessionCleanup()
followOtherTabs()
startQueries()
const language = languageFirst()
const page = firstPage(language)
if (page !== undefined) {
  showWords(language, page.words)
  seedQueries(page.data)
}
readFirst()
startCompany(page?.data)
startConnection()
startEndedNotices()
startFavourites()
void readUser()
startPushRenewal()
startServiceWorker()

const root = document.getElementById('root')
if (root === null) throw new Error('broken promise: the page has no root')
try {
  if (location.pathname !== '/') wantAllWords()
  if (page === undefined) await setLanguage(language, { keep: false })
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  whenIdle(() => void loadAllWords().catch(() => undefined))
  whenIdle(
    () =>
      void import('./data/lastValues.ts').then(
        (values) => values.startLastValues(),
        () => undefined,
      ),
  )
} catch {
  offerReload(root)
}

/** After the first screen: the words of the others. A tap then waits for code alone; a failure is tried again. */
function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: IDLE_MILLIS_MAX })
  else setTimeout(work, IDLE_MILLIS_MAX)
}
