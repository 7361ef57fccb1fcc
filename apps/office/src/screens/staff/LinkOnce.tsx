/** A one-time link, shown once because no mail server is set. It gives access as that staff member. */
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { COPY_LABELS, useCopy } from '../../design/copying.ts'
import { Code } from '../../design/parts.tsx'
import { timeText } from '../../format/time.ts'

export type OneTimeLink = { readonly name: string; readonly link: string; readonly expires_at: number }

/** The path of the link as a whole URL. */
export const addressOf = (link: string, origin: string): string => `${origin}/#/welcome/${link}`

export function LinkOnce({ link, onClose }: { readonly link: OneTimeLink; readonly onClose: () => void }) {
  const address = addressOf(link.link, window.location.origin)
  const { outcome, copy } = useCopy(address)
  return (
    <Dialog open maxWidth="sm" fullWidth aria-labelledby="link-title">
      <DialogTitle id="link-title">One-time link for {link.name}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <Typography variant="body2">
            Hand it over in person or through a trusted channel. It works once, until {timeText(link.expires_at)} UTC.
          </Typography>
          <Code>{address}</Code>
          <Alert severity="warning">
            The link is not stored and not shown again. A person who has it can sign in as {link.name}.
          </Alert>
          <Alert severity="info">
            It is shown only because no mail server is set (SMTP_URL). For real money, set one: the link then goes to
            its owner alone.
          </Alert>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ padding: 6, paddingTop: 2 }}>
        <Button color={outcome === 'failed' ? 'error' : 'inherit'} onClick={copy} aria-live="polite">
          {COPY_LABELS[outcome]}
        </Button>
        <Button variant="contained" onClick={onClose}>
          I have handed over the link
        </Button>
      </DialogActions>
    </Dialog>
  )
}
