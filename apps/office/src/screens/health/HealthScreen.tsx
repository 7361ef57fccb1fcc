/** The health of the platform: feed, engine, store, books, queues. Read only. */
import { Alert, Box } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { useLook } from '../../data/useCall.ts'
import { PageFrame, Panel } from '../../design/Panel.tsx'
import { Amount, Change, Code, type Fact, Facts, State, Tag, Time } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { countedText, countText } from '../../format/money.ts'
import { plainWord } from '../../format/names.ts'
import { ageText, timeText } from '../../format/time.ts'
import { Age } from '../../reviews/Age.tsx'
import { oldestQuotes, pricesState, troublesOf } from './troubles.ts'

type Health = OfficeData<'health'>

const EVERY_MS = 10_000
const MINUTE_MS = 60_000
const OLDEST_SHOWN = 3
const MIB = 1_048_576
const FINGERPRINT_HELP = 'Root of the Merkle tree over all batches. A receipt proves its events against it.'

export default function HealthScreen() {
  const look = useLook('health', {}, { everyMillis: EVERY_MS })
  return (
    <PageFrame title="Health">
      <Shown of={look}>{(health) => <Figures health={health} isOld={look.isError} />}</Shown>
    </PageFrame>
  )
}

/** `isOld`: they could not be read again, so that nothing is known about now. */
export function Figures({ health, isOld }: { readonly health: Health; readonly isOld: boolean }) {
  const troubles = troublesOf(health)
  return (
    <>
      {isOld && (
        <Alert severity="warning">
          The figures below were read at {timeText(health.at, 'seconds')} UTC and could not be read again.
        </Alert>
      )}
      {troubles.length === 0
        ? !isOld && <Alert severity="success">No problems found.</Alert>
        : troubles.map((trouble) => (
            <Alert key={trouble.text} severity={trouble.grave ? 'error' : 'warning'}>
              {trouble.text}
            </Alert>
          ))}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, alignItems: 'start' }}>
        <Panel title="Market">
          <Facts facts={feedFacts(health)} />
        </Panel>
        <Panel title="Engine">
          <Facts facts={engineFacts(health)} />
        </Panel>
        <Panel title="Queues">
          <Facts facts={queueFacts(health)} />
        </Panel>
        <Panel title="Platform">
          <Facts facts={platformFacts(health)} />
        </Panel>
      </Box>
    </>
  )
}

function sizeOf({ bytes }: NonNullable<Health['backup']>): string {
  return bytes === null ? 'size not known' : `${countText(Math.ceil(bytes / MIB))} MiB`
}

function feedFacts({ feed }: Health): readonly Fact[] {
  const refused = Object.entries(feed.refused)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${plainWord(reason)} ${countText(count)}`)
  return [
    ['Source', feed.simulated ? 'simulated: no real prices' : feed.source],
    ['Market time', <Time key="market" at={feed.clock} seconds />],
    ['Prices', <State key="prices" of={pricesState(feed)} />],
    ['Instruments open', countText(feed.open)],
    ['Price being confirmed', countText(feed.held)],
    ['Without a current price', countText(feed.stale)],
    ['Closed now', countText(feed.closed)],
    [
      'Oldest price',
      oldestQuotes(feed.instruments, OLDEST_SHOWN)
        .map((each) => `${each.code} ${ageText(each.age)}`)
        .join(', '),
    ],
    ['Refused quotes', refused.length === 0 ? 'none' : refused.join(', ')],
  ]
}

function engineFacts({ engine, journal }: Health): readonly Fact[] {
  return [
    [
      'State',
      <Tag key="state" tone={engine.state === 'running' ? 'good' : 'bad'}>
        {engine.state}
      </Tag>,
    ],
    ['Duration of the last commit', `${engine.commit_ms} ms`],
    ['Answers waiting for the store', countText(engine.waiting)],
    ['Read tables behind the engine', countedText(engine.projection_lag, 'event')],
    ['Events in the journal', countText(journal.sequence)],
    ['Batches in the journal', countText(journal.batches)],
    ['Latest snapshot', journal.snapshot_batch === 0 ? 'none' : `after batch ${countText(journal.snapshot_batch)}`],
    [
      'Older batches checked',
      `${countText(journal.check.checked)} of ${countText(journal.check.total)}, ${journal.check.state}`,
    ],
    ['Journal fingerprint', <Code key="root">{journal.root}</Code>, FINGERPRINT_HELP],
  ]
}

function queueFacts({ queues, messages, at }: Health): readonly Fact[] {
  const line = (waiting: Health['queues'][keyof Health['queues']]) =>
    waiting.oldest_at === null ? (
      countText(waiting.count)
    ) : (
      <>
        {countText(waiting.count)}, the oldest waits{' '}
        <Age minutes={Math.floor((at - waiting.oldest_at) / MINUTE_MS)} usualMinutes={waiting.usual_minutes} open />
      </>
    )
  return [
    ['Identities', line(queues.identity)],
    ['Deposits', line(queues.deposits)],
    ['Withdrawals', line(queues.withdrawals)],
    ['Corrections', line(queues.corrections)],
    ['Messages to customers', line({ ...messages, usual_minutes: null })],
    ['Messages not delivered, 30 days', countText(messages.given_up)],
  ]
}

function platformFacts({ at, store, books, sessions, pictures, backup }: Health): readonly Fact[] {
  return [
    ...books.flatMap(({ book, sum, uneven, clients }): readonly Fact[] => [
      [`Books of ${book} accounts together, USD`, <Change key={book} value={sum} />],
      [`Entries of ${book} accounts that do not balance`, countText(uneven)],
      [`Owed to ${book} customers, USD`, <Amount key={`${book} own`} value={clients} />],
    ]),
    ['Store', store.kind === 'embedded' ? 'embedded' : 'PostgreSQL server'],
    ...store.connections.map(
      ({ lane, used, max, waiting }): Fact => [
        `Connections for ${lane}`,
        `${countText(used)} of ${countText(max)} in use${waiting === 0 ? '' : `, ${countText(waiting)} callers wait`}`,
      ],
    ),
    [
      'Free space of DATA_DIR',
      store.data_free_bytes === null ? 'not known' : `${countText(Math.floor(store.data_free_bytes / MIB))} MiB`,
    ],
    ['Customers signed in', countText(sessions.customers)],
    ['Staff signed in', countText(sessions.staff)],
    ['Pictures whose file is missing', countText(pictures.lost)],
    [
      'Last complete backup',
      backup === null ? 'none' : `${ageText(Math.max(0, at - backup.at))} ago, ${sizeOf(backup)}`,
    ],
  ]
}
