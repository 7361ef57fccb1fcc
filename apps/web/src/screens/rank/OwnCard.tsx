/**
 * Above the list: the places of the customer's accounts, or the reason why there are none. Renders nothing for a
 * visitor or in the other list.
 */
import type { RankingEntry, RankingKind, RankingSort } from '@veritick/contract'
import { useOwnRanking } from '../../data/ranking.ts'
import { useSession } from '../../data/session.ts'
import { LinkButton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { RankRow } from './RankRow.tsx'
import { ownLine } from './rank.ts'

type Props = {
  readonly kind: RankingKind
  readonly sort: RankingSort
  readonly onOpen: (entry: RankingEntry) => void
}

export function OwnCard({ kind, sort, onOpen }: Props) {
  const t = useTranslate()
  const ownKind = useSession(({ user }) => user && (user.is_demo === 1 ? 'demo' : 'real'))
  const own = useOwnRanking(sort).data
  if (own === undefined || ownKind !== kind) return null
  const line = ownLine(own)
  return (
    <section aria-label={t('rank.you')} className="p-3 pb-0">
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        {line.kind === 'entries' ? (
          line.entries.map((entry) => <RankRow key={entry.code} entry={entry} own onOpen={() => onOpen(entry)} />)
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
            <p className="min-w-0 flex-1 basis-40 text-ink-soft">{t(line.text, { count: line.count })}</p>
            {line.offersSwitch && (
              <LinkButton to="/mine/system" tone="plain">
                {t('rank.list_mine')}
              </LinkButton>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
