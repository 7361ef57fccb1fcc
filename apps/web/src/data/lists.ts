/**
 * The lists of instruments on this device: favourites in the customer's order, recently opened instruments, sort order
 * and columns. The device stores them; favouriteSync.ts sends the favourites to the server (decision 66). An unreadable
 * stored text counts as none.
 */
import { FAVOURITES_MAX } from '@veritick/contract'
import { create } from 'zustand'
import { readLocal, writeLocal } from './localStorage.ts'
import { isSignInReplaced } from './session.ts'

const FAVOURITES_KEY = 'veritick.favourites'
const RECENT_KEY = 'veritick.recent'
const ORDER_KEY = 'veritick.list-order'
const COLUMNS_KEY = 'veritick.list-columns'
const KEYS: ReadonlySet<string> = new Set([FAVOURITES_KEY, RECENT_KEY, ORDER_KEY, COLUMNS_KEY])

/** Number of recently opened instruments. */
export const RECENT_MAX = 10

/** `standard`: by the number of the instrument, as the server sends them. */
export const LIST_ORDERS = ['standard', 'favourites', 'name', 'change', 'recent'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]
export const LIST_COLUMNS = ['price', 'bid_ask'] as const
export type ListColumns = (typeof LIST_COLUMNS)[number]

type Lists = {
  /** Codes, in the order of the customer. */
  readonly favourites: readonly string[]
  /** Codes, the newest first. */
  readonly recent: readonly string[]
  readonly order: ListOrder
  readonly columns: ListColumns
}

/** The codes in a stored text: each once, at most `max`. */
export function codesIn(text: string | undefined, max: number): readonly string[] {
  const codes = (text ?? '').split(' ').filter((code) => /^[A-Za-z0-9._-]{1,24}$/.test(code))
  return [...new Set(codes)].slice(0, max)
}

const stored = (): Lists => ({
  favourites: codesIn(readLocal(FAVOURITES_KEY), FAVOURITES_MAX),
  recent: codesIn(readLocal(RECENT_KEY), RECENT_MAX),
  order: LIST_ORDERS.find((order) => order === readLocal(ORDER_KEY)) ?? 'standard',
  columns: LIST_COLUMNS.find((columns) => columns === readLocal(COLUMNS_KEY)) ?? 'price',
})

const useLists = create<Lists>(stored)

export const useFavourites = (): readonly string[] => useLists((lists) => lists.favourites)
export const favouritesNow = (): readonly string[] => useLists.getState().favourites
const favouriteListeners = new Set<() => void>()
/** Calls the listener at each change of the favourites in this tab; another tab sends its changes itself. */
export const onFavourites = (listener: () => void): unknown => favouriteListeners.add(listener)
/** Renders again only when the star of this instrument changes. */
export const useIsFavourite = (code: string): boolean => useLists((lists) => lists.favourites.includes(code))
export const useRecent = (): readonly string[] => useLists((lists) => lists.recent)
export const useListOrder = (): ListOrder => useLists((lists) => lists.order)
export const useListColumns = (): ListColumns => useLists((lists) => lists.columns)

/** A new favourite comes last. */
export function toggleFavourite(code: string): void {
  const { favourites } = useLists.getState()
  const others = favourites.filter((each) => each !== code)
  setFavourites(others.length < favourites.length ? others : [...favourites, code])
}

/** Changes nothing after another tab has signed in or out. */
export function setFavourites(codes: readonly string[]): void {
  if (isSignInReplaced()) return
  const favourites = codesIn(codes.join(' '), FAVOURITES_MAX)
  writeLocal(FAVOURITES_KEY, favourites.length === 0 ? undefined : favourites.join(' '))
  useLists.setState({ favourites })
  for (const listener of favouriteListeners) listener()
}

/** Records that the customer opened this instrument. */
export function noteRecent(code: string): void {
  const { recent } = useLists.getState()
  if (recent[0] === code) return
  const next = [code, ...recent.filter((each) => each !== code)].slice(0, RECENT_MAX)
  writeLocal(RECENT_KEY, next.join(' '))
  useLists.setState({ recent: next })
}

export function setListOrder(order: ListOrder): void {
  writeLocal(ORDER_KEY, order)
  useLists.setState({ order })
}

export function setListColumns(columns: ListColumns): void {
  writeLocal(COLUMNS_KEY, columns)
  useLists.setState({ columns })
}

/** Called once at start: another tab of this browser may change the lists. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    // `null`: the storage was cleared.
    if ((key !== null && !KEYS.has(key)) || isSignInReplaced()) return
    const { favourites, recent, ...view } = stored()
    const known = useLists.getState()
    useLists.setState({
      ...view,
      favourites: isSame(favourites, known.favourites) ? known.favourites : favourites,
      recent: isSame(recent, known.recent) ? known.recent : recent,
    })
  })
}

const isSame = (left: readonly string[], right: readonly string[]): boolean => left.join(' ') === right.join(' ')
