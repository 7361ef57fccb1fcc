/** The office app: session, data, theme, routes. Screens are loaded when they are first opened. */
import { CacheProvider } from '@emotion/react'
import { CssBaseline } from '@mui/material'
import { ThemeProvider } from '@mui/material/styles'
import { useMemo } from 'react'
import { CoreAdminContext, CoreAdminUI, CustomRoutes, memoryStore } from 'react-admin'
import { Route } from 'react-router'
import { authProvider } from './data/authProvider.ts'
import { dataProvider } from './data/dataProvider.ts'
import { i18nProvider } from './data/i18n.ts'
import { queries } from './data/queries.ts'
import { useMode } from './design/mode.ts'
import { openStyles } from './design/styles.ts'
import { themeOf } from './design/theme.ts'
import { SCREENS } from './routes.tsx'
import { Onboarding } from './screens/entry/Onboarding.tsx'
import { SignIn } from './screens/entry/SignIn.tsx'
import { ErrorPage, LoadingPage, NotFound } from './shell/NotFound.tsx'
import { Notices } from './shell/Notices.tsx'
import { OfficeLayout } from './shell/OfficeLayout.tsx'

const styles = openStyles()
/** In memory only: nothing that staff view is stored on their computers. */
const store = memoryStore()

export function Office() {
  const mode = useMode()
  const theme = useMemo(() => themeOf(mode), [mode])
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <CoreAdminContext
          authProvider={authProvider}
          dataProvider={dataProvider}
          queryClient={queries}
          store={store}
          i18nProvider={i18nProvider}
        >
          <CoreAdminUI
            title="Veritick office"
            layout={OfficeLayout}
            loginPage={SignIn}
            catchAll={NotFound}
            loading={LoadingPage}
            error={ErrorPage}
            authCallbackPage={false}
            requireAuth
            disableTelemetry
          >
            <CustomRoutes noLayout>
              <Route path="/welcome/:link" element={<Onboarding />} />
            </CustomRoutes>
            <CustomRoutes>
              {SCREENS.map(({ path, element }) => (
                <Route key={path} path={path} element={element} />
              ))}
            </CustomRoutes>
          </CoreAdminUI>
          <Notices />
        </CoreAdminContext>
      </ThemeProvider>
    </CacheProvider>
  )
}
