/** E-mail address or mobile number of an account, for sign-in, registration and the forgotten password. */
import type { ReactNode } from 'react'
import { Field, Tabs } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { FormState } from '../../shell/useForm.ts'
import { MobileField } from '../areas/MobileField.tsx'
import { kindOf, LOGIN_KINDS, type LoginDraft } from './login.ts'

type Props = {
  readonly draft: LoginDraft
  readonly change: (part: Partial<LoginDraft>) => void
  readonly errorOf: FormState<'account' | 'area'>['errorOf']
  /** For the sign-in form. */
  readonly withPasskeys?: boolean
}

/** The choice between e-mail and number, and the chosen field. */
export function AccountFields({ draft, change, errorOf, withPasskeys = false }: Props) {
  const t = useTranslate()
  const kind = kindOf(draft)
  return (
    <>
      <Tabs
        label={t('login.kind')}
        value={kind}
        onValueChange={(next) => change({ kind: next })}
        items={LOGIN_KINDS.map((value) => ({ value, label: t(`login.kind_${value}`) }))}
      />
      {kind === 'email' ? (
        <EmailField
          label={t('fields.email')}
          value={draft.email}
          onValueChange={(email) => change({ email })}
          error={errorOf('account')}
          withPasskeys={withPasskeys}
        />
      ) : (
        <MobileField
          area={draft.area}
          mobile={draft.mobile}
          onChange={change}
          areaError={errorOf('area')}
          mobileError={errorOf('account')}
          isAccount
        />
      )}
    </>
  )
}

type EmailProps = {
  readonly label: string
  readonly value: string
  readonly onValueChange: (email: string) => void
  readonly error: string | undefined
  readonly hint?: ReactNode
  /** The browser may offer passkeys in the autofill of the field. */
  readonly withPasskeys?: boolean
}

/** The e-mail field; password managers treat it as the user name. */
export function EmailField({ withPasskeys = false, ...props }: EmailProps) {
  return (
    <Field
      {...props}
      type="email"
      name="username"
      autoComplete={withPasskeys ? 'username webauthn' : 'username'}
      inputMode="email"
      enterKeyHint="next"
      latin
      exact
    />
  )
}
