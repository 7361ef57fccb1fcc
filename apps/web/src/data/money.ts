/**
 * Queries about money: deposits, withdrawals, their terms and the ledger, one hook for each. All keys are personal and
 * are removed when the customer signs out. Answers with text are cached per language. Records in progress are read
 * again at intervals.
 */
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type CallData, CHARGE_STATUS, DRAW_STATUS, type EntryGroup, REVIEW_STATUS } from '@veritick/contract'
import { useLanguage } from '../i18n/i18n.ts'
import { call } from './api.ts'
import { nextPage, type Paged } from './paging.ts'
import { WAITING_MILLIS } from './queries.ts'
import { useSignedIn } from './session.ts'

const MONEY = ['personal', 'money'] as const

const quiet = (signal: AbortSignal) => ({ signal, quiet: true }) as const

/** While an identity review is open, its result is read again at intervals. */
type Terms = { readonly identity_status: (typeof REVIEW_STATUS)[keyof typeof REVIEW_STATUS] }
const whileChecked = (query: { readonly state: { readonly data: Terms | undefined } }): number | false =>
  query.state.data?.identity_status === REVIEW_STATUS.waiting ? WAITING_MILLIS : false

/** Read again whenever a form is opened: operators or time may have changed the data. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true } as const

export const useDepositTerms = () =>
  useQuery({
    queryKey: [...MONEY, 'chargeTerms'],
    queryFn: ({ signal }) => call('chargeTerms', {}, quiet(signal)),
    refetchInterval: whileChecked,
    ...FRESH,
  })

export const useNetworks = () =>
  useQuery({
    queryKey: [...MONEY, 'networks'],
    queryFn: ({ signal }) => call('chargeInfo', {}, quiet(signal)),
    ...FRESH,
  })

export const useBankCoins = () =>
  useQuery({
    queryKey: [...MONEY, 'bankCoins'],
    queryFn: ({ signal }) => call('chargeSymbols', {}, quiet(signal)),
    ...FRESH,
  })

/** Bank accounts that accept a currency. Not read before a currency is chosen. */
export const useBanks = (coin: number | undefined) =>
  useQuery({
    queryKey: [...MONEY, 'banks', coin],
    queryFn: ({ signal }) => call('chargeWireInfo', { bank_coin: coin ?? 0 }, quiet(signal)),
    enabled: coin !== undefined,
    ...FRESH,
  })

export const useWithdrawTerms = () =>
  useQuery({
    queryKey: [...MONEY, 'drawTerms'],
    queryFn: ({ signal }) => call('drawTerms', {}, quiet(signal)),
    refetchInterval: whileChecked,
    ...FRESH,
  })

/** Currencies of withdrawals of both kinds; each form selects its own. */
export const useWithdrawCurrencies = () =>
  useQuery({
    queryKey: [...MONEY, 'drawCurrencies'],
    queryFn: ({ signal }) => call('drawSymbols', {}, quiet(signal)),
    ...FRESH,
  })

/** Saved wallet addresses and bank accounts. */
export const useWithdrawMethods = () =>
  useQuery({
    queryKey: [...MONEY, 'drawMethods'],
    queryFn: ({ signal }) => call('drawMethods', {}, quiet(signal)),
    ...FRESH,
  })

/** Balance, and the part of it that is reserved for withdrawals. */
export const useBalances = () =>
  useQuery({
    queryKey: [...MONEY, 'balances'],
    queryFn: ({ signal }) => call('forexDetail', {}, quiet(signal)),
    ...FRESH,
  })

const waitingFor =
  <Item>(isOpen: (item: Item) => boolean) =>
  (query: { readonly state: { readonly data: InfiniteData<Paged<Item>> | undefined } }): number | false =>
    query.state.data?.pages.some((page) => page.data.some(isOpen)) ? WAITING_MILLIS : false

/** Deposits, newest first. */
export function useDeposits() {
  const language = useLanguage()
  return useInfiniteQuery({
    queryKey: [...MONEY, 'charges', language],
    queryFn: ({ pageParam, signal }) => call('chargeList', { page: pageParam }, quiet(signal)),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: waitingFor<CallData<'chargeList'>['data'][number]>(
      ({ status }) => status === CHARGE_STATUS.unchecked || status === CHARGE_STATUS.begun,
    ),
    ...FRESH,
  })
}

/** Withdrawals of both kinds, newest first. */
export function useWithdrawals() {
  const language = useLanguage()
  return useInfiniteQuery({
    queryKey: [...MONEY, 'draws', language],
    queryFn: ({ pageParam, signal }) => call('drawList', { page: pageParam }, quiet(signal)),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: waitingFor<CallData<'drawList'>['data'][number]>(
      ({ status }) => status === DRAW_STATUS.waiting || status === DRAW_STATUS.approved,
    ),
    ...FRESH,
  })
}

/** Changes of the balance, newest first; `group` selects some kinds. */
export function useChanges(group: EntryGroup | undefined) {
  const language = useLanguage()
  const signedIn = useSignedIn()
  return useInfiniteQuery({
    queryKey: [...MONEY, 'changes', group, language],
    queryFn: async ({ pageParam, signal }) => {
      const { list, total } = await call('forexChange', { page: pageParam, ...(group && { group }) }, quiet(signal))
      return { data: list, total }
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    enabled: signedIn,
    ...FRESH,
  })
}
