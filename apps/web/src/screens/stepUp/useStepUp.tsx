/**
 * Step-up for calls that pay out or change security. `run` makes the call. When it is refused with proof_needed or
 * totp_needed, a sheet asks for the code and makes the call again with it. Render `sheet` inside the form or sheet that
 * calls `run`. When the customer closes the sheet, `run` throws `Abandoned`, which `useForm` ignores.
 */
import { type ReactNode, useState } from 'react'
import { Abandoned } from '../../shell/useForm.ts'
import { StepUpSheet } from './StepUpSheet.tsx'
import {
  type StepUpAnswer,
  type StepUpDetails,
  type StepUpMethod,
  type StepUpPurpose,
  staysOpen,
  stepUpMethodOf,
} from './stepUp.ts'

type Asked = {
  readonly method: StepUpMethod
  readonly about: StepUpDetails
  /** Resolves when the sheet may close; throws the failure that the sheet shows. */
  readonly answer: (proof: StepUpAnswer) => Promise<void>
  readonly cancel: () => void
}

export function useStepUp(purpose: StepUpPurpose): {
  readonly run: <Data>(does: (proof: StepUpAnswer) => Promise<Data>, about?: StepUpDetails) => Promise<Data>
  readonly sheet: ReactNode
  /** The sheet is open. */
  readonly isAsking: boolean
} {
  const [asked, setAsked] = useState<Asked>()

  const ask = <Data,>(first: StepUpMethod, does: (proof: StepUpAnswer) => Promise<Data>, about: StepUpDetails) =>
    new Promise<Data>((resolve, reject) => {
      const cancel = () => {
        setAsked(undefined)
        reject(new Abandoned())
      }
      const asking = (method: StepUpMethod): Asked => ({
        method,
        about,
        cancel,
        answer: async (proof) => {
          try {
            const data = await does(proof)
            setAsked(undefined)
            resolve(data)
          } catch (error) {
            const next = stepUpMethodOf(error)
            // Some actions require both methods in sequence; a right code stays valid for some minutes.
            if (next !== undefined && next !== method) setAsked(asking(next))
            else if (staysOpen(error, method)) throw error
            else {
              setAsked(undefined)
              reject(error)
            }
          }
        },
      })
      setAsked(asking(first))
    })

  const run = async <Data,>(does: (proof: StepUpAnswer) => Promise<Data>, about: StepUpDetails = {}): Promise<Data> => {
    try {
      return await does({})
    } catch (error) {
      const method = stepUpMethodOf(error)
      if (method === undefined) throw error
      return ask(method, does, about)
    }
  }

  const sheet = <StepUpSheet purpose={purpose} asked={asked} />
  return { run, sheet, isAsking: asked !== undefined }
}
