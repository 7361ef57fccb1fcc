/** /mine/about-us: the shown company, the contract party, published documents, and claims with their sources. */
import type { Company } from '@veritick/contract'
import { CallFailed } from '../../data/api.ts'
import { chooseCompany, lettersOf, useCompany } from '../../data/company.ts'
import { MAIN_SITE } from '../../data/companyChoice.ts'
import { Button, classes, ErrorState, Group, Icon, Logo, Note, Skeleton } from '../../design/index.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { dayText } from '../legal/legal.ts'
import { besideEachOther, byStatement, documentsInOrder, type Fact, factsOf, partyOf, sourceOf } from './about.ts'

export function AboutScreen() {
  const t = useTranslate()
  const company = useCompany()
  return (
    <Screen title={t('company.about_title')} onRefresh={() => company.refetch()}>
      {company.data === undefined ? <Unread query={company} /> : <Profile company={company.data} />}
    </Screen>
  )
}

function Unread({ query }: { readonly query: ReturnType<typeof useCompany> }) {
  const t = useTranslate()
  const offline = useOffline()
  const { error, isFetching, refetch } = query
  if (error !== null && offline !== undefined) return <OfflineState onRetry={() => void refetch()} />
  if (error !== null)
    return (
      <ErrorState
        text={error instanceof CallFailed ? error.message : undefined}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div role="status" aria-label={t('common.loading')} className="grid gap-3 p-4">
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

function Profile({ company }: { readonly company: Company }) {
  const t = useTranslate()
  const offline = useOffline()
  return (
    <>
      {company.id !== MAIN_SITE && <Note>{t('company.leave_note', { name: company.name })}</Note>}
      <div
        className={classes('grid grid-cols-1 gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]', offline && 'opacity-70')}
      >
        <header className="flex items-center gap-3">
          <Logo size={48} picture={company.logo} letters={lettersOf(company)} />
          <h2 className="min-w-0 text-22 font-bold [overflow-wrap:anywhere]">
            <bdi>{company.name}</bdi>
          </h2>
        </header>
        <Facts title={t('company.facts')} facts={factsOf(company)} />
        <Facts title={t('company.party')} text={t('company.party_text')} facts={partyOf(company)} />
        <Claims company={company} />
        <Documents company={company} />
        {company.id !== MAIN_SITE && (
          <Button tone="plain" onClick={() => chooseCompany(MAIN_SITE)}>
            {t('company.leave')}
          </Button>
        )}
      </div>
    </>
  )
}

type FactsProps = { readonly title: string; readonly text?: string; readonly facts: readonly Fact[] }

function Facts({ title, text, facts }: FactsProps) {
  const t = useTranslate()
  const { stated, missing } = byStatement(facts)
  return (
    <Group title={title}>
      {text !== undefined && <p className="px-4 py-2.5 text-13 text-ink-soft">{text}</p>}
      <dl className="divide-y divide-line">
        {stated.map((fact) => (
          <div key={fact.name} className="px-4 py-2.5">
            <dt className="text-13 text-ink-soft">{t(`company.fact_${fact.name}`)}</dt>
            <dd className="[overflow-wrap:anywhere]">
              <FactValue fact={fact} />
            </dd>
          </div>
        ))}
        {missing.length > 0 && (
          <div className="px-4 py-2.5 text-13 text-ink-muted">
            <dt>{t('company.not_stated')}</dt>
            <dd>{besideEachOther(missing.map(({ name }) => t(`company.fact_${name}`)))}</dd>
          </div>
        )}
      </dl>
    </Group>
  )
}

function FactValue({ fact: { value, link } }: { readonly fact: Fact }) {
  if (link === undefined) return <bdi>{value}</bdi>
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex touch items-center font-semibold text-accent"
    >
      <bdi>{value}</bdi>
    </a>
  )
}

/** Renders nothing without claims of the operator; the app has none of its own. */
function Claims({ company }: { readonly company: Company }) {
  const t = useTranslate()
  const tag = useTag()
  if (company.claims.length === 0) return null
  return (
    <Group title={t('company.claims')}>
      <ul className="divide-y divide-line">
        {company.claims.map((claim) => {
          const source = sourceOf(claim)
          return (
            <li key={claim.id} className="px-4 py-2.5">
              <bdi className="block font-semibold [overflow-wrap:anywhere]">{claim.text}</bdi>
              <span className="text-13 text-ink-soft">
                {source.kind === 'operator'
                  ? t('company.claim_operator')
                  : t('company.claim_measured', { date: dayText(source.date, tag) })}
              </span>
            </li>
          )
        })}
      </ul>
    </Group>
  )
}

function Documents({ company }: { readonly company: Company }) {
  const t = useTranslate()
  return (
    <Group title={t('company.documents')}>
      {company.documents.length === 0 && <p className="px-4 py-3 text-ink-soft">{t('company.documents_none')}</p>}
      {documentsInOrder(company.documents).map(({ id, kind, title, url, type }) => (
        <a
          key={id}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="flex min-h-13 items-center gap-3 px-4 py-1.5 -outline-offset-2 active:bg-fill"
        >
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span className="block">{t(`company.document_${kind}`)}</span>
            <span className="block text-13 text-ink-muted">
              {title !== '' && <bdi>{title} · </bdi>}
              {t(`company.document_${type}`)}
            </span>
          </span>
          <Icon.Next size={20} className="shrink-0 text-ink-muted" />
        </a>
      ))}
    </Group>
  )
}
