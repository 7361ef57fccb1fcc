/**
 * Search for an instrument by code or name; a result opens the trade screen. The main site also searches companies, in
 * a separate tab before the products. The URL keeps text and tab.
 */
import { type CompanyStatus, SITE_TYPE, type TradeItem } from '@veritick/contract'
import { useDeferredValue, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CallFailed } from '../../data/api.ts'
import { useCompanyStatus } from '../../data/company.ts'
import { useRecent } from '../../data/lists.ts'
import { useTradeList } from '../../data/queries.ts'
import { useMatching, useSearch } from '../../data/screenQueries.ts'
import { select } from '../../data/selected.ts'
import { Empty, ErrorState, Icon, IconButton, SkeletonRows, Tabs } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Screen, useGoBack } from '../../shell/Screen.tsx'
import { InstrumentRow } from '../home/InstrumentRow.tsx'
import { ListBar } from '../home/ListBar.tsx'
import { ofCodes, type Shown } from '../home/lists.ts'
import { noRowsWords } from '../home/noRows.ts'
import { useArranged } from '../home/useArranged.ts'
import { instrumentAddress } from '../instrument/instrumentAddress.ts'
import { CompanyResults } from './CompanyResults.tsx'
import { type Place, placeShown } from './company.ts'

export function SearchScreen() {
  const t = useTranslate()
  const [text, setText] = useKeptText()
  const keyword = useDeferredValue(text.trim())
  const status = useCompanyStatus().data
  const [place, setPlace] = usePlace(status)
  const [list, setList] = useState<Shown>('all')
  const placeholder = t(place === 'companies' ? 'company.search_placeholder' : 'search.placeholder')
  const header = <SearchHeader text={text} onText={setText} placeholder={placeholder} />
  const bar = (
    <>
      {status?.type === SITE_TYPE.main && (
        <Tabs
          look="line"
          label={t('company.search_tabs')}
          items={[
            { value: 'companies', label: t('company.tab_companies') },
            { value: 'products', label: t('company.tab_products') },
          ]}
          value={place}
          onValueChange={setPlace}
        />
      )}
      {place === 'products' && <ListBar shown={list} onShow={setList} />}
    </>
  )
  return (
    <Screen title={t('search.title')} header={header} marketNote={place === 'products'} bar={bar}>
      {place === 'companies' ? <CompanyResults name={keyword} /> : <Results keyword={keyword} list={list} />}
    </Screen>
  )
}

/** The typed text, written to the URL a moment later: going back from an instrument restores the search. */
function useKeptText(): [string, (text: string) => void] {
  const navigate = useNavigate()
  const { search } = useLocation()
  const kept = new URLSearchParams(search).get(WORDS) ?? ''
  const [text, setText] = useState(kept)
  useEffect(() => {
    if (text === kept) return
    const write = () => {
      const query = new URLSearchParams(search)
      if (text === '') query.delete(WORDS)
      else query.set(WORDS, text)
      void navigate({ search: query.toString() }, { replace: true })
    }
    const timer = setTimeout(write, KEPT_AFTER_MILLIS)
    return () => clearTimeout(timer)
  }, [text, kept, search, navigate])
  return [text, setText]
}
const WORDS = 'q'
/** Browsers refuse URLs that change with each keystroke. */
const KEPT_AFTER_MILLIS = 250

function usePlace(status: CompanyStatus | undefined): [Place, (place: Place) => void] {
  const navigate = useNavigate()
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const choose = (place: Place) => {
    query.set(PLACE, place)
    void navigate({ search: query.toString() }, { replace: true })
  }
  return [placeShown(status, query.get(PLACE)), choose]
}
const PLACE = 'in'

type HeaderProps = { readonly text: string; readonly onText: (text: string) => void; readonly placeholder: string }

function SearchHeader({ text, onText, placeholder }: HeaderProps) {
  const t = useTranslate()
  const goBack = useGoBack()
  return (
    <div className="flex h-13 items-center gap-1 border-b border-line px-1.5">
      <h1 className="sr-only">{t('search.title')}</h1>
      <IconButton label={t('common.back')} onClick={goBack}>
        <Icon.Back />
      </IconButton>
      <input
        // biome-ignore lint/a11y/noAutofocus: the screen is this field; it was opened to type into it
        autoFocus
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={64}
        aria-label={t('search.title')}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onText(event.target.value)}
        className="h-11 min-w-0 flex-1 rounded-control bg-fill px-3 -outline-offset-2 placeholder:text-ink-muted [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <IconButton label={t('search.clear')} onClick={() => onText('')}>
          <Icon.Close size={20} />
        </IconButton>
      )}
    </div>
  )
}

type ResultsProps = { readonly keyword: string; readonly list: Shown }

/** Without text all instruments; with text those that the device finds at once, then also those of the server. */
export function Results({ keyword, list }: ResultsProps) {
  const trades = useTradeList()
  const search = useSearch(keyword)
  const items = useMatching(trades.data ?? [], keyword)
  const isAnswered = keyword === '' || (search.data !== undefined && !search.isPlaceholderData)
  if (trades.data !== undefined && (isAnswered || items.length > 0))
    return <Rows items={items} keyword={keyword} list={list} />
  const asked = trades.data === undefined ? trades : search
  if (!asked.error) return <SkeletonRows count={6} />
  return (
    <ErrorState
      text={asked.error instanceof CallFailed ? asked.error.message : undefined}
      onRetry={() => void asked.refetch()}
    />
  )
}

/** The rows of the first screen; without a typed word the recently opened instruments come first. */
function Rows({ items, keyword, list }: ResultsProps & { readonly items: readonly TradeItem[] }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const found = useArranged(items, list)
  const [recentCodes] = useState(useRecent())
  const recent = keyword === '' && list === 'all' ? ofCodes(items, recentCodes) : []
  if (found.length === 0) {
    const words = noRowsWords(list)
    return keyword === '' ? (
      <Empty title={t(words.title)} text={t(words.text)} />
    ) : (
      <Empty icon={<Icon.Search />} title={t('search.none', { text: keyword })} text={t('search.none_text')} />
    )
  }
  const row = (item: TradeItem) => (
    <li key={item.Id}>
      <InstrumentRow
        item={item}
        onOpen={(code) => {
          select(code)
          void navigate('/trade')
        }}
        onDetails={(code) => void navigate(instrumentAddress(code))}
        compact
      />
    </li>
  )
  return (
    <>
      {recent.length > 0 && (
        <section>
          <h2 className="bg-canvas px-4 pt-3 pb-1 text-13 font-semibold text-ink-soft">{t('search.recent')}</h2>
          <ul aria-label={t('search.recent')}>{recent.map(row)}</ul>
          <h2 className="bg-canvas px-4 pt-3 pb-1 text-13 font-semibold text-ink-soft">{t('home.list')}</h2>
        </section>
      )}
      <ul aria-label={t('home.list')}>{found.map(row)}</ul>
    </>
  )
}
