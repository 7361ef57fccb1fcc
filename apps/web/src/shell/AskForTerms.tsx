/** Loads the question about changed terms of use for a customer who has not accepted them; most never need its code. */
import { useEffect, useState } from 'react'
import { onTermsNeeded } from '../data/api.ts'
import { queries } from '../data/queries.ts'
import { useSession } from '../data/session.ts'
import { needsTerms } from '../screens/legal/asking.ts'
import { lazyPart, Nothing } from './lazyPart.tsx'

/** A failed load shows nothing: the refusal of the call and the notices of the screens say the same. */
const TermsQuestion = lazyPart(
  'terms-question',
  async () => (await import('../screens/legal/TermsQuestion.tsx')).TermsQuestion,
  { Frame: Nothing, waiting: null },
)

export function AskForTerms() {
  const needed = useSession(({ user }) => needsTerms(user))
  const [isRefused, setIsRefused] = useState(false)
  useEffect(
    () =>
      onTermsNeeded(() => {
        setIsRefused(true)
        queries.rereadMe()
        void queries.refreshTerms()
      }),
    [],
  )
  return needed || isRefused ? <TermsQuestion /> : null
}
