/** Asks the browser for a passkey and passes its answer on. Hidden where passkeys do not work. */
import { useState } from 'react'
import { CallFailed } from '../../data/api.ts'
import { askPasskey, browserHasPasskeys, type PasskeyRequest } from '../../data/passkeys.ts'
import { useBasics } from '../../data/queries.ts'
import { Button, FormFault, Icon } from '../../design/index.ts'
import { Abandoned } from '../../shell/useForm.ts'

type Props = {
  readonly label: string
  /** Requests a challenge of the server. */
  readonly request: () => Promise<PasskeyRequest>
  /** Makes the call with the answer; a failure is shown. */
  readonly onAnswer: (passkey: string) => Promise<void>
}

export function PasskeyButton({ label, request, onAnswer }: Props) {
  const isOffered = useHasPasskeys()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  if (!isOffered) return null
  const use = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      await onAnswer(await askPasskey(await request()))
    } catch (error) {
      if (error instanceof CallFailed) setFault(error.message)
      else if (!(error instanceof Abandoned)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button tone="plain" className="border border-line bg-surface! min-h-13" busy={busy} onClick={() => void use()}>
        <Icon.Passkey size={20} className="shrink-0 text-accent" />
        {label}
      </Button>
      <FormFault text={fault} />
    </div>
  )
}

/** Both the server at this host name and this browser support passkeys. */
export function useHasPasskeys(): boolean {
  const { data } = useBasics()
  return data?.passkeys === true && browserHasPasskeys()
}
