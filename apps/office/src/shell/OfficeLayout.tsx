/** The frame of every screen: menu (behind a button on narrow screens), signed-in staff member, and the screen. */
import { AppBar, Box, Drawer, IconButton, Toolbar, Typography, useMediaQuery } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onSessionEnded } from '../data/call.ts'
import { forgetSession } from '../data/entry.ts'
import { notify } from '../data/notices.ts'
import { queries } from '../data/queries.ts'
import { onReturn } from '../data/userActivity.ts'
import { MenuIcon } from '../design/icons.tsx'
import { Boundary } from './Boundary.tsx'
import { LoadingPage } from './NotFound.tsx'
import { OnHold } from './OnHold.tsx'
import { SideMenu } from './SideMenu.tsx'
import { StandsStill } from './StandsStill.tsx'

const MENU_WIDTH = 212

export function OfficeLayout({ children }: { readonly children?: ReactNode }) {
  const theme = useTheme()
  const wide = useMediaQuery(theme.breakpoints.up('md'))
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  useEndedSession()
  useEffect(() => onReturn(() => void queries.invalidateQueries()), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the place changes
  useEffect(() => setOpen(false), [pathname])
  return (
    <Box sx={{ display: 'flex', minHeight: '100vh' }}>
      <Drawer
        variant={wide ? 'permanent' : 'temporary'}
        open={wide || open}
        onClose={() => setOpen(false)}
        sx={{ width: { md: MENU_WIDTH }, flexShrink: 0 }}
        slotProps={{
          paper: { ...(!wide && { 'aria-label': 'Menu' }), sx: { width: MENU_WIDTH, borderColor: 'divider' } },
        }}
      >
        <SideMenu />
      </Drawer>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        {!wide && <TopBar onMenu={() => setOpen(true)} />}
        <Box component="main" sx={{ flex: 1, minWidth: 0 }}>
          <StandsStill />
          <OnHold />
          <Boundary key={pathname.split('/')[1] ?? ''}>
            <Suspense fallback={<LoadingPage />}>{children}</Suspense>
          </Boundary>
        </Box>
      </Box>
    </Box>
  )
}

function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  return (
    <AppBar
      position="sticky"
      color="default"
      elevation={0}
      sx={{ background: ({ palette }) => palette.tones.surface, borderBottom: 1, borderColor: 'divider' }}
    >
      <Toolbar variant="dense" sx={{ gap: 2 }}>
        <IconButton onClick={onMenu} aria-label="Menu" edge="start" sx={{ width: 44, height: 44 }}>
          <MenuIcon />
        </IconButton>
        <Typography variant="h3" component="span">
          Veritick office
        </Typography>
      </Toolbar>
    </AppBar>
  )
}

/** Opens sign-in, which returns to the same page afterwards. */
function useEndedSession() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      onSessionEnded(() => {
        forgetSession()
        navigate('/login', { state: { from: `${pathname}${search}` } })
        notify('Your session has ended. Sign in to return to this page.', 'info')
      }),
    [navigate, pathname, search],
  )
}
