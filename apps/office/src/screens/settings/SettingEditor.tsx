/**
 * One setting: meaning, form, preview of the change, history. If two staff members edit at once, the second is warned.
 */
import { Alert, Button, Typography } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { type ReactNode, useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { CheckAndSave } from '../../actions/CheckAndSave.tsx'
import { useCheck } from '../../actions/checking.ts'
import { type Difference, differences } from '../../actions/difference.ts'
import { UnsavedText } from '../../actions/UnsavedText.tsx'
import { call } from '../../data/call.ts'
import { CallFailed } from '../../data/failure.ts'
import { useAct } from '../../data/useCall.ts'
import { timeText } from '../../format/time.ts'
import { type Draft, draftOf, labelled, wireOf } from './draft.ts'
import { type Form, formOf, TITLES } from './forms.ts'
import { faultText, hasPriceAge, priceAgeText, readersText } from './glance.ts'
import { SettingForm } from './SettingForm.tsx'
import { SettingHistory } from './SettingHistory.tsx'

type Setting = OfficeData<'settingList'>['data'][number]
type Props = {
  readonly setting: Setting
  readonly form: Form
  readonly onReload: () => void
  /** Shows the typed value as customers will see it. */
  readonly preview?: (value: unknown) => ReactNode
}

export function SettingEditor({
  setting,
  all,
  onReload,
  preview,
}: Omit<Props, 'form'> & { readonly all: readonly Setting[] }) {
  const form = formOf(setting.key, all)
  const age = priceAgeText(setting, Date.now())
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
      <Edit key={setting.version} setting={setting} form={form} onReload={onReload} {...(preview && { preview })} />
      <SettingHistory setting={setting} form={form} />
    </>
  )
}

function Edit({ setting, form, onReload, preview }: Props) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(form, setting.value))
  const [dialog, setDialog] = useState(false)
  const [overtaken, setOvertaken] = useState(false)
  const check = useCheck(
    async (value: unknown) =>
      (await call('settingPreview', { key: setting.key, value })).faults.map((fault) => faultText(form, value, fault)),
    () => setDialog(true),
  )
  const wire = wireOf(form, draft)
  const changes = wire.ok
    ? differences(labelled(form, (setting.next ?? setting).value), labelled(form, wire.value))
    : []
  // Without a change from the newest version: beside one that waits its own prices are confirmed.
  const canConfirm = wire.ok && hasPriceAge(setting)
  // A value that waits to come into force is saved too.
  const unsaved = isTyped(draft, draftOf(form, setting.value)) && (!wire.ok || changes.length > 0)
  return (
    <>
      <UnsavedText unsaved={setting.changeable && unsaved} />
      {setting.next !== null && (
        <WaitingVersion setting={setting} next={setting.next} form={form} draft={draft} onDraft={setDraft} />
      )}
      {!setting.changeable && <Alert severity="info">Your role may view this setting, not change it.</Alert>}
      {overtaken && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={onReload}>
              Show the current version
            </Button>
          }
        >
          This setting was changed while you edited it. Review the current version, then make your change again.
        </Alert>
      )}
      <SettingForm form={form} draft={draft} disabled={!setting.changeable} onDraft={setDraft} />
      {wire.ok && preview?.(wire.value)}
      <CheckAndSave
        title="What would change"
        typed={wire}
        changes={changes}
        check={check}
        mayChange={setting.changeable}
        unchanged={canConfirm ? 'Confirm the prices' : undefined}
        onPutBack={() => setDraft(draftOf(form, setting.value))}
      />
      {dialog && wire.ok && (
        <SaveDialog
          setting={setting}
          value={wire.value}
          changes={changes}
          onOvertaken={() => setOvertaken(true)}
          onClose={() => setDialog(false)}
        />
      )}
    </>
  )
}

type WaitingProps = {
  readonly setting: Setting
  readonly next: NonNullable<Setting['next']>
  readonly form: Form
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
}

/** The form begins with the value in force. Prices that wait are shown in it too, to be confirmed. */
function WaitingVersion({ setting, next, form, draft, onDraft }: WaitingProps) {
  const waiting = draftOf(form, next.value)
  const isShown = hasPriceAge(setting) && !isTyped(draft, waiting)
  return (
    <Alert
      severity="warning"
      action={
        setting.changeable &&
        hasPriceAge(setting) && (
          <Button color="inherit" onClick={() => onDraft(isShown ? draftOf(form, setting.value) : waiting)}>
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

/** Both are plain data. */
const isTyped = (draft: Draft, first: Draft): boolean => JSON.stringify(draft) !== JSON.stringify(first)

type SaveProps = {
  readonly setting: Setting
  readonly value: unknown
  readonly changes: readonly Difference[]
  readonly onOvertaken: () => void
  readonly onClose: () => void
}

function SaveDialog({ setting, value, changes, onOvertaken, onClose }: SaveProps) {
  const title = TITLES[setting.key]
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
      onConfirm={async ({ reason, key }) => {
        try {
          await act.mutateAsync({
            input: { key: setting.key, value, seen_version: setting.version, reason_text: reason },
            key,
          })
        } catch (error) {
          if (error instanceof CallFailed && error.reason === 'setting_changed_meanwhile') onOvertaken()
          throw error
        }
      }}
      onClose={onClose}
    />
  )
}
