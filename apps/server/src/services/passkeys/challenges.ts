/**
 * Challenges that passkeys sign: 256 random bits, one answer each, for five minutes, for one purpose, at one site,
 * and where a session asked only for that session. Right or wrong, an answer uses the challenge up. They are only in
 * memory: an attacker who can write to the store neither makes one nor brings back one that was answered. A restart
 * forgets those that wait, and the app asks for another.
 */
import { MINUTE_MS, type Runtime } from '../clock/index.ts'
import type { Site } from './site.ts'

export const CHALLENGE_MILLIS = 5 * MINUTE_MS
const CHALLENGE_BYTES = 32
/** Beyond these the oldest ones are void. One network may ask for 300 in five minutes (`LIMITS.network.challenges`). */
export const WAITING_MAX = 100_000

/** The purpose of a challenge: to sign in, as a second factor, as a proof within a session, to add a passkey. */
export type ChallengePurpose = 'sign_in' | 'second_factor' | 'proof' | 'register'

/** `session`: hash of the token of the session that asks; `undefined` for visitors. */
export type ChallengeFor = { readonly purpose: ChallengePurpose; readonly session: string | undefined }

/** `userHandle`: of a new passkey, the handle that its customer is given. */
type NewChallenge = ChallengeFor & { readonly site: Site; readonly userHandle?: string }

export type Challenges = {
  /** A fresh challenge, base64url. A session has one of a purpose at a time: the one before is void. */
  make(made: NewChallenge): string
  /** `undefined`: never made, used, too old, or made for something else. */
  spend(
    answered: ChallengeFor & { readonly challenge: string },
  ): (Site & { readonly userHandle: string | undefined }) | undefined
}

export function challengesOf(runtime: Pick<Runtime, 'now' | 'random'>): Challenges {
  /** By the challenge, oldest first. */
  const waiting = new Map<string, NewChallenge & { readonly expiresAt: number }>()
  /** The challenge of each session and purpose. */
  const newest = new Map<string, string>()
  const nameOf = ({ session, purpose }: ChallengeFor) => `${session} ${purpose}`

  function forget(challenge: string): void {
    const asked = waiting.get(challenge)
    waiting.delete(challenge)
    if (asked !== undefined && newest.get(nameOf(asked)) === challenge) newest.delete(nameOf(asked))
  }

  function forgetOld(now: number): void {
    for (const [challenge, { expiresAt }] of waiting) {
      if (expiresAt > now && waiting.size < WAITING_MAX) return
      forget(challenge)
    }
  }

  return {
    make: (asked) => {
      const now = runtime.now()
      forgetOld(now)
      const challenge = Buffer.from(runtime.random(CHALLENGE_BYTES)).toString('base64url')
      if (asked.session !== undefined) {
        forget(newest.get(nameOf(asked)) ?? '')
        newest.set(nameOf(asked), challenge)
      }
      waiting.set(challenge, { ...asked, expiresAt: now + CHALLENGE_MILLIS })
      return challenge
    },
    spend: ({ purpose, session, challenge }) => {
      const asked = waiting.get(challenge)
      forget(challenge)
      if (asked === undefined || asked.expiresAt <= runtime.now()) return undefined
      if (asked.purpose !== purpose || asked.session !== session) return undefined
      return { ...asked.site, userHandle: asked.userHandle }
    },
  }
}
