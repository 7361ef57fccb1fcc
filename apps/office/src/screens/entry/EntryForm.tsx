/** The form of a page before sign-in: fields, failure, submit button. */
import { Alert, Button, Stack } from '@mui/material'
import type { FormEvent, ReactNode } from 'react'

type Props = {
  readonly send: string
  readonly ready: boolean
  readonly running: boolean
  readonly failure: string | undefined
  readonly onSubmit: (event: FormEvent) => void
  /** Below the button. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

export function EntryForm({ send, ready, running, failure, onSubmit, foot, children }: Props) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack sx={{ gap: 4 }}>
        {children}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Button type="submit" variant="contained" size="large" loading={running} disabled={!ready}>
          {send}
        </Button>
        {foot}
      </Stack>
    </form>
  )
}
