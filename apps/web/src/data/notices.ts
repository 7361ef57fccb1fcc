/** Notices of the account on the server: reading the list, and marking as read, which applies to every device. */
import { useQuery } from '@tanstack/react-query'
import type { CallData } from '@veritick/contract'
import { useLanguage } from '../i18n/i18n.ts'
import { call } from './api.ts'
import { withRead } from './noticeList.ts'
import { queryClient } from './queries.ts'
import { useSignedIn } from './session.ts'

const NOTICES = ['personal', 'notices'] as const
type List = CallData<'noticeList'>

/** Read again at intervals: another device may have marked some as read, and no push reports it. */
const LOOK_MILLIS = 60_000

/** Newest first, in the customer's language. */
export function useNotices() {
  const language = useLanguage()
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: [...NOTICES, language],
    queryFn: ({ signal }) => call('noticeList', {}, { signal, quiet: true }),
    enabled: signedIn,
    refetchInterval: LOOK_MILLIS,
    refetchOnWindowFocus: true,
  })
}

/** Marks one notice as read; with `until` also all older ones. The list then shows the answer of the server. */
export async function markRead(which: { readonly id: number } | { readonly until: number }): Promise<void> {
  const { unread } = await call('noticeRead', which)
  queryClient.setQueriesData<List>({ queryKey: NOTICES }, (known) => known && withRead(known, which, unread))
}

/** The server has marked some as read by itself: with a message of support it marks the notice of that message. */
export function rereadNotices(): void {
  void queryClient.invalidateQueries({ queryKey: NOTICES })
}
