/** A notice above every screen for staff who cannot decide about money yet, so that no record has to refuse them. */
import { Alert, Box } from '@mui/material'
import { STAFF_HOLD_HOURS } from '@veritick/contract/office'
import { useMe } from '../data/session.ts'
import { useNow } from '../design/useNow.ts'
import { timeText } from '../format/time.ts'

export function OnHold() {
  const until = useMe()?.money_from ?? null
  const now = useNow()
  if (until === null || until <= now) return null
  return (
    <Box sx={{ padding: { xs: 3, md: 6 }, paddingBottom: { xs: 0, md: 0 } }}>
      <Alert severity="info">
        You cannot decide about money before {timeText(until)} UTC. This applies for {STAFF_HOLD_HOURS} hours after an
        invitation, a reset, a reactivation or a change of role.
      </Alert>
    </Box>
  )
}
