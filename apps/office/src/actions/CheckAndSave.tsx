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
  readonly onPutBack: () => void
}

export function CheckAndSave<Value>({ title, typed, changes, check, mayChange, onPutBack }: Props<Value>) {
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
            disabled={changes.length === 0}
            loading={check.running}
            onClick={() => {
              if (typed.ok) check.run(typed.value)
            }}
          >
            Check and save
          </Button>
          <Button color="inherit" disabled={changes.length === 0 && typed.ok} onClick={onPutBack}>
            Reset
          </Button>
        </Box>
      )}
    </>
  )
}
