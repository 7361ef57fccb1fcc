/**
 * Renders the first screen as markup for the page of the server. A phone shows it while the app loads; the app then
 * renders the same data with the same components in its place. In a wide window the page shows the empty panels of the
 * workspace instead.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import type { Dictionary, Offered } from '@veritick/locales'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { showBrand } from './data/company.ts'
import type { FirstData, FirstPage } from './data/first.ts'
import { queryClient, seedQueries } from './data/queries.ts'
import { FIRST_SECTIONS } from './i18n/firstSections.ts'
import { showWords } from './i18n/i18n.ts'
import { HomeScreen } from './screens/home/HomeScreen.tsx'
import { FrameBox } from './shell/FrameBox.tsx'
import { TabBar } from './shell/TabBar.tsx'
import { TopBarPlace, WideSkeleton } from './shell/WideSkeleton.tsx'

/** The markup of `#root`, and the data for the app. One call at a time, because it uses the state of modules. */
export function renderFirst(
  data: FirstData & { readonly language: Offered },
  allWords: Dictionary['words'],
): { readonly markup: string; readonly page: FirstPage } {
  const words = Object.fromEntries(Object.entries(allWords).filter(([section]) => FIRST_SECTIONS.includes(section)))
  showWords(data.language, words)
  seedQueries(data)
  showBrand(data.company.company)
  const markup = renderToString(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location="/">
        <FrameBox>
          <div className="contents wide:hidden">
            <HomeScreen />
            <TabBar />
          </div>
          <TopBarPlace className="not-wide:hidden" />
          <WideSkeleton className="not-wide:hidden" />
        </FrameBox>
      </StaticRouter>
    </QueryClientProvider>,
  )
  return { markup, page: { data, words } }
}
