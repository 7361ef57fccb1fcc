/** The menu: the screens that the staff member may open, with the size of each queue; below it theme and sign-out. */
import { Box, IconButton, ListItemButton, MenuItem, TextField, Tooltip, Typography } from '@mui/material'
import { Link, useLocation, useNavigate } from 'react-router'
import { signOutOrSay } from '../data/entry.ts'
import { useMay, useMe } from '../data/session.ts'
import { useLook } from '../data/useCall.ts'
import { LogoutIcon } from '../design/icons.tsx'
import { type Choice, choose, useChoice } from '../design/mode.ts'
import { type MenuItem as Item, menuFor } from './menu.ts'

const COUNTS_EVERY_MS = 30_000
const QUEUE_PERMISSIONS = [
  'identity_review',
  'deposits_read',
  'withdrawals_read',
  'corrections_read',
  'rewards_read',
  'support_read',
] as const

export function SideMenu() {
  const me = useMe()
  const counts = useCounts()
  const { pathname } = useLocation()
  return (
    <Box
      component="nav"
      aria-label="Office"
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', overflowY: 'auto', paddingBlock: 3 }}
    >
      <Box
        component={Link}
        to="/"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          paddingInline: 4,
          paddingBottom: 3,
          color: 'inherit',
          textDecoration: 'none',
        }}
      >
        <img src="/logo.svg" alt="" width={24} height={24} />
        <Typography variant="h3" component="span">
          Veritick office
        </Typography>
      </Box>
      {menuFor(me).map((group) => (
        <Box key={group.title} role="group" aria-label={group.title} sx={{ paddingBlock: 2 }}>
          <Typography variant="caption" color="textDisabled" sx={{ paddingInline: 4, fontWeight: 600 }}>
            {group.title}
          </Typography>
          {group.items.map((item) => (
            <Entry
              key={item.path}
              item={item}
              current={pathname === item.path || pathname.startsWith(`${item.path}/`)}
              waiting={counts(item)}
            />
          ))}
        </Box>
      ))}
      <Box sx={{ flex: 1 }} />
      <Foot />
    </Box>
  )
}

function useCounts(): (item: Item) => number {
  const sees = useMay(...QUEUE_PERMISSIONS)
  const { data } = useLook('reviewCounts', {}, { enabled: sees, everyMillis: COUNTS_EVERY_MS })
  return ({ queue }) => data?.data.find((each) => each.kind === queue)?.waiting ?? 0
}

function Entry({
  item,
  current,
  waiting,
}: {
  readonly item: Item
  readonly current: boolean
  readonly waiting: number
}) {
  return (
    <ListItemButton
      component={Link}
      to={item.path}
      selected={current}
      aria-current={current ? 'page' : undefined}
      sx={{
        paddingInline: 4,
        minHeight: 34,
        fontWeight: current ? 650 : 400,
        '&.Mui-selected': { color: 'primary.main' },
      }}
    >
      <Box component="span" sx={{ flex: 1 }}>
        {item.title}
      </Box>
      {waiting > 0 && (
        <Box
          component="span"
          aria-label={`${waiting} waiting`}
          sx={{ fontSize: 12, fontWeight: 650, color: 'text.secondary' }}
        >
          {waiting}
        </Box>
      )}
    </ListItemButton>
  )
}

function Foot() {
  const me = useMe()
  const navigate = useNavigate()
  const choice = useChoice()
  return (
    <Box sx={{ paddingInline: 4, paddingTop: 3, borderTop: 1, borderColor: 'divider', display: 'grid', gap: 3 }}>
      <TextField
        select
        size="small"
        label="Theme"
        value={choice}
        onChange={(event) => choose(event.target.value as Choice)}
      >
        <MenuItem value="system">System</MenuItem>
        <MenuItem value="light">Light</MenuItem>
        <MenuItem value="dark">Dark</MenuItem>
      </TextField>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box
          component={Link}
          to="/account"
          sx={{ flex: 1, minWidth: 0, color: 'text.primary', textDecoration: 'none' }}
        >
          <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
            {me?.staff.name}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {me?.staff.role} · own account
          </Typography>
        </Box>
        <Tooltip title="Sign out">
          <IconButton onClick={() => void signOutOrSay(() => navigate('/login'))} aria-label="Sign out">
            <LogoutIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
    </Box>
  )
}
