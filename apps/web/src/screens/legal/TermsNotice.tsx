/** Tells a customer that the terms of use have changed and what works until they accept them; nothing otherwise. */
import { useBasics } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { Notice } from '../money/Notice.tsx'
import { needsTerms, TERMS_PATH } from './asking.ts'
import { dayText } from './legal.ts'

/** `linked`: with the way to the terms. */
export function TermsNotice({ linked = true }: { readonly linked?: boolean }) {
  const t = useTranslate()
  const needed = useSession(({ user }) => needsTerms(user))
  if (!needed) return null
  return (
    <section aria-label={t('legal.changed_title')}>
      <Notice
        tone="warn"
        title={t('legal.changed_title')}
        {...(linked && { link: { to: TERMS_PATH, label: t('legal.changed_read') } })}
      >
        <TermsChanged />
      </Notice>
    </section>
  )
}

/** The day of the change, and what works until the customer accepts. */
export function TermsChanged() {
  const t = useTranslate()
  const tag = useTag()
  const terms = useBasics().data?.terms
  return (
    <>
      {terms && <p>{t('legal.changed_on', { date: dayText(terms.changed_on, tag) })}</p>}
      <p className="mt-1">{t('legal.changed_text')}</p>
    </>
  )
}
