/** The check against automated registration: the characters of a captcha, or the code sent to the address or number. */
import { call } from '../../data/api.ts'
import { useCodeSending } from '../../data/codes.ts'
import { Button, CodeField, Field, Icon, Skeleton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import {
  CAPTCHA_LENGTH,
  emailFault,
  type RegisterDraft,
  type RegisterForm,
  type RegisterSecrets,
  registerFaults,
} from './register.ts'
import type { Captcha } from './useCaptcha.ts'

type Props = {
  readonly values: RegisterForm
  readonly change: (part: Partial<RegisterDraft & RegisterSecrets>) => void
  readonly error: string | undefined
  readonly captcha: Captcha
}

export function CodePart(props: Props) {
  const t = useTranslate()
  const { values, change } = props
  if (values.mode !== 'picture') return <PhoneCode {...props} />
  return (
    <div className="grid gap-1">
      {values.byMail ? <MailCode {...props} /> : <CaptchaField {...props} />}
      <Button
        tone="quiet"
        className="justify-self-start px-0! text-start"
        onClick={() => change({ byMail: !values.byMail, code: '' })}
      >
        {t(values.byMail ? 'register.by_picture' : 'register.by_mail')}
      </Button>
    </div>
  )
}

function CaptchaField({ values, change, error, captcha }: Props) {
  const t = useTranslate()
  const wrong = values.code === '' ? captcha.wrong : undefined
  return (
    <div className="grid gap-2">
      <button
        type="button"
        aria-label={t('register.captcha_renew')}
        onClick={() => {
          change({ code: '' })
          captcha.renew()
        }}
        className="flex items-center gap-3 justify-self-start rounded-control active:opacity-70"
      >
        {captcha.picture === undefined ? (
          <Skeleton className="h-18 w-56" />
        ) : (
          <img
            src={captcha.picture}
            alt=""
            className={`h-18 w-56 rounded-control object-fill transition-opacity ${captcha.loading ? 'opacity-40' : ''}`}
          />
        )}
        <Icon.Renew size={20} className="text-ink-muted" />
      </button>
      <Field
        label={t('register.captcha')}
        value={values.code}
        onValueChange={(code) => change({ code })}
        error={captcha.fault ?? wrong ?? error}
        hint={t('register.captcha_hint')}
        autoComplete="off"
        maxLength={CAPTCHA_LENGTH + 2}
        enterKeyHint="done"
        latin
        exact
        // A wrong answer moves the focus here: the new picture above the field must not stay behind the header.
        inputClassName="scroll-mt-[9rem] tracking-[0.15em]"
      />
    </div>
  )
}

function MailCode({ values, change, error }: Props) {
  const t = useTranslate()
  const to = values.email.trim()
  const sending = useCodeSending({
    name: `register ${to}`,
    request: () => {
      const fault = emailFault(to, true)
      return fault === undefined ? call('sendEmail', { to, type: 1 }, { quiet: true }) : t(fault)
    },
  })
  return (
    <CodeField
      value={values.code}
      onValueChange={(code) => change({ code })}
      error={error}
      hint={t('register.code_hint', { to })}
      sentHint={t('fields.code_on_its_way', { to })}
      sending={sending}
    />
  )
}

function PhoneCode({ values, change, error }: Props) {
  const t = useTranslate()
  const to = values.mobile.trim()
  const area = values.mode === 'area' && values.area !== '' ? { area_id: Number(values.area) } : {}
  const sending = useCodeSending({
    name: `register ${values.area} ${to}`,
    request: () => {
      const faults = registerFaults(values, { restricted: [] })
      const fault = faults.area ?? faults.mobile
      return fault === undefined ? call('sendSms', { to, type: 1, ...area }, { quiet: true }) : t(fault)
    },
  })
  return (
    <CodeField
      value={values.code}
      onValueChange={(code) => change({ code })}
      error={error}
      hint={t('register.code_hint', { to })}
      sentHint={t('fields.code_on_its_way', { to })}
      sending={sending}
    />
  )
}
