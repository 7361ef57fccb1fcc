/** The form of a page before sign-in: fields, failure, submit button. */
import { Alert, Button, Stack } from '@mui/material'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'

type Props = {
  readonly send: string
  /** When it grows, the focus goes to the first field with a fault, which a screen reader then reads out. */
  readonly faulted?: number
  readonly running: boolean
  readonly failure: string | undefined
  readonly onSubmit: (event: FormEvent) => void
  /** Below the button. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

export function EntryForm({ send, faulted = 0, running, failure, onSubmit, foot, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (faulted > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faulted])
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <Stack sx={{ gap: 4 }}>
        {children}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Button type="submit" variant="contained" size="large" loading={running}>
          {send}
        </Button>
        {foot}
      </Stack>
    </form>
  )
}
