/**
 * Wraps screens of real accounts. For a demo account it explains how to open or sign in to a real account. While the
 * customer is unknown the screen waits, and shows a failed read.
 */
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../data/queries.ts'
import { Empty, ErrorState, Icon, LinkButton, Spinner } from '../design/index.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { registerPath, signInPath } from './guard.ts'
import { Screen } from './Screen.tsx'

const DEMO = 1

export function RealOnly({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { user, query } = useMe()
  if (user !== undefined && user.is_demo !== DEMO) return children
  return (
    <Screen title={title}>
      {user === undefined ? (
        query.isError ? (
          <ErrorState text={query.error.message} busy={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <div className="grid flex-1 place-items-center text-ink-muted">
            <Spinner />
          </div>
        )
      ) : (
        <RealAccountWanted />
      )}
    </Screen>
  )
}

/** The reason why a demo account cannot use the screen, and the links to a real account. */
export function RealAccountWanted() {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const from = pathname + search
  return (
    <Empty
      icon={<Icon.Shield />}
      title={t('fields.real_only')}
      text={t('fields.real_only_text')}
      action={
        <div className="grid w-64 max-w-full gap-2">
          <LinkButton to={registerPath(from)}>{t('fields.real_only_register')}</LinkButton>
          <LinkButton to={signInPath(from)} tone="plain">
            {t('fields.real_only_sign_in')}
          </LinkButton>
        </div>
      }
    />
  )
}
