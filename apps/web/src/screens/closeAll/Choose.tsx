/**
 * The confirmation: the group of positions, their number, the estimated result, and positions that cannot be closed
 * now, with the time at which their market opens.
 */
import { moneyText } from '@veritick/contract'
import { Amount, Button, classes, ErrorState, Line, SkeletonRows, Tabs, WARNING } from '../../design/index.ts'
import { formatOpening } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { codesOf, GROUPS, type Group } from './choose.ts'
import { closeAll } from './closeAll.ts'
import type { Question } from './useChoice.ts'

type Props = { readonly question: Question; readonly onGroup: (group: Group) => void }

export function Choose({ question, onGroup }: Props) {
  const t = useTranslate()
  const tag = useTag()
  const offline = useOffline()
  const { verb, group, choice, openings, sizes, failed, busy, retry } = question
  if (failed !== undefined) return <ErrorState text={failed} busy={busy} onRetry={retry} />
  if (choice === undefined) return <SkeletonRows count={3} />
  return (
    <div className="grid gap-4">
      {verb === 'close' && (
        <Tabs
          label={t('close_all.groups')}
          value={group}
          onValueChange={onGroup}
          items={GROUPS.map((value) => ({
            value,
            label: (
              <>
                {t(`close_all.group_${value}`)} <bdi className="tabular-nums">{sizes[value]}</bdi>
              </>
            ),
          }))}
        />
      )}
      <dl>
        <Line label={t(`close_all.${verb}_number`)}>
          <bdi className="tabular-nums">{choice.chosen.length}</bdi>
        </Line>
        {verb === 'close' && (
          <Line label={t('close_all.estimate')}>
            <Amount
              value={moneyText(choice.estimate)}
              signed
              coloured
              currency
              className={classes(offline && 'last-known')}
            />
          </Line>
        )}
      </dl>
      {offline && (
        <p role="status" className={WARNING}>
          {t(`shell.${offline}`)}
        </p>
      )}
      {choice.skipped.length > 0 && (
        <div role="status" className={WARNING}>
          <p>{t('close_all.skipped', { number: choice.skipped.length, codes: codesOf(choice.skipped).join(', ') })}</p>
          {openings.map(({ opens, codes }) => (
            <p key={opens}>
              {codes.join(', ')}: {t('ticket.closed_until', { time: formatOpening(opens, { tag, zoned: true }) })}
            </p>
          ))}
        </div>
      )}
      <p className="text-ink-soft">{t(`close_all.${verb}_text`)}</p>
    </div>
  )
}

export function ChooseFooter({ question }: { readonly question: Question }) {
  const t = useTranslate()
  const offline = useOffline()
  const { verb, choice } = question
  const number = choice?.chosen.length ?? 0
  return (
    <div className="grid">
      <Button
        large
        tone="danger"
        // Without the live connection each order is still sent, and gets its answer over HTTP.
        disabled={offline === 'offline' || choice === undefined || number === 0}
        onClick={() => choice !== undefined && closeAll.start(verb, choice.chosen)}
      >
        {t(`close_all.${verb}_confirm`, { number })}
      </Button>
    </div>
  )
}
