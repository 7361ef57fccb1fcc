/**
 * One setting: meaning, form, preview of the change, history. If another staff member saves it meanwhile, what was
 * typed stays, and the form says so.
 */
import { Alert, Button, Typography } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { type ReactNode, useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { CheckAndSave } from '../../actions/CheckAndSave.tsx'
import { useCheck } from '../../actions/checking.ts'
import { type Difference, differences } from '../../actions/difference.ts'
import { Overtaken } from '../../actions/Overtaken.tsx'
import { UnsavedText } from '../../actions/UnsavedText.tsx'
import { type Editing, isSame, useEditing } from '../../actions/useEditing.ts'
import { call } from '../../data/call.ts'
import { CallFailed } from '../../data/failure.ts'
import { useAct, useLook } from '../../data/useCall.ts'
import { timeText } from '../../format/time.ts'
import { type Draft, draftOf, highestId, labelled, wireOf } from './draft.ts'
import { type Form, formOf, TITLES } from './forms.ts'
import { faultText, hasPriceAge, priceAgeText, readersText } from './glance.ts'
import { SettingForm } from './SettingForm.tsx'
import { SettingHistory } from './SettingHistory.tsx'
import { heldNewer } from './versions.ts'

type Setting = OfficeData<'settingList'>['data'][number]
type Props = {
  readonly setting: Setting
  readonly all: readonly Setting[]
  /** Shows the typed value as customers will see it. */
  readonly preview?: (value: unknown) => ReactNode
}

export function SettingEditor({ setting, all, preview }: Props) {
  const form = formOf(setting.key, all)
  const age = priceAgeText(setting, Date.now())
  const editing = useEditing(setting, { draftOf: ({ value }) => draftOf(form, value), isNewer: heldNewer })
  const { base } = editing
  return (
    <>
      <Typography variant="body2">{setting.doc}</Typography>
      <Typography variant="caption" color="textSecondary">
        {setting.version === 0 ? 'Default, never changed.' : `Version ${setting.version}.`} {readersText(setting)}
      </Typography>
      {age !== undefined && (
        <Alert severity="info">
          {age}.{setting.changeable && ' Compare them with the market, then save them again, changed or not.'}
        </Alert>
      )}
      {editing.overtaken && (
        <Overtaken of="setting" cameIntoForce={setting.version === base.version} onShow={() => editing.take(setting)} />
      )}
      <Edit
        // Faults and the words of a search belong to the version that the draft began with.
        key={`${base.version}${base.next === null ? '' : ' waits'}`}
        editing={editing}
        changeable={setting.changeable}
        form={form}
        {...(preview && { preview })}
      />
      <SettingHistory setting={setting} form={form} />
    </>
  )
}

type EditProps = Pick<Props, 'preview'> & {
  readonly editing: Editing<Setting, Draft>
  readonly changeable: boolean
  readonly form: Form
}

function Edit({ editing, changeable, form, preview }: EditProps) {
  const { base, draft, setDraft, saving, setSaving, overtaken, take } = editing
  const check = useCheck(
    async (value: unknown) =>
      (await call('settingPreview', { key: base.key, value })).faults.map((fault) => faultText(form, value, fault)),
    () => setSaving(true),
  )
  const highest = useHighestId(base)
  const wire = wireOf(form, draft)
  const changes = wire.ok ? differences(labelled(form, (base.next ?? base).value), labelled(form, wire.value)) : []
  // Without a change from the newest version: beside one that waits its own prices are confirmed.
  const canConfirm = wire.ok && hasPriceAge(base)
  // A value that waits to come into force is saved too.
  const unsaved = !isSame(draft, draftOf(form, base.value)) && (!wire.ok || changes.length > 0)
  return (
    <>
      <UnsavedText unsaved={changeable && unsaved} />
      {base.next !== null && !overtaken && (
        <WaitingVersion base={base} next={base.next} {...{ changeable, form, draft }} onDraft={setDraft} />
      )}
      {!changeable && <Alert severity="info">Your role may view this setting, not change it.</Alert>}
      <SettingForm form={form} draft={draft} disabled={!changeable} highest={highest} onDraft={setDraft} />
      {wire.ok && preview?.(wire.value)}
      <CheckAndSave
        title="What would change"
        typed={wire}
        changes={changes}
        check={check}
        // A save over a newer version would put values back that the staff member did not type.
        mayChange={changeable && !overtaken}
        unchanged={canConfirm ? 'Confirm the prices' : undefined}
        onPutBack={() => setDraft(draftOf(form, base.value))}
      />
      {saving && wire.ok && (
        <SaveDialog
          setting={base}
          value={wire.value}
          changes={changes}
          onSaved={take}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

/** The highest id that an entry of the setting ever had; `undefined`: its history is not read yet. */
function useHighestId({ key, value, initial }: Setting): number | undefined {
  const { data } = useLook('settingHistory', { key })
  return data && highestId([initial, value, ...data.data.map((version) => version.value)])
}

type WaitingProps = {
  readonly base: Setting
  readonly changeable: boolean
  readonly next: NonNullable<Setting['next']>
  readonly form: Form
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
}

/** The form begins with the value in force. Prices that wait are shown in it too, to be confirmed. */
function WaitingVersion({ base, changeable, next, form, draft, onDraft }: WaitingProps) {
  const waiting = draftOf(form, next.value)
  const isShown = hasPriceAge(base) && isSame(draft, waiting)
  return (
    <Alert
      severity="warning"
      action={
        changeable &&
        hasPriceAge(base) && (
          <Button color="inherit" onClick={() => onDraft(isShown ? draftOf(form, base.value) : waiting)}>
            {isShown ? 'Show the prices in force' : `Show version ${next.version}`}
          </Button>
        )
      }
    >
      Version {next.version} is saved and comes into force at {timeText(next.holds_from)}.{' '}
      {isShown
        ? 'Its prices are below. Confirming them does not delay them.'
        : 'Until then the value below applies. Saving the value below, changed or not, withdraws it.'}
    </Alert>
  )
}

type SaveProps = {
  readonly setting: Setting
  readonly value: unknown
  readonly changes: readonly Difference[]
  readonly onSaved: (setting: Setting) => void
  readonly onClose: () => void
}

function SaveDialog({ setting, value, changes, onSaved, onClose }: SaveProps) {
  const title = TITLES[setting.key]
  const [overtaken, setOvertaken] = useState(false)
  const act = useAct('settingChange', ({ version, in_force, next }) => {
    if (next !== null)
      return `${title}: version ${version} is saved. It comes into force at ${timeText(next.holds_from)}.`
    return in_force
      ? `${title}: version ${version} holds.`
      : `${title}: version ${version} is saved. It takes effect in a moment.`
  })
  return (
    <ActionDialog
      title={`Save ${title}`}
      lead={
        changes.length === 0
          ? `The ${setting.next === null ? '' : 'waiting '}prices stay as they are, and count as set now.`
          : 'Applies at once, to requests made from then on. A change that weakens a protection waits first.'
      }
      changes={changes}
      confirm="Save"
      missing={overtaken ? 'Another staff member changed this setting.' : undefined}
      onConfirm={async ({ reason, key }) => {
        try {
          const input = { key: setting.key, value, seen_version: setting.version, reason_text: reason }
          onSaved(await act.mutateAsync({ input, key }))
        } catch (error) {
          if (error instanceof CallFailed && error.reason === 'setting_changed_meanwhile') setOvertaken(true)
          throw error
        }
      }}
      onClose={onClose}
    />
  )
}
