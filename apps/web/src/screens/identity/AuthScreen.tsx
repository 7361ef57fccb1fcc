/** /mine/auth: identity verification by a form and two pictures, then its status step by step. */
import { REVIEW_STATUS } from '@veritick/contract'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '../../data/live.ts'
import { useMe } from '../../data/queries.ts'
import { useIdentity } from '../../data/screenQueries.ts'
import { ErrorState, Icon, LinkButton, Skeleton } from '../../design/index.ts'
import { maskedDate } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'
import { forgetDraft } from '../../shell/useDraft.ts'
import { IdentityForm } from './IdentityForm.tsx'
import { IdentityTimeline } from './IdentityTimeline.tsx'
import { type Center, IDENTITY_DRAFT, stepVerified } from './identity.ts'

export function AuthScreen() {
  const t = useTranslate()
  const center = useIdentity()
  return (
    <Screen title={t('identity.title')} onRefresh={center.refetch}>
      <div className="grid grid-cols-1 gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]">
        {center.data !== undefined ? (
          <State center={center.data} />
        ) : center.isError ? (
          <ErrorState text={center.error.message} busy={center.isFetching} onRetry={() => void center.refetch()} />
        ) : (
          <div role="status" aria-label={t('common.loading')} className="grid gap-4">
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-13 w-full" />
            <Skeleton className="h-13 w-full" />
          </div>
        )}
      </div>
    </Screen>
  )
}

function State({ center }: { readonly center: Center }) {
  const [sent, setSent] = useState(false)
  if (center.review_status === REVIEW_STATUS.waiting) return <Waiting center={center} sent={sent} />
  if (center.review_status === REVIEW_STATUS.verified) return <Verified center={center} />
  return (
    <>
      {center.rejected === null ? <Why /> : <Rejected center={center} />}
      <IdentityForm center={center} onSent={() => setSent(true)} />
    </>
  )
}

/** Before the submission: the reason for the verification, and the storage of the data. */
function Why() {
  const t = useTranslate()
  return (
    <section aria-label={t('identity.why')} className="flex gap-3 rounded-card border border-line bg-surface p-4">
      <Icon.Shield className="shrink-0 text-accent" />
      <div className="grid gap-1.5">
        <h2 className="font-bold">{t('identity.why')}</h2>
        <p className="text-ink-soft">{t('identity.why_text')}</p>
        <p className="text-ink-soft">{t('identity.kept_text')}</p>
      </div>
    </section>
  )
}

/** `sent`: just now, so the focus moves here from the form. */
function Waiting({ center, sent }: { readonly center: Center; readonly sent: boolean }) {
  const t = useTranslate()
  return (
    <>
      <Card title={t('identity.waiting_title')} text={t('identity.waiting_text')} center={center} focused={sent} />
      <Given center={center} />
    </>
  )
}

function Verified({ center }: { readonly center: Center }) {
  const t = useTranslate()
  const live = useAccount()
  const { user } = useMe()
  const { to, label } = stepVerified(live?.Balance ?? user?.balance)
  useEffect(() => forgetDraft(IDENTITY_DRAFT), [])
  return (
    <>
      <Card title={t('identity.verified_title')} text={t('identity.verified_text')} center={center} />
      <LinkButton to={to}>{t(label)}</LinkButton>
      <Given center={center} />
    </>
  )
}

function Rejected({ center }: { readonly center: Center }) {
  const t = useTranslate()
  return <Card title={t('identity.rejected_title')} text={t('identity.rejected_text')} center={center} />
}

type CardProps = {
  readonly title: string
  readonly text: string
  readonly center: Center
  /** Its heading takes the focus. */
  readonly focused?: boolean
}

function Card({ title, text, center, focused = false }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [])
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface p-4">
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className="text-17 font-bold outline-none">
          {title}
        </h2>
        <p className="mt-1 mb-4 text-ink-soft">{text}</p>
      </div>
      <IdentityTimeline center={center} />
    </section>
  )
}

/** The part of the submitted data that is shown again. */
function Given({ center }: { readonly center: Center }) {
  const t = useTranslate()
  const tag = useTag()
  return (
    <section aria-label={t('identity.given')} className="rounded-card border border-line bg-surface p-4">
      <h2 className="font-bold">{t('identity.given')}</h2>
      <dl className="mt-2">
        <Fact label={t('identity.name')} value={center.name} />
        <Fact label={t('identity.card')} value={center.card_id} />
        {center.birth_date !== '' && <Fact label={t('identity.birth')} value={maskedDate(center.birth_date, tag)} />}
      </dl>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Picture label={t('identity.front')} address={center.front_pic} />
        <Picture label={t('identity.reverse')} address={center.reverse_pic} />
      </div>
    </section>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 border-b border-line py-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

function Picture({ label, address }: { readonly label: string; readonly address: string }) {
  return (
    <figure className="grid gap-1.5">
      {address === '' ? (
        <Skeleton className="aspect-3/2 w-full" />
      ) : (
        <img src={address} alt={label} className="aspect-3/2 w-full rounded-control bg-fill object-contain" />
      )}
      <figcaption className="text-13 text-ink-muted">{label}</figcaption>
    </figure>
  )
}
