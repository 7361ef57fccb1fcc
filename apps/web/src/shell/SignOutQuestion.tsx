/** The confirmation of signing out. */
import { Confirm } from '../design/index.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { signOut } from './signOut.ts'

export function SignOutQuestion({
  open,
  onOpenChange,
}: {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}) {
  const t = useTranslate()
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('shell.sign_out_question')}
      text={t('shell.sign_out_text')}
      confirmLabel={t('shell.sign_out')}
      onConfirm={signOut}
    />
  )
}
