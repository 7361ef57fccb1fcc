/** The result of an action, shown once at the bottom of the screen. */
import { Alert, Snackbar } from '@mui/material'
import { dismissNotice, useNotice } from '../data/notices.ts'

const SHOWN_MS = 6_000

export function Notices() {
  const shown = useNotice()
  if (shown === undefined) return null
  return (
    <Snackbar
      key={shown.number}
      open
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      // An error stays until it is read.
      autoHideDuration={shown.kind === 'error' ? null : SHOWN_MS}
      onClose={(_, cause) => cause !== 'clickaway' && dismissNotice()}
    >
      <Alert
        severity={shown.kind}
        onClose={dismissNotice}
        variant="outlined"
        sx={{ background: ({ palette }) => palette.tones.surface }}
      >
        {shown.message}
      </Alert>
    </Snackbar>
  )
}
