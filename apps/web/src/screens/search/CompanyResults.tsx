/** The company search of the main site: matching companies, and a sheet with the profile of a company. */
import { type CompanyRow, isSafeHttps } from '@veritick/contract'
import { useState } from 'react'
import { CallFailed } from '../../data/api.ts'
import { chooseCompany, useCompanySearch } from '../../data/company.ts'
import { Button, classes, Empty, ErrorState, Icon, Sheet, SkeletonRows } from '../../design/index.ts'
import { initialsOf } from '../../format/initials.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { profileRows } from './company.ts'

export function CompanyResults({ name }: { readonly name: string }) {
  const t = useTranslate()
  const offline = useOffline()
  const found = useCompanySearch(name, true)
  // The company stays while its sheet closes.
  const [shown, setShown] = useState<CompanyRow>()
  const [open, setOpen] = useState(false)
  const show = (company: CompanyRow) => {
    setShown(company)
    setOpen(true)
  }
  if (found.data === undefined && found.isError && offline !== undefined)
    return <OfflineState onRetry={() => void found.refetch()} />
  if (found.data === undefined && found.isError) {
    const text = found.error instanceof CallFailed ? found.error.message : undefined
    return <ErrorState text={text} busy={found.isFetching} onRetry={() => void found.refetch()} />
  }
  if (found.data === undefined) return <SkeletonRows count={6} />
  if (found.data.length === 0) return <Nothing name={name} />
  return (
    <>
      <ul aria-label={t('company.search_list')} className={classes(offline && 'opacity-70')}>
        {found.data.map((company) => (
          <li key={company.id}>
            <CompanyButton company={company} onOpen={() => show(company)} />
          </li>
        ))}
      </ul>
      <CompanySheet company={shown} open={open} onOpenChange={setOpen} />
    </>
  )
}

function Nothing({ name }: { readonly name: string }) {
  const t = useTranslate()
  if (name === '') return <Empty icon={<Icon.People />} title={t('company.none_title')} text={t('company.none_text')} />
  return <Empty icon={<Icon.Search />} title={t('search.none', { text: name })} text={t('company.search_none_text')} />
}

const ROW = classes(
  'flex min-h-(--height-row) w-full items-center gap-3 border-b border-line bg-surface px-4 py-1.5 text-start',
  '-outline-offset-2 active:bg-fill',
)
const MONOGRAM = classes(
  'grid size-10 shrink-0 place-items-center rounded-control border border-line bg-fill text-13 font-bold text-ink-soft',
)
const LINK = 'inline-flex touch items-center justify-center rounded-control border border-line px-4 py-2 font-semibold'

type ButtonProps = { readonly company: CompanyRow; readonly onOpen: () => void }

function CompanyButton({ company, onOpen }: ButtonProps) {
  const { name, logo, subject, location } = company
  return (
    <button type="button" aria-haspopup="dialog" onClick={onOpen} className={ROW}>
      {logo === '' ? (
        <span aria-hidden="true" className={MONOGRAM}>
          {initialsOf(name)}
        </span>
      ) : (
        <img src={logo} alt="" width={40} height={40} className="size-10 shrink-0 rounded-control object-contain" />
      )}
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <bdi className="block font-bold">{name}</bdi>
        <bdi className="line-clamp-2 text-12 text-ink-muted">
          {[subject, location].filter((text) => text !== '').join(' · ')}
        </bdi>
      </span>
      <Icon.Next size={20} className="shrink-0 text-ink-muted" />
    </button>
  )
}

type SheetProps = {
  readonly company: CompanyRow | undefined
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

function CompanySheet({ company, open, onOpenChange }: SheetProps) {
  const t = useTranslate()
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={company?.name ?? ''}
      footer={
        company && (
          <div className="grid gap-2">
            <Button onClick={() => chooseCompany(company.id)}>{t('company.choose')}</Button>
            {isSafeHttps(company.url) && (
              <a href={company.url} target="_blank" rel="noopener noreferrer" className={LINK}>
                {t('company.open_site')}
              </a>
            )}
          </div>
        )
      }
    >
      {company && (
        <dl className="divide-y divide-line">
          {profileRows(company).map(({ name, value }) => (
            <div key={name} className="py-2.5">
              <dt className="text-13 text-ink-soft">{t(`company.fact_${name}`)}</dt>
              <dd className="[overflow-wrap:anywhere]">
                {value === undefined ? (
                  <span className="text-ink-muted">{t('company.not_stated')}</span>
                ) : (
                  <bdi>{value}</bdi>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Sheet>
  )
}
