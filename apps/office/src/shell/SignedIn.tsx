/**
 * Shows its children to a signed-in staff member; opens sign-in otherwise, which returns to the same page afterwards.
 */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { findSession } from '../data/entry.ts'
import { useMe } from '../data/session.ts'
import { ErrorPage, LoadingPage } from './NotFound.tsx'

export function SignedIn({ children }: { readonly children: ReactNode }) {
  const me = useMe()
  const { pathname, search } = useLocation()
  const found = useQuery({ queryKey: ['session'], queryFn: findSession, enabled: me === undefined, gcTime: 0 })
  if (me !== undefined) return children
  if (found.error !== null) return <ErrorPage error={found.error} />
  if (found.isFetching || found.data === undefined) return <LoadingPage />
  return <Navigate to="/login" replace state={{ from: `${pathname}${search}` }} />
}
