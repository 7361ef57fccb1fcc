/** The invite programme on the server: its rules and sums, and the friends of the signed-in customer. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { nextPage } from './paging.ts'
import { queryClient } from './queries.ts'
import { useSignedIn } from './session.ts'

const INVITES = ['personal', 'invites'] as const

export function useInviteInfo() {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: [...INVITES, 'info'],
    queryFn: ({ signal }) => call('inviteInfo', {}, { signal, quiet: true }),
    enabled: signedIn,
  })
}

/** Newest first, 20 a page. */
export function useFriends() {
  const signedIn = useSignedIn()
  return useInfiniteQuery({
    queryKey: [...INVITES, 'friends'],
    queryFn: ({ pageParam, signal }) => call('inviteList', { page: pageParam }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: signedIn,
  })
}

export const refreshInvites = () => queryClient.invalidateQueries({ queryKey: INVITES })
