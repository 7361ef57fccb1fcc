/**
 * The company that the app shows. One request at the start reads status, brand and hosts, in parallel with the first
 * prices; screens read profile and search. The device stores the last brand, so that an offline start and the first
 * frame show the right name.
 */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { accentUsed, COMPANY_FILE_PATH, type CompanyStatus } from '@veritick/contract'
import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { initialsOf } from '../format/initials.ts'
import { call } from './api.ts'
import { companyAsked, cookieText, MAIN_SITE, withoutChoice } from './companyChoice.ts'
import type { FirstData } from './first.ts'
import { desktopAddress, isDesktop, lossTarget } from './hosts.ts'
import { readLocal, writeLocal } from './localStorage.ts'
import { queryClient } from './queries.ts'

export type Brand = CompanyStatus['company']

const BRAND_KEY = 'veritick.brand'
export const BRAND_DEFAULT: Brand = { id: MAIN_SITE, name: 'Veritick', logo: '', accent: null }
const LOGO = '/logo.svg'
const LOGO_TYPE = 'image/svg+xml'
const FRESH_MILLIS = 30_000
const KEY = { status: ['company', 'status'], profile: ['company', 'profile'], search: ['company', 'search'] } as const

const brands = createStore<{ readonly brand: Brand }>(() => ({ brand: BRAND_DEFAULT }))
const brandNow = (): Brand => brands.getState().brand
/** The shown brand; on the server the brand of the last `showBrand`. */
export const useBrand = (): Brand => useSyncExternalStore(brands.subscribe, brandNow, brandNow)
/** Sets the brand of the next rendering. The server needs only this; a browser calls `draw`. */
export const showBrand = (brand: Brand): void => brands.setState({ brand })
/** Letters for a logo: none for our own name. */
export const lettersOf = ({ name }: Pick<Brand, 'name'>): string =>
  name === BRAND_DEFAULT.name ? '' : initialsOf(name)

/** Replaces our name in a text with the name of the company. */
export const branded = (text: string, brand: Pick<Brand, 'name'>): string =>
  text.replaceAll(BRAND_DEFAULT.name, () => brand.name)

let chosen = MAIN_SITE

/**
 * Reads the choice and starts the request. Nothing waits for the answer: the first screen and its prices are read in
 * parallel. Without an answer the last brand stays. `page` may contain the answer; an old page of the service worker
 * gives the brand only.
 */
export function startCompany(page: Pick<FirstData, 'company' | 'madeAt'> | undefined): void {
  chosen = companyAsked(location.search, document.cookie)
  if (new URLSearchParams(location.search).has('company_id'))
    history.replaceState(history.state, '', location.pathname + withoutChoice(location.search) + location.hash)
  const known = page?.company.company.id === chosen ? page : undefined
  if (known !== undefined && isFresh(known.madeAt, Date.now())) {
    queryClient.setQueryData(KEY.status, known.company)
    applyStatus(known.company)
    return
  }
  const kept = known?.company.company ?? keptBrand(readLocal(BRAND_KEY))
  if (kept?.id === chosen) draw(kept)
  queryClient
    .fetchQuery({ queryKey: KEY.status, queryFn: readStatus, staleTime: FRESH_MILLIS })
    .then(applyStatus)
    .catch(() => undefined)
}

/** Whether an answer is recent. The site may have closed since an older one. */
export const isFresh = (madeAt: number, now: number): boolean => Math.abs(now - madeAt) < FRESH_MILLIS

const readStatus = () => call('getCompanyStatus', { company_id: chosen }, { quiet: true, initial: true })

function applyStatus(status: CompanyStatus): void {
  const { company } = status
  remember(company.id)
  draw(company)
  writeLocal(BRAND_KEY, JSON.stringify(company))
  const leave = lossTarget({ status: status.status, lossUrl: status.loss_url, here: location })
  const desktop = desktopAddress({
    here: location,
    stated: status.desktop_host,
    isDesktop: isDesktop(deviceNow()),
    company: company.id,
  })
  const target = leave ?? desktop
  if (target !== undefined) location.replace(target)
}

/** Stores the choice in this browser. The answer of the server replaces an unknown company. */
function remember(company: number): void {
  chosen = company
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and over plain HTTP
  document.cookie = cookieText(company, { secure: location.protocol === 'https:' })
}

/** Shows another company after a reload of the page. 0: the main site. */
export function chooseCompany(company: number): void {
  remember(company)
  location.assign('/')
}

function deviceNow() {
  const data: unknown = Reflect.get(navigator, 'userAgentData')
  const says = typeof data === 'object' && data !== null ? Reflect.get(data, 'mobile') : undefined
  return {
    saysMobile: typeof says === 'boolean' ? says : undefined,
    userAgent: navigator.userAgent,
    coarse: matchMedia('(pointer: coarse)').matches,
  }
}

/** A stored brand, checked like an answer, because stored text can be invalid. */
export function keptBrand(text: string | undefined): Brand | undefined {
  if (text === undefined) return undefined
  try {
    const { id, name, logo, accent } = JSON.parse(text)
    if (!Number.isSafeInteger(id) || typeof name !== 'string' || name === '' || typeof logo !== 'string')
      return undefined
    const colours = { light: String(accent?.light ?? ''), dark: String(accent?.dark ?? '') }
    return { id, name, logo: logo.startsWith(COMPANY_FILE_PATH) ? logo : '', accent: accentUsed(colours) }
  } catch {
    return undefined
  }
}

/** Name, icon, accent and manifest of the page. */
function draw(brand: Brand): void {
  showBrand(brand)
  const page = document.documentElement
  const accent = brand.accent === null ? null : accentUsed(brand.accent)
  if (accent === null) delete page.dataset.brand
  else page.dataset.brand = 'own'
  page.style.setProperty('--brand-light', accent?.light ?? '')
  page.style.setProperty('--brand-dark', accent?.dark ?? '')
  const icon = document.querySelector('link[rel=icon]')
  icon?.setAttribute('href', brand.logo === '' ? LOGO : brand.logo)
  // Our own logo has a known type; the logo of a company may have another.
  if (brand.logo === '') icon?.setAttribute('type', LOGO_TYPE)
  else icon?.removeAttribute('type')
  const manifest = document.querySelector('link[rel=manifest]')
  manifest?.setAttribute('href', `/manifest.json${brand.id === MAIN_SITE ? '' : `?company_id=${brand.id}`}`)
}

/** Status and brand of the shown company; `type` 0: the main site with its company search. */
export function useCompanyStatus() {
  return useQuery({ queryKey: KEY.status, queryFn: readStatus, staleTime: FRESH_MILLIS })
}

/** The profile of a company; without an id the profile of the shown company. */
export function useCompany(company?: number) {
  const id = company ?? chosen
  return useQuery({
    queryKey: [...KEY.profile, id],
    queryFn: ({ signal }) => call('getCompany', { company_id: id }, { signal, quiet: true }),
    staleTime: FRESH_MILLIS,
  })
}

export function useCompanySearch(name: string, enabled: boolean) {
  return useQuery({
    queryKey: [...KEY.search, name],
    queryFn: ({ signal }) => call('companySearch', { name }, { signal, quiet: true }),
    enabled,
    placeholderData: keepPreviousData,
  })
}
