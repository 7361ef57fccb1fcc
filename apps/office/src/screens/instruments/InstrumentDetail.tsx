/** One instrument: fixed facts, its terms as a form, a preview of the change, and earlier versions. */
import { Box, Checkbox, FormControlLabel, TextField, Typography } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { CheckAndSave } from '../../actions/CheckAndSave.tsx'
import { useCheck } from '../../actions/checking.ts'
import { differences, shown } from '../../actions/difference.ts'
import { Overtaken } from '../../actions/Overtaken.tsx'
import { UnsavedText } from '../../actions/UnsavedText.tsx'
import { type Editing, useEditing } from '../../actions/useEditing.ts'
import { Version } from '../../actions/Version.tsx'
import { call } from '../../data/call.ts'
import { CallFailed } from '../../data/failure.ts'
import { useMayDo } from '../../data/session.ts'
import { useAct, useLook } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { Facts } from '../../design/parts.tsx'
import { Empty, Shown } from '../../design/States.tsx'
import { amountText, countText } from '../../format/money.ts'
import { plainWord } from '../../format/names.ts'
import {
  changedTerms,
  hasNewerTerms,
  type Instrument,
  labelled,
  labelOf,
  NEW_TERMS_LEAD,
  TERM_FIELDS,
  type Terms,
  type TermsDraft,
  termsDraft,
  termsOf,
} from './terms.ts'

type Found = OfficeData<'instrumentFind'>

const MARGIN = { leveraged: 'By the leverage of the order', fixed: 'A fixed amount a lot' } as const

export function InstrumentDetail({ id }: { readonly id: number }) {
  const look = useLook('instrumentFind', { id })
  return <Shown of={look}>{(instrument) => <Detail instrument={instrument} />}</Shown>
}

function Detail({ instrument }: { readonly instrument: Found }) {
  const { fixed } = instrument
  return (
    <>
      <Typography variant="h3">
        {instrument.show_code}, {instrument.name}
      </Typography>
      <Facts
        columns={2}
        facts={[
          ['Category', plainWord(instrument.category)],
          ['Quoted in', fixed.quote_currency],
          ['Contract size', amountText(String(fixed.contract_size), 0)],
          ['Decimals of its price', fixed.price_precision],
          ['Margin', MARGIN[fixed.margin_mode]],
          ['Hours', plainWord(fixed.session)],
          ['Typical spread', fixed.spread_typical],
          [
            'Version of the terms',
            `${instrument.terms_version}${instrument.in_force ? '' : ', a newer one takes effect in a moment'}`,
          ],
          ['Open and pending orders', countText(instrument.open_orders)],
        ]}
      />
      <Edited instrument={instrument} />
      <History instrument={instrument} />
    </>
  )
}

/** If another staff member changes the terms meanwhile, what was typed stays, and the form says so. */
function Edited({ instrument }: { readonly instrument: Instrument }) {
  const editing = useEditing(instrument, { draftOf: ({ terms }) => termsDraft(terms), isNewer: hasNewerTerms })
  return (
    <>
      {editing.overtaken && <Overtaken of="instrument" onShow={() => editing.take(instrument)} />}
      {/* Faults belong to the terms that the draft began with. */}
      <Edit key={editing.base.changed_version} editing={editing} />
    </>
  )
}

function Edit({ editing }: { readonly editing: Editing<Instrument, TermsDraft> }) {
  const { base, draft, setDraft, saving, setSaving, overtaken, take } = editing
  const mayChange = useMayDo('instrumentChange')
  const check = useCheck(
    (terms: Terms) => faultsOf(base, terms),
    () => setSaving(true),
  )
  const read = termsOf(draft, base.fixed)
  const changes = read.ok ? differences(labelled(base.terms), labelled(read.value)) : []
  const unsaved = !read.ok || changes.length > 0
  return (
    <>
      <UnsavedText unsaved={mayChange && unsaved} />
      <TermsForm
        draft={draft}
        disabled={!mayChange}
        hasLeverages={base.fixed.margin_mode === 'leveraged'}
        onDraft={setDraft}
      />
      <CheckAndSave
        title="What would change, for orders opened from then on"
        typed={read}
        changes={changes}
        check={check}
        mayChange={mayChange && !overtaken}
        onPutBack={() => setDraft(termsDraft(base.terms))}
      />
      {saving && read.ok && (
        <SaveDialog instrument={base} terms={read.value} onSaved={take} onClose={() => setSaving(false)} />
      )}
    </>
  )
}

/** The faults that the server finds. */
async function faultsOf({ id, terms: before }: Instrument, terms: Terms): Promise<readonly string[]> {
  const { faults } = await call('instrumentPreview', { id, changes: changedTerms(before, terms) })
  return faults.map((fault) => `${labelOf(fault.field)}: ${fault.message}`)
}

type FormProps = {
  readonly draft: TermsDraft
  readonly disabled: boolean
  readonly hasLeverages: boolean
  readonly onDraft: (draft: TermsDraft) => void
}

function TermsForm({ draft, disabled, hasLeverages, onDraft }: FormProps) {
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={draft.enabled}
            disabled={disabled}
            onChange={(event) => onDraft({ ...draft, enabled: event.target.checked })}
          />
        }
        label="Open for new orders"
      />
      {hasLeverages && (
        <TextField
          label="Leverages"
          value={draft.leverages}
          disabled={disabled}
          onChange={(event) => onDraft({ ...draft, leverages: event.target.value })}
          helperText="In ascending order, separated by spaces."
        />
      )}
      {TERM_FIELDS.map(({ name, label, help }) => (
        <TextField
          key={name}
          label={label}
          value={draft[name]}
          disabled={disabled}
          onChange={(event) => onDraft({ ...draft, [name]: event.target.value })}
          helperText={help}
          slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
        />
      ))}
    </Box>
  )
}

type SaveProps = {
  readonly instrument: Instrument
  readonly terms: Terms
  readonly onSaved: (instrument: Instrument) => void
  readonly onClose: () => void
}

function SaveDialog({ instrument, terms, onSaved, onClose }: SaveProps) {
  const { id, show_code, changed_version } = instrument
  const [overtaken, setOvertaken] = useState(false)
  const act = useAct('instrumentChange', (row) =>
    row.in_force
      ? `${show_code}: version ${row.terms_version} of its terms holds.`
      : `${show_code}: saved. It takes effect in a moment.`,
  )
  return (
    <ActionDialog
      title={`New terms of ${show_code}`}
      lead={NEW_TERMS_LEAD}
      changes={differences(labelled(instrument.terms), labelled(terms))}
      confirm="Save"
      missing={overtaken ? 'Another staff member changed these terms.' : undefined}
      onConfirm={async ({ reason, key }) => {
        const changes = changedTerms(instrument.terms, terms)
        try {
          const input = { id, seen_version: changed_version, changes, reason_text: reason }
          onSaved(await act.mutateAsync({ input, key }))
        } catch (error) {
          if (error instanceof CallFailed && error.reason === 'terms_changed_meanwhile') setOvertaken(true)
          throw error
        }
      }}
      onClose={onClose}
    />
  )
}

function History({ instrument }: { readonly instrument: Found }) {
  const { history } = instrument
  return (
    <Panel title="Changes by staff">
      {history.length === 0 && <Empty>None: the terms are those of the catalogue.</Empty>}
      {history.map((version) => (
        <Version key={version.version} title={`Change ${version.version}`} version={version}>
          <Facts
            facts={Object.entries(version.changes).map(([name, value]) => [labelOf(name), shown(value)] as const)}
          />
        </Version>
      ))}
    </Panel>
  )
}
