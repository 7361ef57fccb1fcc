/**
 * Starts the app: settings, dictionary, live connection, then the first screen. The first data is read in parallel. The
 * parts are separate tasks, so that the page of the server reacts to taps between them (decision 91).
 */
import './design/tokens.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startCompany } from './data/company.ts'
import { startConnection } from './data/connection.ts'
import { startFavourites } from './data/favouriteSync.ts'
import { firstPage } from './data/first.ts'
import { followOtherTabs } from './data/lists.ts'
import { holdLive, onConnection } from './data/live.ts'
import { startPushRenewal } from './data/pushRenewal.ts'
import { readFirst, readUser, seedQueries, startQueries } from './data/queries.ts'
import { followSignIn, onSession, sessionNow } from './data/session.ts'
import { startSessionCleanup } from './data/sessionStorage.ts'
import { startServiceWorker } from './data/startServiceWorker.ts'
import { nextTask } from './data/taskQueue.ts'
import { languageFirst, loadAllWords, setLanguage, showWords, wantAllWords } from './i18n/i18n.ts'
import { loadOtherScreens } from './routes.tsx'
import { App } from './shell/App.tsx'
import { offerReload } from './shell/offerReload.ts'
import { startSettings } from './shell/settings.ts'

const IDLE_MILLIS_MAX = 3000

// The modules of the app have run in this task.
await nextTask()
startSettings()
startSessionCleanup()
followSignIn()
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
whenSignedIn(async () => (await import('./screens/orders/endedNotices.ts')).startEndedNotices())
whenSignedIn(async () => (await import('./screens/security/pendingTwoFactor.ts')).startPendingCleanup())
startFavourites()
void readUser()
startPushRenewal()
startServiceWorker()

const root = document.getElementById('root')
if (root === null) throw new Error('invariant violated: the page has no root')
try {
  if (location.pathname !== '/') {
    wantAllWords()
    startOtherScreens()
  }
  if (page === undefined) await setLanguage(language, { keep: false })
  await nextTask()
  const app = createRoot(root)
  const showLive = holdLive()
  const onShown = () => {
    showLive()
    startLater()
  }
  // Renders in short steps. Until the last step the page shows the markup of the server.
  startTransition(() =>
    app.render(
      <StrictMode>
        <App onShown={onShown} />
      </StrictMode>,
    ),
  )
} catch {
  offerReload(root)
}

/** Loads the table of the other screens. A failed load is retried by the first of these screens. */
function startOtherScreens(): void {
  loadOtherScreens().catch(() => undefined)
}

/** Starts the parts that the first screen does not need. */
function startLater(): void {
  startOtherScreens()
  whenIdle(() => void loadAllWords().catch(() => undefined))
  whenIdle(
    () =>
      void import('./data/lastValues.ts').then(
        (values) => values.startLastValues(),
        () => undefined,
      ),
  )
}

/** Runs work after the first screen, when the browser is idle. */
function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: IDLE_MILLIS_MAX })
  else setTimeout(work, IDLE_MILLIS_MAX)
}

/** Starts code that a visitor does not need. A failed load is retried at the next change of session or connection. */
function whenSignedIn(start: () => Promise<unknown>): void {
  let state: 'waits' | 'starts' | 'started' = 'waits'
  const look = () => {
    if (state !== 'waits' || sessionNow().token === undefined) return
    state = 'starts'
    start().then(
      () => {
        state = 'started'
      },
      () => {
        state = 'waits'
      },
    )
  }
  onSession(look)
  onConnection(look)
  look()
}
