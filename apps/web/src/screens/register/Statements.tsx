/** Statements of a new customer: age, terms, and the risk. */
import type { CallData } from '@veritick/contract'
import { useState } from 'react'
import { CheckField, Sheet } from '../../design/index.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { RiskWarning } from '../account/RiskWarning.tsx'
import { countryName } from '../areas/areas.ts'
import type { RegisterDraft } from './register.ts'

type Statement = 'adult' | 'terms' | 'risk'
type Props = {
  readonly values: Pick<RegisterDraft, Statement>
  readonly change: (part: { readonly [S in Statement]?: boolean }) => void
  readonly errorOf: (field: Statement) => string | undefined
  readonly basics: CallData<'getBasicInfo'>
}

export function Statements({ values, change, errorOf, basics }: Props) {
  const t = useTranslate()
  const [reading, setReading] = useState(false)
  return (
    <div className="grid gap-1">
      <CheckField checked={values.adult} onCheckedChange={(adult) => change({ adult })} error={errorOf('adult')}>
        {t('register.adult')}
      </CheckField>
      <CheckField checked={values.terms} onCheckedChange={(terms) => change({ terms })} error={errorOf('terms')}>
        {t('register.terms')}
      </CheckField>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setReading(true)}
        className="ms-8.5 touch justify-self-start text-start font-semibold text-accent"
      >
        {t('register.terms_read')}
      </button>
      <RestrictedNote restricted={basics.restricted} />
      <RiskWarning basics={basics} />
      <CheckField checked={values.risk} onCheckedChange={(risk) => change({ risk })} error={errorOf('risk')}>
        {t('register.risk')}
      </CheckField>
      <Sheet open={reading} onOpenChange={setReading} title={t('register.terms_title')}>
        <Terms restricted={basics.restricted} />
        <FullTexts />
      </Sheet>
    </div>
  )
}

/** Links that open in another tab, so that the form stays unchanged. */
function FullTexts() {
  const t = useTranslate()
  return (
    <ul className="mt-3 border-t border-line pt-1">
      {FULL_TEXTS.map(([path, key]) => (
        <li key={path}>
          <a
            href={path}
            target="_blank"
            rel="noopener"
            className="inline-flex touch items-center font-semibold text-accent"
          >
            {t(key)}
          </a>
        </li>
      ))}
    </ul>
  )
}
const FULL_TEXTS = [
  ['/mine/usage-terms', 'legal.read_full'],
  ['/mine/approximation-agreement', 'legal.read_privacy'],
] as const

function RestrictedNote({ restricted }: { readonly restricted: readonly string[] }) {
  const t = useTranslate()
  const countries = useCountries(restricted)
  if (restricted.length === 0) return null
  return <p className="py-1 text-13 text-ink-soft">{t('legal.restricted', { countries })}</p>
}

function useCountries(codes: readonly string[]): string {
  const tag = useTag()
  const names = codes.map((code) => countryName(code, tag))
  return new Intl.ListFormat(tag, { type: 'conjunction' }).format(names)
}

function Terms({ restricted }: { readonly restricted: readonly string[] }) {
  const t = useTranslate()
  const countries = useCountries(restricted)
  return (
    <ol className="grid list-decimal gap-3 ps-5 marker:font-semibold">
      <li>{t('register.term_adult')}</li>
      <li>{t('register.term_single')}</li>
      {restricted.length > 0 && <li>{t('register.term_countries', { countries })}</li>}
      <li>{t('register.term_risk')}</li>
      <li>{t('register.term_orders')}</li>
      <li>{t('register.term_identity')}</li>
      <li>{t('register.term_money')}</li>
    </ol>
  )
}
