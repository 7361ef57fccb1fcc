/** The state of an article, and the decisions about it: publish now or at a time, withdraw, make it a draft again. */
import { Alert, Box, Button, FormControlLabel, Radio, RadioGroup, TextField } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { useMayDo } from '../../data/session.ts'
import { useAct } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { Facts, Hint, State, Time } from '../../design/parts.tsx'
import { useNow } from '../../design/useNow.ts'
import { actorName, languageName, NEWS_STATE } from '../../format/names.ts'
import { timeText } from '../../format/time.ts'
import { useKeys } from '../../shell/keys.ts'
import { type Article, type Draft, momentOf, publishFault, type Times, timesBegun, timesOf } from './draft.ts'

type Props = { readonly article: Article; readonly draft: Draft; readonly changed: boolean }
type DialogKind = 'publish' | 'withdraw' | 'reopen'

export function Decisions({ article, draft, changed }: Props) {
  // The decision applies to the version that was shown when the dialog opened: a newer one is refused, not published.
  const [dialog, setDialog] = useState<{ readonly kind: DialogKind; readonly article: Article }>()
  const open = (kind: DialogKind) => setDialog({ kind, article })
  const { state } = article
  const mayPublish = useMayDo('newsPublish') && (state === 'draft' || state === 'scheduled')
  const mayWithdraw = useMayDo('newsWithdraw') && (state === 'scheduled' || state === 'published')
  const mayReopen = useMayDo('newsReopen') && (state === 'withdrawn' || state === 'ended')
  const fault = changed ? 'Save or reset the texts first.' : publishFault(draft, languageName)
  const opening = (what: DialogKind, may: boolean) => (may ? () => open(what) : undefined)
  useKeys({
    p: opening('publish', mayPublish && fault === undefined),
    w: opening('withdraw', mayWithdraw),
    o: opening('reopen', mayReopen),
  })
  const close = () => setDialog(undefined)
  return (
    <Panel>
      <StateFacts article={article} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, paddingTop: 3 }}>
        {mayPublish && (
          <Button variant="contained" disabled={fault !== undefined} onClick={() => open('publish')}>
            {state === 'draft' ? 'Publish' : 'Change the time'} <Hint>(p)</Hint>
          </Button>
        )}
        {mayWithdraw && (
          <Button variant="outlined" color="error" onClick={() => open('withdraw')}>
            Withdraw <Hint>(w)</Hint>
          </Button>
        )}
        {mayReopen && (
          <Button variant="outlined" onClick={() => open('reopen')}>
            Make it a draft again <Hint>(o)</Hint>
          </Button>
        )}
        {mayPublish && fault !== undefined && <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{fault}</Box>}
      </Box>
      {dialog?.kind === 'publish' && <Publish article={dialog.article} onClose={close} />}
      {dialog?.kind === 'withdraw' && <Withdraw article={dialog.article} onClose={close} />}
      {dialog?.kind === 'reopen' && <Reopen article={dialog.article} onClose={close} />}
    </Panel>
  )
}

function StateFacts({ article }: { readonly article: Article }) {
  const filter = JSON.stringify({ subject_kind: 'news', subject: String(article.id) })
  const mayAudit = useMayDo('auditList')
  return (
    <Facts
      columns={3}
      facts={[
        ['State', <State key="state" of={NEWS_STATE[article.state]} />],
        ['Published', <Time key="from" at={article.publish_at} />],
        ['Ends', <Time key="until" at={article.end_at} />],
        ['Version', article.version],
        ['Changed by', actorName(article.changed_by)],
        [
          'Changed',
          mayAudit ? (
            <Link key="changed" to={`/audit?${new URLSearchParams({ filter })}`}>
              <Time at={article.changed_at} />
            </Link>
          ) : (
            <Time key="changed" at={article.changed_at} />
          ),
        ],
      ]}
    />
  )
}

type DialogProps = { readonly article: Article; readonly onClose: () => void }
const inputOf = ({ id, version }: Article, reason: string) => ({ id, seen_version: version, reason_text: reason })

function Publish({ article, onClose }: DialogProps) {
  const [times, setTimes] = useState<Times>(() => timesBegun(article))
  const now = useNow()
  const read = timesOf(times, now)
  const act = useAct('newsPublish', ({ id, state, publish_at }) =>
    state === 'scheduled'
      ? `Article ${id} is published at ${timeText(publish_at ?? 0)} UTC.`
      : `Article ${id} is published.`,
  )
  return (
    <ActionDialog
      title={
        article.state === 'scheduled' ? `Change the time of article ${article.id}` : `Publish article ${article.id}`
      }
      lead={`“${article.title}”, in ${article.languages.length} of 15 languages. Other readers get English.`}
      changes={[{ path: 'State', kind: 'changed', before: article.state, after: afterOf(times) }]}
      confirm={times.when === 'now' ? 'Publish' : 'Schedule'}
      missing={typeof read === 'string' ? read : undefined}
      onConfirm={async ({ reason, key }) => {
        if (typeof read !== 'string') await act.mutateAsync({ input: { ...inputOf(article, reason), ...read }, key })
      }}
      onClose={onClose}
    >
      <RadioGroup
        row
        aria-label="When"
        value={times.when}
        onChange={(_, when) => setTimes({ ...times, when: when === 'later' ? 'later' : 'now' })}
      >
        <FormControlLabel value="now" control={<Radio />} label="At once" />
        <FormControlLabel value="later" control={<Radio />} label="At a time" />
      </RadioGroup>
      {times.when === 'later' && (
        <TimeField label="Publish at (UTC)" value={times.from} onValue={(from) => setTimes({ ...times, from })} />
      )}
      <TimeField
        label="End at (UTC), optional"
        value={times.until}
        onValue={(until) => setTimes({ ...times, until })}
      />
      <Alert severity="info">All times of the office are UTC. It is {timeText(now)} UTC now.</Alert>
    </ActionDialog>
  )
}

function afterOf({ when, from }: Times): string {
  if (when === 'now') return 'published'
  return from === '' ? 'scheduled' : `scheduled for ${from.replace('T', ' ')} UTC`
}

function TimeField({
  label,
  value,
  onValue,
}: {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
}) {
  const at = momentOf(value)
  return (
    <TextField
      type="datetime-local"
      label={label}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      helperText={at === undefined ? ' ' : `Your own time: ${new Date(at).toLocaleString()}`}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

function Withdraw({ article, onClose }: DialogProps) {
  const act = useAct('newsWithdraw', ({ id }) => `Article ${id} is withdrawn.`)
  return (
    <ActionDialog
      title={`Withdraw article ${article.id}`}
      lead="Customers do not see it any more. A copy that a phone has just read may last half a minute."
      changes={[{ path: 'State', kind: 'changed', before: article.state, after: 'withdrawn' }]}
      confirm="Withdraw"
      tone="danger"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: inputOf(article, reason), key })}
      onClose={onClose}
    />
  )
}

function Reopen({ article, onClose }: DialogProps) {
  const act = useAct('newsReopen', ({ id }) => `Article ${id} is a draft again.`)
  return (
    <ActionDialog
      title={`Make article ${article.id} a draft again`}
      changes={[{ path: 'State', kind: 'changed', before: article.state, after: 'draft' }]}
      confirm="Make it a draft"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: inputOf(article, reason), key })}
      onClose={onClose}
    />
  )
}
