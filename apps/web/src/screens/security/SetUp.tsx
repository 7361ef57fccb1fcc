/**
 * Adds the secret to the authenticator app by QR code or by text; the first code proves that the app has the secret.
 */
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { queries } from '../../data/queries.ts'
import { Button, CODE_DIGITS, CodeField, CopyButton, FormFault, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useForm } from '../../shell/useForm.ts'
import { confirmPending, isRefused, isVoid, type Pending } from './pendingTwoFactor.ts'

const QR_PX = 192
/** The white margin that QR readers need. */
const QUIET_MODULES = 4

type Props = {
  readonly begun: Pending
  readonly onDone: (recoveryCodes: readonly string[]) => void
  /** Back to the beginning: once another device has begun anew, no code of this secret is right. */
  readonly onLeave: () => void
}

export function SetUp({ begun, onDone, onLeave }: Props) {
  const t = useTranslate()
  const [code, setCode] = useState('')
  const form = useForm({
    values: { code },
    faults: { code: code.length === CODE_DIGITS ? undefined : 'fields.code_digits' },
    wire: { totp_code: 'code' },
    send: () => confirm(),
  })
  async function confirm() {
    try {
      onDone(await confirmPending(begun, code))
    } catch (error) {
      followFailure(error, onLeave)
      throw error
    }
  }
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
      <section aria-label={t('two_factor.first_code')} className="grid grid-cols-1 gap-3">
        <h2 className="font-bold">{t('two_factor.first_code')}</h2>
        <CodeField label={t('step_up.app_code')} value={code} onValueChange={setCode} error={form.errorOf('code')} />
      </section>
      <p className="text-13 text-ink-muted">{t('two_factor.ends_others')}</p>
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy}>
        {t('two_factor.confirm')}
      </Button>
      <Button tone="quiet" disabled={form.busy} onClick={onLeave}>
        {t('common.cancel')}
      </Button>
    </form>
  )
}

function followFailure(error: unknown, leave: () => void): void {
  // Two-step verification may be on.
  if (!isRefused(error) || isVoid(error)) void queries.refreshMe()
  if (!isVoid(error)) return
  toast({ text: error.message, tone: 'bad' })
  leave()
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
