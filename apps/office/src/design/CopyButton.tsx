/** Copies values that must not be typed: a wrong character in an address or amount would misdirect a payment. */
import CopyIcon from '@mui/icons-material/ContentCopy'
import { Button } from '@mui/material'
import { useEffect, useState } from 'react'

const SAID_MS = 2_000

/** `what` names the value for screen readers: `the address`. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<CopyIcon />}
      onClick={copy}
      aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
      aria-live="polite"
      sx={{ marginInlineStart: 2 }}
    >
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}
