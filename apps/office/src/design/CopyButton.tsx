/** Copies values that must not be typed: a wrong character in an address or amount would misdirect a payment. */
import { Button } from '@mui/material'
import { COPY_LABELS, useCopy } from './copying.ts'
import { CopyIcon } from './icons.tsx'

/** `what` names the value for screen readers: `the address`. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const { outcome, copy } = useCopy(text)
  return (
    <Button
      variant="outlined"
      color={outcome === 'failed' ? 'error' : 'inherit'}
      startIcon={<CopyIcon />}
      onClick={copy}
      aria-label={outcome === 'failed' ? `${COPY_LABELS.failed} of ${what}` : `${COPY_LABELS[outcome]} ${what}`}
      aria-live="polite"
      sx={{ marginInlineStart: 2 }}
    >
      {COPY_LABELS[outcome]}
    </Button>
  )
}
