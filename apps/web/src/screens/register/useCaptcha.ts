/**
 * The captcha picture: read when it is needed, replaced at a tap and after each answer, because an id is valid for one
 * answer.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, call } from '../../data/api.ts'

export type Captcha = {
  readonly id: string | undefined
  readonly picture: string | undefined
  readonly loading: boolean
  /** The reason why there is no picture. */
  readonly fault: string | undefined
  /** The error of the last answer, until another captcha is requested. */
  readonly wrong: string | undefined
  readonly renew: () => void
  /** Makes the call that may use up the captcha. After that it reads a new captcha and clears the typed answer. */
  readonly spend: (does: () => Promise<unknown>, forgetAnswer: () => void) => Promise<void>
}

/** A captcha is valid for five minutes on the server; an older one is replaced. */
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

/** The picture that a typed answer was read from. */
export type Answered = { readonly picture?: string | undefined }

/** The answer to the shown picture: none, once another picture has replaced the one that was read. */
export const answerTo = (shown: string | undefined, typed: { readonly code: string } & Answered): string =>
  typed.picture === shown ? typed.code : ''

/**
 * The server checks the captcha last, and a repeated request gets the first response. Therefore only a wrong captcha is
 * used up.
 */
const isUsedUp = (error: CallFailed): boolean => error.reason === 'captcha_wrong'
