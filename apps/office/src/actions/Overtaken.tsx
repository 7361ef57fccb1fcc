/** Above a form whose typed text belongs to an older version of its record. */
import { Alert, Button } from '@mui/material'

type Props = {
  /** The record in words: `setting`. */
  readonly of: string
  /** A version that was saved earlier came into force. */
  readonly cameIntoForce?: boolean
  readonly onShow: () => void
}

export function Overtaken({ of, cameIntoForce = false, onShow }: Props) {
  const what = cameIntoForce
    ? `The waiting version of this ${of} came into force while you edited it.`
    : `Another staff member changed this ${of} while you edited it.`
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" onClick={onShow}>
          Show the current version
        </Button>
      }
    >
      {what} Copy what you need, then make your change to the current version.
    </Alert>
  )
}
