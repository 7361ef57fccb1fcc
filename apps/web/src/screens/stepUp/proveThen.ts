/** The way of a request that the server refused for a missing proof: the proof, then the same request again. */
import { CallFailed } from '../../data/api.ts'
import { Abandoned } from '../../shell/useForm.ts'
import type { Attempt } from '../../submit/attempt.ts'

const WANTS_PROOF: readonly string[] = ['proof_needed', 'totp_needed']

export const wantsProof = (attempt: Attempt<unknown>): boolean =>
  attempt.state === 'refused' && WANTS_PROOF.includes(attempt.reason)

type Steps = {
  readonly prove: () => Promise<unknown>
  readonly again: () => void
  /** Without a proof: the refusal asks for a code that no field takes, so it is no longer shown. */
  readonly changed: () => void
  readonly tell: (text: string) => void
}

export async function proveThen({ prove, again, changed, tell }: Steps): Promise<void> {
  try {
    await prove()
  } catch (error) {
    changed()
    if (error instanceof CallFailed) tell(error.message)
    else if (!(error instanceof Abandoned)) throw error
    return
  }
  again()
}

/** The sentence about a lost connection names orders; `words` says what became of the request that needs the proof. */
export async function withNetworkWords<Data>(made: Promise<Data>, words: string): Promise<Data> {
  try {
    return await made
  } catch (error) {
    if (error instanceof CallFailed && error.kind === 'network')
      throw new CallFailed({ kind: 'network', message: words })
    throw error
  }
}
