/** Adds a passkey: its name, the step-up, then the request of the device. */
import { deviceName, PASSKEY_NAME_MAX } from '@veritick/contract'
import { useState } from 'react'
import { call } from '../../data/api.ts'
import { makePasskey } from '../../data/passkeys.ts'
import { queries } from '../../data/queries.ts'
import { Button, Field, FormFault, Sheet, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useForm } from '../../shell/useForm.ts'
import { useStepUp } from '../stepUp/useStepUp.tsx'

export function AddPasskey({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTranslate()
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()} title={t('passkeys.add')}>
      {open && <NameForm onClose={onClose} />}
    </Sheet>
  )
}

function NameForm({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslate()
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? '')
  const proof = useStepUp('proof')
  const form = useForm({
    values: { name },
    faults: {},
    wire: { name: 'name' },
    send: async () => {
      const options = await proof.run((given) => call('passkeyBegin', given, { quiet: true }))
      const passkey = await makePasskey(options)
      await call('passkeyAdd', { passkey, name: name.trim() }, { quiet: true })
      toast({ text: t('passkeys.added'), tone: 'good' })
      void queries.refreshSecurity()
      onClose()
    },
  })
  return (
    <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft">{t('passkeys.name_text')}</p>
      <Field
        label={t('passkeys.name')}
        value={name}
        onValueChange={setName}
        error={form.errorOf('name')}
        hint={t('passkeys.name_hint')}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={PASSKEY_NAME_MAX}
      />
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy}>
        {t('passkeys.add')}
      </Button>
      {proof.sheet}
    </form>
  )
}
