/** Looks at something, and does something, through the office's calls. */
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OfficeCallName, OfficeData, OfficeInput } from '@veritick/contract/office'
import { useNotify } from 'react-admin'
import { call } from './call.ts'
import { useUserActive } from './userActivity.ts'

export type LookOptions = {
  readonly enabled?: boolean
  /** Asks again every so often while somebody is there; an unattended page lets its session run out. */
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

/** One intent: its input and the key that all its tries carry. */
export type Intent<Name extends OfficeCallName> = { readonly input: OfficeInput<Name>; readonly key: string }

/**
 * Does something; afterwards everything on the screen is asked for again, because one decision shows in many places.
 */
export function useAct<Name extends OfficeCallName>(name: Name, done: string | ((data: OfficeData<Name>) => string)) {
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ input, key }: Intent<Name>) => call(name, input, { key }),
    onSuccess: async (data) => {
      notify(typeof done === 'string' ? done : done(data), { type: 'success' })
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'auth' })
    },
  })
}
