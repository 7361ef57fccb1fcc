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

type Prompt = {
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
  readonly isOpen: boolean
} {
  const [prompt, setPrompt] = useState<Prompt>()

  const prove = <Data,>(first: StepUpMethod, does: (proof: StepUpAnswer) => Promise<Data>, about: StepUpDetails) =>
    new Promise<Data>((resolve, reject) => {
      const cancel = () => {
        setPrompt(undefined)
        reject(new Abandoned())
      }
      const promptFor = (method: StepUpMethod): Prompt => ({
        method,
        about,
        cancel,
        answer: async (proof) => {
          try {
            const data = await does(proof)
            setPrompt(undefined)
            resolve(data)
          } catch (error) {
            const next = stepUpMethodOf(error)
            // Some actions require both methods in sequence; a correct code stays valid for some minutes.
            if (next !== undefined && next !== method) setPrompt(promptFor(next))
            else if (staysOpen(error, method, purpose)) throw error
            else {
              setPrompt(undefined)
              reject(error)
            }
          }
        },
      })
      setPrompt(promptFor(first))
    })

  const run = async <Data,>(does: (proof: StepUpAnswer) => Promise<Data>, about: StepUpDetails = {}): Promise<Data> => {
    try {
      return await does({})
    } catch (error) {
      const method = stepUpMethodOf(error)
      if (method === undefined) throw error
      return prove(method, does, about)
    }
  }

  const sheet = <StepUpSheet purpose={purpose} prompt={prompt} />
  return { run, sheet, isOpen: prompt !== undefined }
}
