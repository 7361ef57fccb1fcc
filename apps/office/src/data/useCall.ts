/** Hooks for the calls of the office: `useLook` reads, `useAct` changes. */
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reason } from '@veritick/contract'
import type { OfficeCallName, OfficeData, OfficeInput } from '@veritick/contract/office'
import { call } from './call.ts'
import { CallFailed } from './failure.ts'
import { notify } from './notices.ts'
import { useUserActive } from './userActivity.ts'

export type LookOptions = {
  readonly enabled?: boolean
  /** Reads again at intervals while the staff member is active. An unattended page lets its session expire. */
  readonly everyMillis?: number
}

export function useLook<Name extends OfficeCallName>(
  name: Name,
  input: OfficeInput<Name>,
  options: LookOptions = {},
): UseQueryResult<OfficeData<Name>> {
  const active = useUserActive()
  return useQuery({
    queryKey: [name, 'look', input],
    queryFn: ({ signal }) => call(name, input, { signal }),
    enabled: options.enabled ?? true,
    refetchInterval: active && options.everyMillis !== undefined ? options.everyMillis : false,
    retry: false,
  })
}

/** One intent: its input, and the key of all its retries. */
export type Intent<Name extends OfficeCallName> = { readonly input: OfficeInput<Name>; readonly key: string }

/** Refusals because the screen showed an older version of what is decided about. */
const SHOWN_IS_OLD: ReadonlySet<Reason> = new Set<Reason>([
  'approval_changed',
  'setting_changed_meanwhile',
  'terms_changed_meanwhile',
  'news_changed_meanwhile',
])

/**
 * Makes a change. Afterwards everything on the screen is read again, because one decision shows in many places. It is
 * also read again after a refusal whose reason is that something shown has changed.
 */
export function useAct<Name extends OfficeCallName>(name: Name, done: string | ((data: OfficeData<Name>) => string)) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ input, key }: Intent<Name>) => call(name, input, { key }),
    onSuccess: async (data) => {
      notify(typeof done === 'string' ? done : done(data), 'success')
      await queries.invalidateQueries()
    },
    onError: (error) => {
      const reason = error instanceof CallFailed ? error.reason : undefined
      if (reason !== undefined && SHOWN_IS_OLD.has(reason)) void queries.invalidateQueries()
    },
  })
}
