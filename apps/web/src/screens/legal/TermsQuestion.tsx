/**
 * Asks a customer who has not accepted the terms of use in force, on every screen: once after a start, and again when
 * the server refuses a call until they are accepted.
 */
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onTermsNeeded } from '../../data/api.ts'
import { useSession } from '../../data/session.ts'
import { Confirm } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { isAsked, needsTerms, TERMS_PATH } from './asking.ts'
import { TermsChanged } from './TermsNotice.tsx'

export function TermsQuestion() {
  const t = useTranslate()
  const navigate = useNavigate()
  const { pathname: path } = useLocation()
  const needed = useSession(({ user }) => needsTerms(user))
  const [isLater, setIsLater] = useState(false)
  useEffect(() => onTermsNeeded(() => setIsLater(false)), [])
  const read = () => {
    setIsLater(true)
    void navigate(TERMS_PATH)
  }
  return (
    <Confirm
      open={isAsked({ needed, isLater, path })}
      onOpenChange={(open) => !open && setIsLater(true)}
      title={t('legal.changed_title')}
      text={<TermsChanged />}
      confirmLabel={t('legal.changed_read')}
      keepLabel={t('legal.changed_later')}
      onConfirm={read}
    />
  )
}
