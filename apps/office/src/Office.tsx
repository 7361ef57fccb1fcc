/** The office app: session, data, theme, routes. Screens are loaded when they are first opened. */
import { CacheProvider } from '@emotion/react'
import { CssBaseline } from '@mui/material'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createHashRouter, Outlet, Route, RouterProvider, Routes } from 'react-router'
import { queries } from './data/queries.ts'
import { useMode } from './design/mode.ts'
import { openStyles } from './design/styles.ts'
import { themeOf } from './design/theme.ts'
import { SCREENS } from './routes.tsx'
import { Onboarding } from './screens/entry/Onboarding.tsx'
import { SignIn } from './screens/entry/SignIn.tsx'
import { NotFound } from './shell/NotFound.tsx'
import { Notices } from './shell/Notices.tsx'
import { OfficeLayout } from './shell/OfficeLayout.tsx'
import { SignedIn } from './shell/SignedIn.tsx'
import { numberTypedAddresses } from './shell/typedAddress.ts'

const styles = openStyles()
/** Made before the router, whose listener reads the numbers. */
const addresses = numberTypedAddresses()
/** A router that can hold back a navigation: a page with unsaved text asks first (actions/UnsavedText.tsx). */
const router = createHashRouter([{ path: '*', element: <Pages /> }])
router.subscribe(addresses.shown)

export function Office() {
  const mode = useMode()
  const theme = useMemo(() => themeOf(mode), [mode])
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Notices />
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  )
}

function Pages() {
  return (
    <Routes>
      <Route path="/login" element={<SignIn />} />
      <Route path="/welcome/:link" element={<Onboarding />} />
      <Route element={<Inside />}>
        {SCREENS.map(({ path, element }) => (
          <Route key={path} path={path} element={element} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}

/** Every screen but sign-in and onboarding: only for a signed-in staff member, within the frame. */
function Inside() {
  return (
    <SignedIn>
      <OfficeLayout>
        <Outlet />
      </OfficeLayout>
    </SignedIn>
  )
}
