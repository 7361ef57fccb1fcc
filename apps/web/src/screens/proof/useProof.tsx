/**
 * For calls that let money out or change security. `run` makes the call; when it is answered proof_needed or totp_needed, a sheet asks
 * for the mailed code or the one of the authenticator app and makes the call again with it. Draw `sheet` inside the form or sheet that
 * runs it. Who closes the sheet gives up: `run` then throws `Abandoned`, which `useForm` takes in silence.
 */
import { type ReactNode, useState } from 'react'
import { Abandoned } from '../../shell/useForm.ts'
import { ProofSheet } from './ProofSheet.tsx'
import { type Proof, type ProofAbout, type ProofPurpose, type ProofWay, proofWanted, staysOpen } from './proof.ts'

type Asked = {
  readonly way: ProofWay
  readonly about: ProofAbout
  /** Resolves when the sheet may go; throws what the sheet has to say. */
  readonly answer: (proof: Proof) => Promise<void>
  readonly giveUp: () => void
}

export function useProof(purpose: ProofPurpose): {
  readonly run: <Data>(does: (proof: Proof) => Promise<Data>, about?: ProofAbout) => Promise<Data>
  readonly sheet: ReactNode
  /** The sheet is open. */
  readonly isAsking: boolean
} {
  const [asked, setAsked] = useState<Asked>()

  const ask = <Data,>(first: ProofWay, does: (proof: Proof) => Promise<Data>, about: ProofAbout) =>
    new Promise<Data>((resolve, reject) => {
      const giveUp = () => {
        setAsked(undefined)
        reject(new Abandoned())
      }
      const asking = (way: ProofWay): Asked => ({
        way,
        about,
        giveUp,
        answer: async (proof) => {
          try {
            const data = await does(proof)
            setAsked(undefined)
            resolve(data)
          } catch (error) {
            const next = proofWanted(error)
            // Some things want both, one after the other: what was right counts for some minutes.
            if (next !== undefined && next !== way) setAsked(asking(next))
            else if (staysOpen(error, way)) throw error
            else {
              setAsked(undefined)
              reject(error)
            }
          }
        },
      })
      setAsked(asking(first))
    })

  const run = async <Data,>(does: (proof: Proof) => Promise<Data>, about: ProofAbout = {}): Promise<Data> => {
    try {
      return await does({})
    } catch (error) {
      const way = proofWanted(error)
      if (way === undefined) throw error
      return ask(way, does, about)
    }
  }

  const sheet = <ProofSheet purpose={purpose} asked={asked} />
  return { run, sheet, isAsking: asked !== undefined }
}
