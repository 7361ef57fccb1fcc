/** Loading, empty and failed states. */
import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isForRole, messageOf } from '../data/failure.ts'

export function Loading({ rows = 6 }: { readonly rows?: number }) {
  return (
    <Box role="status" aria-label="Loading" sx={{ display: 'grid', gap: 2, padding: 4 }}>
      {Array.from({ length: rows }, (_, place) => (
        <Skeleton key={String(place)} variant="rounded" height={22} animation={false} />
      ))}
    </Box>
  )
}

export function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <Box sx={{ padding: 4 }}>
      <Alert
        severity="error"
        action={
          isForRole(error) ? (
            <Button color="inherit" component={Link} to="/">
              Go to the start page
            </Button>
          ) : (
            <Button color="inherit" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {messageOf(error)}
      </Alert>
    </Box>
  )
}

export function Empty({ children }: { readonly children: ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ padding: 6, textAlign: 'center' }}>
      {children}
    </Typography>
  )
}

/**
 * Renders the data of a query; before that, and after a failure, the state. Known data stays while it is read again.
 */
export function Shown<Data>({
  of: query,
  rows,
  children,
}: {
  readonly of: UseQueryResult<Data>
  readonly rows?: number
  readonly children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && <Failed error={query.error} onRetry={() => void query.refetch()} />}
        {children(query.data)}
      </>
    )
  }
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return rows === undefined ? <Loading /> : <Loading rows={rows} />
}
