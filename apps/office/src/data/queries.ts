/** What is known is asked for again each time it is shown: staff decide about what is true now. */
import { QueryClient } from '@tanstack/react-query'

export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 0, refetchOnWindowFocus: true } },
})
