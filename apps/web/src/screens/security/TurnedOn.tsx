/** Two-step verification is on: new recovery codes or turning the verification off, each with a code or a passkey. */
import { useState } from 'react'
import { call } from '../../data/api.ts'
import { queries } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Button, Field, FormFault, Icon, Sheet, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useForm } from '../../shell/useForm.ts'
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx'

type Action = 'codes' | 'off'

export function TurnedOn({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const t = useTranslate()
  const [action, setAction] = useState<Action>()
  return (
    <>
      <div className="flex gap-3 rounded-card border border-line bg-surface p-4">
        <Icon.Shield className="shrink-0 text-calm" />
        <div className="grid gap-2">
          <h2 className="font-bold">{t('two_factor.on_title')}</h2>
          <p className="text-ink-soft">{t('two_factor.on_text')}</p>
        </div>
      </div>
      <Button tone="plain" className="border border-line bg-surface!" onClick={() => setAction('codes')}>
        {t('two_factor.new_codes')}
      </Button>
      <Button tone="quiet" className="text-danger!" onClick={() => setAction('off')}>
        {t('two_factor.turn_off')}
      </Button>
      <Sheet
        open={action !== undefined}
        onOpenChange={(open) => !open && setAction(undefined)}
        title={t(action === 'off' ? 'two_factor.turn_off' : 'two_factor.new_codes')}
      >
        {action !== undefined && <CodeForm action={action} onCodes={onCodes} onClose={() => setAction(undefined)} />}
      </Sheet>
    </>
  )
}

type FormProps = {
  readonly action: Action
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** Accepts an authenticator code or a recovery code. */
function CodeForm({ action, onCodes, onClose }: FormProps) {
  const t = useTranslate()
  const [code, setCode] = useState('')
  const hasPasskey = useSession((session) => (session.user?.passkeys ?? 0) > 0)
  const form = useForm({
    values: { code },
    faults: { code: code.trim() === '' ? 'two_factor.code_missing' : undefined },
    wire: { totp_code: 'code' },
    send: () => go({ totp_code: code.trim() }),
  })
  async function go(proof: { readonly totp_code: string } | { readonly passkey: string }) {
    if (action === 'off') {
      await call('twoFactorOff', proof, { quiet: true })
      toast({ text: t('two_factor.is_off'), tone: 'good' })
      void queries.refreshMe()
      onClose()
    } else {
      const { recovery_codes } = await call('recoveryCodes', proof, { quiet: true })
      onClose()
      onCodes(recovery_codes)
    }
  }
  return (
    <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft">{t(action === 'off' ? 'two_factor.off_warning' : 'two_factor.new_codes_text')}</p>
      <Field
        label={t('two_factor.code')}
        value={code}
        onValueChange={setCode}
        error={form.errorOf('code')}
        autoComplete="one-time-code"
        enterKeyHint="done"
        latin
        exact
      />
      <FormFault text={form.general} />
      <Button large type="submit" tone={action === 'off' ? 'danger' : 'accent'} busy={form.busy}>
        {t(action === 'off' ? 'two_factor.turn_off' : 'two_factor.new_codes')}
      </Button>
      {hasPasskey && (
        <PasskeyButton
          label={t('passkeys.use')}
          request={() => call('passkeyProofOptions', {}, { quiet: true })}
          onAnswer={(passkey) => go({ passkey })}
        />
      )}
    </form>
  )
}
