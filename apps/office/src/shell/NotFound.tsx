/** Pages for an unknown path, a loading screen and a failed screen. */
import { Box, Button, CircularProgress, Link as MuiLink, Typography } from '@mui/material'
import { Link } from 'react-router'
import { PageFrame } from '../design/Panel.tsx'

export function NotFound() {
  return (
    <PageFrame title="Page not found">
      <Typography>
        <MuiLink component={Link} to="/" underline="always">
          Go to the start page
        </MuiLink>
      </Typography>
    </PageFrame>
  )
}

export function LoadingPage() {
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
      <CircularProgress size={28} aria-label="Loading" />
    </Box>
  )
}

/** A bug in a screen: the rest of the office still works. */
export function ErrorPage({ error }: { readonly error?: unknown }) {
  return (
    <PageFrame title="This screen failed">
      <Typography>
        {error instanceof Error ? error.message : 'Something went wrong.'} Nothing was changed by this.
      </Typography>
      <Box>
        <Button variant="outlined" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Box>
    </PageFrame>
  )
}
