/** Below a form whose change is reviewed before it is saved: faults, preview of the change, save and reset. */
import { Alert, Box, Button } from '@mui/material'
import { Panel } from '../design/Panel.tsx'
import { Changes } from './Changes.tsx'
import type { Check } from './checking.ts'
import type { Difference } from './difference.ts'

/** The typed value as the server takes it, or its first fault. */
export type Typed<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: string }

type Props<Value> = {
  readonly title: string
  readonly typed: Typed<Value>
  readonly changes: readonly Difference[]
  readonly check: Check<Value>
  readonly mayChange: boolean
  /** The button's words where saving the same value again has a meaning; `undefined`: it has none. */
  readonly unchanged?: string | undefined
  readonly onPutBack: () => void
}

export function CheckAndSave<Value>(props: Props<Value>) {
  const { title, typed, changes, check, mayChange, unchanged, onPutBack } = props
  return (
    <>
      {!typed.ok && <Alert severity="warning">{typed.fault}</Alert>}
      {changes.length > 0 && (
        <Panel title={title}>
          <Changes changes={changes} />
        </Panel>
      )}
      {check.faults.map((fault) => (
        <Alert key={fault} severity="error">
          {fault}
        </Alert>
      ))}
      {mayChange && (
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button
            variant="contained"
            disabled={changes.length === 0 && unchanged === undefined}
            loading={check.running}
            onClick={() => {
              if (typed.ok) check.run(typed.value)
            }}
          >
            {changes.length === 0 && unchanged !== undefined ? unchanged : 'Check and save'}
          </Button>
          <Button color="inherit" disabled={changes.length === 0 && typed.ok} onClick={onPutBack}>
            Reset
          </Button>
        </Box>
      )}
    </>
  )
}
