/** Cached answers are read again each time they are shown, because staff decide on them. */
import { QueryClient } from '@tanstack/react-query'

export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 0, refetchOnWindowFocus: true } },
})
