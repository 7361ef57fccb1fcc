/** The operator's support address, by the call of the specification. */
import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'

const FRESH_MILLIS = 300_000

export function useSupportEmail() {
  return useQuery({
    queryKey: ['support email'],
    queryFn: ({ signal }) => call('getEmail', {}, { signal, quiet: true }),
    staleTime: FRESH_MILLIS,
  })
}
