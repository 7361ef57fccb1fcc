/** A notice above every screen that is not read any more, so that an old "Queue empty" does not pass for a new one. */
import { Alert, Box } from '@mui/material'
import { INACTIVE_AFTER_MS, useUserActive } from '../data/userActivity.ts'

const MINUTES = INACTIVE_AFTER_MS / 60_000

export function StandsStill() {
  return useUserActive() ? null : <StandsStillNotice />
}

export function StandsStillNotice() {
  return (
    <Box sx={{ padding: { xs: 3, md: 6 }, paddingBottom: { xs: 0, md: 0 } }}>
      <Alert severity="warning">
        This page was not used for {MINUTES} minutes and may be out of date. Move the pointer or press a key to read it
        again.
      </Alert>
    </Box>
  )
}
