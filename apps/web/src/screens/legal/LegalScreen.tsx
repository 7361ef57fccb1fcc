/**
 * /mine/usage-terms and /mine/approximation-agreement: version, contents, numbered paragraphs under their headings, and
 * a print button. Texts of the operator are never rendered as markup.
 */
import type { CallData, Company } from '@veritick/contract'
import type { LegalKind, LegalTexts } from '@veritick/locales/legal'
import type { ReactNode } from 'react'
import { useCompany } from '../../data/company.ts'
import { useBasics } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Button, ErrorState, Skeleton } from '../../design/index.ts'
import { formatVersion } from '../../format/money.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { countryName } from '../areas/areas.ts'
import { AcceptTerms } from './AcceptTerms.tsx'
import { isShown, needsTerms } from './asking.ts'
import { dayText, factsFor, type Part, type Section, sectionsOf } from './legal.ts'
import { TermsNotice } from './TermsNotice.tsx'
import { useLegalTexts } from './texts.ts'

export const TermsScreen = () => <LegalScreen kind="terms" />
export const PrivacyScreen = () => <LegalScreen kind="privacy" />

function LegalScreen({ kind }: { readonly kind: LegalKind }) {
  const t = useTranslate()
  const offline = useOffline()
  const texts = useLegalTexts()
  const company = useCompany()
  const basics = useBasics()
  const queries = [texts, company, basics]
  const retry = () => {
    for (const query of queries) if (query.isError) void query.refetch()
  }
  let content: ReactNode = <Loading />
  if (texts.data && company.data && basics.data) {
    content = <Page kind={kind} texts={texts.data} company={company.data} basics={basics.data} />
  } else if (queries.some(({ isError }) => isError)) {
    content = offline === undefined ? <ErrorState onRetry={retry} /> : <OfflineState onRetry={retry} />
  }
  return <Screen title={t(`legal.${kind}_title`)}>{content}</Screen>
}

function Loading() {
  const t = useTranslate()
  return (
    <div role="status" aria-label={t('common.loading')} className="grid gap-3 p-4">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-20 w-full" />
      ))}
    </div>
  )
}

type PageProps = {
  readonly kind: LegalKind
  readonly texts: LegalTexts
  readonly company: Company
  readonly basics: CallData<'getBasicInfo'>
}

function Page({ kind, texts, company, basics }: PageProps) {
  const t = useTranslate()
  const tag = useTag()
  const isCustomer = useSession(({ user }) => user?.is_demo === 0)
  const isNeeded = useSession(({ user }) => needsTerms(user)) && kind === 'terms'
  const { terms, restricted } = basics
  const date = kind === 'terms' ? terms.changed_on : texts.date
  const countries = restricted.map((code) => countryName(code, tag))
  const sections = sectionsOf(texts[kind], factsFor(company, countries, tag))
  return (
    <div className="bg-surface p-4 pb-[calc(2rem+var(--safe-bottom))]">
      <div className="flex flex-wrap items-center justify-between gap-2 text-13 text-ink-soft">
        <p>{t('legal.version', { version: formatVersion(texts.version), date: dayText(date, tag) })}</p>
        <Button tone="plain" className="print:hidden" onClick={() => window.print()}>
          {t('legal.print')}
        </Button>
      </div>
      {isNeeded && <TermsNotice linked={false} />}
      {kind === 'terms' && isCustomer && !isNeeded && <p className="text-13 text-ink-soft">{t('legal.accepted')}</p>}
      <article>
        <Contents sections={sections} />
        {sections.map((section) => (
          <SectionText key={section.id} section={section} />
        ))}
      </article>
      {isNeeded && isShown(texts, terms) && <AcceptTerms terms={terms} />}
    </div>
  )
}

function Contents({ sections }: { readonly sections: readonly Section[] }) {
  const t = useTranslate()
  return (
    <nav aria-label={t('legal.contents')} className="mt-3 border-y border-line py-1 print:hidden">
      <ul>
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`} className="flex touch items-center font-semibold text-accent">
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SectionText({ section: { id, heading, paragraphs } }: { readonly section: Section }) {
  return (
    // Without a name of its own: the menu beside it may have a group with the same heading, and landmarks are unique.
    <section>
      <h2 id={id} tabIndex={-1} className="scroll-mt-2 pt-6 pb-2 text-17 font-bold">
        {heading}
      </h2>
      <ol start={paragraphs[0]?.number} className="grid list-decimal gap-3 ps-8 marker:font-semibold">
        {paragraphs.map(({ number, parts }) => (
          <li key={number} value={number} className="ps-1 [overflow-wrap:anywhere]">
            {parts.map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name and never move
              <PartText key={at} part={part} />
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

function PartText({ part }: { readonly part: Part }) {
  const t = useTranslate()
  if (part.kind === 'text') return part.text
  if (part.text !== undefined) return <bdi>{part.text}</bdi>
  return <mark className="rounded-control bg-warn-soft px-0.5 text-warn">[{t('company.not_stated')}]</mark>
}
