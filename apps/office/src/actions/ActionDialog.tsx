/**
 * The dialog of every action: shows the change, asks for a reason, makes the call once, reports the result. While the
 * call runs, all buttons are disabled. After a failure the dialog keeps everything that was typed. Once something is
 * typed, only Cancel closes it: Escape or a click beside it would lose the text.
 */
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { messageOf } from '../data/failure.ts'
import { Changes } from './Changes.tsx'
import type { Difference } from './difference.ts'
import { reasonFault } from './reason.ts'
import { useIntentKey } from './useIntentKey.ts'

export type Confirmed = { readonly reason: string; readonly key: string }

type Props = {
  readonly title: string
  /** The effect of the action, in one or two sentences. */
  readonly lead?: ReactNode
  readonly changes?: readonly Difference[]
  /** Fields of this action. */
  readonly children?: ReactNode
  readonly confirm: string
  readonly tone?: 'plain' | 'danger'
  readonly reasonLabel?: string | undefined
  /** False: the action concerns its author alone and takes no reason. */
  readonly withReason?: boolean
  /** The sentence about the fields that are still missing; the button is disabled until it is `undefined`. */
  readonly missing?: string | undefined
  readonly onConfirm: (confirmed: Confirmed) => Promise<unknown>
  readonly onClose: () => void
}

export function ActionDialog(props: Props) {
  const {
    title,
    lead,
    changes,
    children,
    confirm,
    tone = 'plain',
    reasonLabel = 'Reason',
    withReason = true,
    missing,
    onClose,
  } = props
  const action = useAction(props)
  return (
    <Dialog open onClose={action.kept ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby="action-title">
      <form onSubmit={action.submit} onKeyDown={action.keys} onInput={action.typed} noValidate>
        <DialogTitle id="action-title">{title}</DialogTitle>
        <DialogContent>
          {/* The label of a first field stands above its edge, where the content would cut it. */}
          <Stack sx={{ gap: 4, paddingTop: lead === undefined ? 3 : 0 }}>
            {lead !== undefined && <Typography variant="body2">{lead}</Typography>}
            {changes !== undefined && <Changes changes={changes} />}
            {children}
            {withReason && (
              <TextField
                label={reasonLabel}
                value={action.reason}
                onChange={(event) => action.write(event.target.value)}
                error={action.fault !== undefined}
                helperText={action.fault ?? 'Stored in the audit log with your name.'}
                disabled={action.running}
                multiline
                minRows={2}
                autoFocus={children === undefined || children === false}
                required
              />
            )}
            {action.failure !== undefined && <Alert severity="error">{action.failure}</Alert>}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ padding: 6, paddingTop: 2 }}>
          {missing !== undefined && (
            <Typography variant="caption" color="textSecondary" sx={{ marginInlineEnd: 'auto' }}>
              {missing}
            </Typography>
          )}
          <Button onClick={onClose} disabled={action.running} color="inherit">
            Cancel
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={tone === 'danger' ? 'error' : 'primary'}
            disabled={action.running || missing !== undefined}
            loading={action.running}
          >
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function useAction({ withReason = true, missing, onConfirm, onClose }: Props) {
  const { key, failed } = useIntentKey()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [running, setRunning] = useState(false)
  const [hasText, setHasText] = useState(false)
  const [failure, setFailure] = useState<string>()
  const wrong = withReason ? reasonFault(reason) : undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (running || wrong !== undefined || missing !== undefined) return
    setRunning(true)
    setFailure(undefined)
    try {
      await onConfirm({ reason: reason.trim(), key })
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      setRunning(false)
      failed(error)
    }
  }
  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }
  return {
    reason,
    write: setReason,
    fault: tried ? wrong : undefined,
    running,
    kept: running || hasText,
    typed: () => setHasText(true),
    failure,
    submit,
    keys,
  }
}
