/** The missing steps of a new office, for its admin. Empty lists redirect to the start page. */
import { Button, List, ListItem, Typography } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { Link, Navigate } from 'react-router'
import { useMe } from '../../data/session.ts'
import { useLook } from '../../data/useCall.ts'
import { PageFrame, Panel } from '../../design/Panel.tsx'
import { Tag } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { firstPath } from '../../shell/menu.ts'
import { STEPS } from './steps.ts'

type Step = OfficeData<'officeSetup'>['data'][number]

export default function SetupScreen() {
  const look = useLook('officeSetup', {})
  const me = useMe()
  if (look.data?.data.every(({ done }) => done) === true) return <Navigate to={firstPath(me)} replace />
  return (
    <PageFrame
      title="Set up the office"
      lead="What customers can do depends on this. The list disappears when everything is set up."
    >
      <Shown of={look}>
        {({ data }) => (
          <Panel title={`${data.filter(({ done }) => done).length} of ${data.length} done`} flush>
            <List disablePadding>
              {data.map((step) => (
                <OneStep key={step.id} step={step} />
              ))}
            </List>
          </Panel>
        )}
      </Shown>
    </PageFrame>
  )
}

function OneStep({ step }: { readonly step: Step }) {
  const { title, why, opens = [] } = STEPS[step.id]
  return (
    <ListItem
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 3,
        borderTop: 1,
        borderColor: 'divider',
        paddingInline: 4,
        paddingBlock: 3,
      }}
    >
      <Typography component="div" variant="body2" sx={{ flex: 1, minWidth: 220 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p" sx={{ margin: 0 }}>
          {why}
        </Typography>
      </Typography>
      <Tag tone={step.done ? 'good' : 'warn'}>{step.done ? 'done' : 'missing'}</Tag>
      {!step.done &&
        opens.map(([word, path]) => (
          <Button
            key={path}
            variant="outlined"
            color="inherit"
            component={Link}
            to={path}
            aria-label={`${word}: ${title}`}
          >
            {word}
          </Button>
        ))}
    </ListItem>
  )
}
