/**
 * For calls that let money out or change security. `run` makes the call; when it is answered proof_needed or
 * totp_needed, a sheet asks for the mailed code or the one of the authenticator app and makes the call again with it.
 * Draw `sheet` inside the form or sheet that runs it. Who closes the sheet gives up: `run` then throws `Abandoned`,
 * which `useForm` takes in silence.
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
  /** Resolves when the sheet may go; throws what the sheet has to say. */
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
            // Some things want both, one after the other: what was right counts for some minutes.
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
