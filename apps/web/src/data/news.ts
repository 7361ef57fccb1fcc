/** Queries of news, announcements and banners. They are not personal, so signing out keeps them. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { NEWS_CATEGORIES, type NewsKind } from '@veritick/contract'
import { useLanguage } from '../i18n/i18n.ts'
import { call } from './api.ts'
import { nextPage } from './paging.ts'

const NEWS = ['words', 'news'] as const

/** Published articles of one kind, newest first. */
export function useArticles(kind: NewsKind) {
  const language = useLanguage()
  return useInfiniteQuery({
    queryKey: [...NEWS, kind, language],
    queryFn: ({ pageParam, signal }) =>
      call('newsList', { category_id: NEWS_CATEGORIES[kind], page: pageParam }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })
}

/** One published article with its body. Not read without an id. */
export function useArticle(id: number | undefined) {
  const language = useLanguage()
  return useQuery({
    queryKey: [...NEWS, 'article', id, language],
    queryFn: ({ signal }) => call('newsInfo', { id: id ?? 0 }, { signal, quiet: true }),
    enabled: id !== undefined,
  })
}

/** The newest banners. */
export function useBanners() {
  const language = useLanguage()
  return useQuery({
    queryKey: [...NEWS, 'banner', 'first', language],
    queryFn: ({ signal }) => call('newsList', { category_id: NEWS_CATEGORIES.banner }, { signal, quiet: true }),
  })
}
