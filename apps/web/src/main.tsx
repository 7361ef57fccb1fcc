/** Starts the app: settings, dictionary, live connection, then the first screen. The first data is read in parallel. */
import './design/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startConnection } from './data/connection.ts'
import { readFirst, readUser, startQueries } from './data/queries.ts'
import { startSessionCleanup } from './data/sessionStorage.ts'
import { languageFirst, setLanguage } from './i18n/i18n.ts'
import { startEndedNotices } from './screens/orders/endedNotices.ts'
import { App } from './shell/App.tsx'
import { offerReload } from './shell/offerReload.ts'
import { startSettings } from './shell/settings.ts'

startSettings()
startSessionCleanup()
startQueries()
readFirst()
startConnection()
startEndedNotices()
void readUser()

const root = document.getElementById('root')
if (root === null) throw new Error('broken promise: the page has no root')
try {
  await setLanguage(languageFirst(), { keep: false })
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
} catch {
  offerReload(root)
}
