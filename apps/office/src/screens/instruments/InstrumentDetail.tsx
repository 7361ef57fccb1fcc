/** One instrument: fixed facts, its terms as a form, a preview of the change, and earlier versions. */
import { Box, Checkbox, FormControlLabel, TextField, Typography } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { CheckAndSave } from '../../actions/CheckAndSave.tsx'
import { useCheck } from '../../actions/checking.ts'
import { differences, shown } from '../../actions/difference.ts'
import { UnsavedText } from '../../actions/UnsavedText.tsx'
import { Version } from '../../actions/Version.tsx'
import { call } from '../../data/call.ts'
import { useMayDo } from '../../data/session.ts'
import { useAct, useLook } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { Facts } from '../../design/parts.tsx'
import { Empty, Shown } from '../../design/States.tsx'
import { amountText, countText } from '../../format/money.ts'
import { plainWord } from '../../format/names.ts'
import {
  changedTerms,
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
      <Edit key={instrument.changed_version} instrument={instrument} />
      <History instrument={instrument} />
    </>
  )
}

function Edit({ instrument }: { readonly instrument: Found }) {
  const mayChange = useMayDo('instrumentChange')
  const [draft, setDraft] = useState<TermsDraft>(() => termsDraft(instrument.terms))
  const [dialog, setDialog] = useState(false)
  const check = useCheck(
    (terms: Terms) => faultsOf(instrument, terms),
    () => setDialog(true),
  )
  const read = termsOf(draft, instrument.fixed)
  const changes = read.ok ? differences(labelled(instrument.terms), labelled(read.value)) : []
  const unsaved = !read.ok || changes.length > 0
  return (
    <>
      <UnsavedText unsaved={mayChange && unsaved} />
      <TermsForm
        draft={draft}
        disabled={!mayChange}
        hasLeverages={instrument.fixed.margin_mode === 'leveraged'}
        onDraft={setDraft}
      />
      <CheckAndSave
        title="What would change, for orders opened from then on"
        typed={read}
        changes={changes}
        check={check}
        mayChange={mayChange}
        onPutBack={() => setDraft(termsDraft(instrument.terms))}
      />
      {dialog && read.ok && <SaveDialog instrument={instrument} terms={read.value} onClose={() => setDialog(false)} />}
    </>
  )
}

/** The faults that the server finds. */
async function faultsOf({ id, terms: before }: Found, terms: Terms): Promise<readonly string[]> {
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

function SaveDialog({
  instrument,
  terms,
  onClose,
}: {
  readonly instrument: Found
  readonly terms: Terms
  readonly onClose: () => void
}) {
  const { id, show_code, changed_version } = instrument
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
      onConfirm={({ reason, key }) =>
        act.mutateAsync({
          input: {
            id,
            seen_version: changed_version,
            changes: changedTerms(instrument.terms, terms),
            reason_text: reason,
          },
          key,
        })
      }
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
