/** Settings and payment channels with their current values; one opens beside the list. */
import { Box, List, ListItemButton, Typography } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { useNavigate, useParams } from 'react-router'
import { useLook } from '../../data/useCall.ts'
import { ChevronIcon } from '../../design/icons.tsx'
import { PageFrame, Panel } from '../../design/Panel.tsx'
import { Tag } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { TITLES } from './forms.ts'
import { glance, priceAgeText } from './glance.ts'
import { SettingDrawer } from './SettingDrawer.tsx'

type Setting = OfficeData<'settingList'>['data'][number]

/** In the order in which an office is set up. */
const GROUPS = [
  ['channels', 'Channels'],
  ['money', 'Limits and waiting times'],
  ['registration', 'Registration'],
  ['trading', 'Trading'],
  ['contact', 'Contact'],
  ['alerts', 'Alerts to staff'],
] as const

export default function SettingsScreen() {
  const look = useLook('settingList', {})
  const navigate = useNavigate()
  const { key } = useParams()
  const open = look.data?.data.find((setting) => setting.key === key)
  return (
    <PageFrame
      title="Settings"
      lead="Each change is a new version with a reason. It applies to requests made after it."
    >
      <Shown of={look}>
        {({ data }) => (
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, alignItems: 'start' }}>
            {GROUPS.map(([group, title]) => (
              <Group
                key={group}
                title={title}
                settings={data.filter((setting) => setting.group === group)}
                onOpen={(setting) => navigate(`/settings/${setting.key}`)}
              />
            ))}
          </Box>
        )}
      </Shown>
      <SettingDrawer look={look} wanted={key} open={open} title="Setting" onClose={() => navigate('/settings')} />
    </PageFrame>
  )
}

type GroupProps = {
  readonly title: string
  readonly settings: readonly Setting[]
  readonly onOpen: (setting: Setting) => void
}

function Group({ title, settings, onOpen }: GroupProps) {
  if (settings.length === 0) return null
  const now = Date.now()
  return (
    <Panel title={title} flush>
      <List disablePadding component="div">
        {settings.map((setting) => (
          <ListItemButton
            key={setting.key}
            onClick={() => onOpen(setting)}
            sx={{
              display: 'flex',
              flexWrap: { xs: 'wrap', sm: 'nowrap' },
              columnGap: 3,
              rowGap: 1,
              borderTop: 1,
              borderColor: 'divider',
              paddingInline: 4,
              alignItems: 'baseline',
            }}
          >
            <Box sx={{ flex: { xs: '1 0 100%', sm: 1 }, minWidth: 0 }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {TITLES[setting.key]}
              </Typography>
              <Typography variant="caption" color="textSecondary" component="p" sx={{ margin: 0 }}>
                {setting.doc}
              </Typography>
            </Box>
            <Typography
              variant="body2"
              sx={{
                flex: { xs: 1, sm: 'none' },
                textAlign: { xs: 'start', sm: 'end' },
                maxWidth: { sm: '45%' },
                overflowWrap: 'anywhere',
              }}
            >
              {[glance(setting.key, setting.value), priceAgeText(setting, now)].filter(Boolean).join('. ')}
            </Typography>
            {setting.version === 0 && <Tag>default</Tag>}
            <ChevronIcon
              fontSize="small"
              sx={{ alignSelf: 'center', color: 'text.disabled', marginInlineStart: 'auto' }}
            />
          </ListItemButton>
        ))}
      </List>
    </Panel>
  )
}
