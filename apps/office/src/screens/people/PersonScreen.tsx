/** One customer in tabs, with the actions of staff. */
import { Box, Tab, Tabs } from '@mui/material'
import { useNavigate, useParams } from 'react-router'
import { useMe } from '../../data/session.ts'
import { useLook } from '../../data/useCall.ts'
import { PageFrame } from '../../design/Panel.tsx'
import { Tag } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { IDENTITY } from '../../format/names.ts'
import { wholeOf } from '../../lists/place.ts'
import { NotFound } from '../../shell/NotFound.tsx'
import { PersonActions } from './PersonActions.tsx'
import { PersonTab } from './PersonTabs.tsx'
import { tabsFor } from './tabs.ts'

export default function PersonScreen() {
  const { id, tab = 'overview' } = useParams()
  const person = wholeOf(id)
  return person === undefined ? <NotFound /> : <Person key={person} id={person} tab={tab} />
}

function Person({ id, tab }: { readonly id: number; readonly tab: string }) {
  const look = useLook('person', { id })
  const navigate = useNavigate()
  const tabs = tabsFor(useMe())
  const current = tabs.find(({ name }) => name === tab)?.name ?? 'overview'
  const person = look.data
  return (
    <PageFrame
      title={person === undefined ? `Customer ${id}` : `UID ${person.uid}`}
      lead={
        person !== undefined && (
          <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
            {person.kind === 'demo' && <Tag>demo</Tag>}
            <IdentityTag status={person.identity_status} />
            {person.frozen !== null && <Tag tone="bad">frozen</Tag>}
            {person.closed !== null && <Tag tone="warn">{person.closed.state}</Tag>}
          </Box>
        )
      }
      actions={person !== undefined && <PersonActions person={person} />}
    >
      <Tabs
        value={current}
        onChange={(_, next: string) => navigate(`/people/${id}/${next}`)}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        aria-label="Customer details"
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map(({ name, title }) => (
          <Tab key={name} value={name} label={title} />
        ))}
      </Tabs>
      <Shown of={look}>{(data) => <PersonTab person={data} tab={current} />}</Shown>
    </PageFrame>
  )
}

/** A state on a line of its own needs its label. */
function IdentityTag({ status }: { readonly status: keyof typeof IDENTITY }) {
  const { name, tone } = IDENTITY[status]
  return <Tag tone={tone}>identity {name}</Tag>
}
