/**
 * The captcha picture: read when it is wanted, drawn anew at a tap, and after it was answered, because an id buys one
 * answer.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, call } from '../../data/api.ts'

export type Captcha = {
  readonly id: string | undefined
  readonly picture: string | undefined
  readonly loading: boolean
  /** Why there is no picture. */
  readonly fault: string | undefined
  /** What was said of the last answer, until another captcha is asked for. */
  readonly wrong: string | undefined
  readonly renew: () => void
  /** Makes the call that may use the captcha up; when it did, another is drawn and the answer to the old one goes. */
  readonly spend: (does: () => Promise<unknown>, forgetAnswer: () => void) => Promise<void>
}

/** A captcha lives five minutes on the server; one that was drawn longer ago is not worth an answer. */
const FRESH_MILLIS = 240_000

export function useCaptcha(wanted: boolean): Captcha {
  const query = useQuery({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => call('captcha', {}, { signal, quiet: true }),
    enabled: wanted,
    staleTime: FRESH_MILLIS,
    refetchInterval: FRESH_MILLIS,
    gcTime: 0,
  })
  const [wrong, setWrong] = useState<string>()
  const renew = () => {
    setWrong(undefined)
    void query.refetch()
  }
  return {
    id: query.data?.id,
    picture: query.data?.b64s,
    loading: query.isFetching,
    fault: query.isError ? query.error.message : undefined,
    wrong,
    renew,
    spend: async (does, forgetAnswer) => {
      try {
        await does()
      } catch (error) {
        if (wanted && error instanceof CallFailed && isUsedUp(error)) {
          renew()
          setWrong(error.message)
          forgetAnswer()
        }
        throw error
      }
    },
  }
}

/**
 * The server looks at the answer last, and the same request again, whose answer was lost, is answered the same: only a
 * wrong one is gone.
 */
const isUsedUp = (error: CallFailed): boolean => error.reason === 'captcha_wrong'
