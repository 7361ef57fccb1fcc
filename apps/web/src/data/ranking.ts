/** The ranking on the server: the list for visitors, the own place and the consent of the signed-in customer. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CallData, RankingKind, RankingSort } from '@veritick/contract'
import { call } from './api.ts'
import { nextPage } from './paging.ts'
import { queryClient } from './queries.ts'
import { useSignedIn } from './session.ts'

const LIST = ['ranking'] as const
const OWN = ['personal', 'ranking'] as const

/** The server computes the list every few minutes. */
const FRESH_MILLIS = 60_000

export type RankingPage = {
  readonly data: CallData<'followList'>['list']
  readonly total: number
  readonly asOf: number | null
}

/** Records of one kind of account, 20 a page. */
export function useRanking({ kind, sort }: { readonly kind: RankingKind; readonly sort: RankingSort }) {
  return useInfiniteQuery({
    queryKey: [...LIST, kind, sort],
    queryFn: async ({ pageParam, signal }): Promise<RankingPage> => {
      const answer = await call('followList', { kind, sort, page: pageParam }, { signal, quiet: true })
      return { data: answer.list, total: answer.total, asOf: answer.as_of }
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MILLIS,
  })
}

/** Not read while signed out. */
export function useOwnRanking(sort: RankingSort) {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: [...OWN, sort],
    queryFn: ({ signal }) => call('followOwn', { sort }, { signal, quiet: true }),
    enabled: signedIn,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MILLIS,
  })
}

export const refreshRanking = () =>
  Promise.all([LIST, OWN].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** Gives or withdraws the consent to be listed. A failure is shown and changes nothing. */
export async function setListed(listed: boolean): Promise<void> {
  await call('followListed', { listed })
  await refreshRanking()
}
