/** The result of an action, shown once at the bottom of the screen. */
import { Alert, Snackbar } from '@mui/material'
import { useEffect, useState } from 'react'
import { type NotificationPayload, useNotificationContext } from 'react-admin'

const SHOWN_MS = 6_000

export function Notices() {
  const { notifications, takeNotification } = useNotificationContext()
  const [shown, setShown] = useState<NotificationPayload>()
  useEffect(() => {
    // Only the latest notice is shown.
    if (notifications.length > 0) setShown(takeNotification() || undefined)
  }, [notifications, takeNotification])
  if (shown === undefined) return null
  const close = () => setShown(undefined)
  const bad = shown.type === 'error' || shown.type === 'warning'
  return (
    <Snackbar
      key={String(shown.message)}
      open
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      autoHideDuration={bad ? null : SHOWN_MS}
      onClose={(_, cause) => cause !== 'clickaway' && close()}
    >
      <Alert
        severity={bad ? 'error' : shown.type === 'info' ? 'info' : 'success'}
        onClose={close}
        variant="outlined"
        sx={{ background: ({ palette }) => palette.tones.surface }}
      >
        {shown.message}
      </Alert>
    </Snackbar>
  )
}
