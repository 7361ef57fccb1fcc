/** The consent to be listed, with the published figures. A part of /mine/system. */
import type { User } from '@veritick/contract'
import { useState } from 'react'
import { setListed, useOwnRanking } from '../../data/ranking.ts'
import { Group, Skeleton, Switch } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { ownLine, SORT_DEFAULT } from './rank.ts'

export function ListedSwitch({ user }: { readonly user: User }) {
  const t = useTranslate()
  const { data } = useOwnRanking(SORT_DEFAULT)
  /** The customer's choice while the request is sent. */
  const [choosing, setChoosing] = useState<boolean>()
  const label = t(user.is_demo === 1 ? 'rank.listed_demo' : 'rank.listed_real')
  const change = (listed: boolean) => {
    if (choosing !== undefined) return
    setChoosing(listed)
    // A failure is shown by the call itself, and the switch goes back.
    void setListed(listed)
      .catch(() => undefined)
      .finally(() => setChoosing(undefined))
  }
  const line = data && ownLine(data)
  return (
    <Group title={t('shell.tab_ranking')}>
      <div className="grid gap-2 px-4 py-3">
        <div className="flex items-center gap-3">
          <p className="min-w-0 flex-1">{label}</p>
          {data === undefined ? (
            <Skeleton className="h-7.5 w-12.5" />
          ) : (
            <Switch label={label} checked={choosing ?? data.listed === 1} onCheckedChange={change} />
          )}
        </div>
        <p role="status" className="text-13 font-semibold text-ink-soft">
          {line !== undefined &&
            (line.kind === 'entries' ? t('rank.state_listed') : t(line.text, { count: line.count }))}
        </p>
        <p className="text-13 text-ink-muted">{t('rank.listed_note')}</p>
      </div>
    </Group>
  )
}
