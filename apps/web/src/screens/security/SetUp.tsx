/**
 * Adds the secret to the authenticator app by QR code or by text; the first code proves that the app has the secret.
 */
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { call } from '../../data/api.ts'
import { Button, CODE_DIGITS, CodeField, CopyButton, FormFault } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useForm } from '../../shell/useForm.ts'

const QR_PX = 192
/** The white margin that QR readers need. */
const QUIET_MODULES = 4

type Props = {
  readonly begun: { readonly secret: string; readonly url: string }
  readonly onDone: (recoveryCodes: readonly string[]) => void
}

export function SetUp({ begun, onDone }: Props) {
  const t = useTranslate()
  const [code, setCode] = useState('')
  const form = useForm({
    values: { code },
    faults: { code: code.length === CODE_DIGITS ? undefined : 'fields.code_digits' },
    wire: { totp_code: 'code' },
    send: async () => onDone((await call('twoFactorConfirm', { totp_code: code }, { quiet: true })).recovery_codes),
  })
  return (
    <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-5">
      <section
        aria-label={t('two_factor.scan')}
        className="grid justify-items-center gap-3 rounded-card border border-line bg-surface p-4"
      >
        <h2 className="justify-self-start font-bold">{t('two_factor.scan')}</h2>
        <p className="justify-self-start text-ink-soft">{t('two_factor.scan_text')}</p>
        <QRCodeSVG
          value={begun.url}
          size={QR_PX}
          level="M"
          marginSize={QUIET_MODULES}
          title={t('two_factor.qr')}
          className="rounded-control"
        />
        <OpenApp url={begun.url} />
        <div className="flex w-full items-center gap-2 border-t border-line pt-2">
          <div className="min-w-0 flex-1">
            <p className="text-13 text-ink-muted">{t('two_factor.secret')}</p>
            <p className="font-semibold tracking-wide [overflow-wrap:anywhere]">
              <bdi dir="ltr">{grouped(begun.secret)}</bdi>
            </p>
          </div>
          <CopyButton text={begun.secret} label={t('two_factor.secret')} />
        </div>
      </section>
      <CodeField
        label={t('step_up.app_code')}
        value={code}
        onValueChange={setCode}
        error={form.errorOf('code')}
        hint={t('two_factor.first_code')}
      />
      <p className="text-13 text-ink-muted">{t('two_factor.ends_others')}</p>
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy}>
        {t('two_factor.confirm')}
      </Button>
    </form>
  )
}

/** Opens the authenticator on the same phone, which cannot scan its own screen. */
function OpenApp({ url }: { readonly url: string }) {
  const t = useTranslate()
  return (
    <a href={url} className="inline-flex touch items-center font-semibold text-accent">
      {t('two_factor.open_app')}
    </a>
  )
}

/** In groups of four, for typing. */
const grouped = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ')
