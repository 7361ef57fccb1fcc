/** The operator, its companies, documents and claims: what customers see now, and the form of each beside it. */
import { Alert, Box, List, ListItemButton, Typography } from '@mui/material'
import { OFFICE_COMPANY_FILE_PATH } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { useNavigate, useParams } from 'react-router'
import { useLook } from '../../data/useCall.ts'
import { ChevronIcon } from '../../design/icons.tsx'
import { PageFrame, Panel } from '../../design/Panel.tsx'
import { Tag } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { TITLES } from '../settings/forms.ts'
import { glance } from '../settings/glance.ts'
import { SettingDrawer } from '../settings/SettingDrawer.tsx'
import { type BrandShown, brandsOf } from './brands.ts'

type Setting = OfficeData<'settingList'>['data'][number]
const LEAD =
  'Brand, profile and documents that the app shows. What is not stated is shown as not stated. Each change is a new ' +
  'version with a reason; admins, finance and compliance are told by mail.'

export default function CompaniesScreen() {
  const look = useLook('settingList', {})
  const navigate = useNavigate()
  const { key } = useParams()
  const own = look.data?.data.filter((setting) => setting.group === 'company') ?? []
  const open = own.find((setting) => setting.key === key)
  return (
    <PageFrame title="Companies" lead={LEAD}>
      <Shown of={look}>
        {() => (
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, alignItems: 'start' }}>
            <SettingList settings={own} onOpen={(setting) => navigate(`/companies/${setting.key}`)} />
            <Panel title="Shown to customers">
              {own.map((setting) => (
                <Brands key={setting.key} of={setting.key} value={setting.value} />
              ))}
            </Panel>
          </Box>
        )}
      </Shown>
      <SettingDrawer
        look={look}
        wanted={key}
        open={open}
        title="Companies"
        onClose={() => navigate('/companies')}
        preview={(setting, value) => <Brands of={setting.key} value={value} />}
      />
    </PageFrame>
  )
}

type ListProps = { readonly settings: readonly Setting[]; readonly onOpen: (setting: Setting) => void }

function SettingList({ settings, onOpen }: ListProps) {
  return (
    <Panel title="Settings" flush>
      <List disablePadding component="div">
        {settings.map((setting) => (
          <ListItemButton
            key={setting.key}
            onClick={() => onOpen(setting)}
            sx={{ display: 'flex', gap: 3, borderTop: 1, borderColor: 'divider', paddingInline: 4 }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {TITLES[setting.key]}
              </Typography>
              <Typography variant="caption" color="textSecondary" component="p" sx={{ margin: 0 }}>
                {setting.doc}
              </Typography>
            </Box>
            <Typography variant="body2" sx={{ maxWidth: '40%', overflowWrap: 'anywhere' }}>
              {glance(setting.key, setting.value)}
            </Typography>
            <ChevronIcon fontSize="small" sx={{ color: 'text.disabled' }} />
          </ListItemButton>
        ))}
      </List>
    </Panel>
  )
}

/** Nothing for a setting without brands. */
function Brands({ of, value }: { readonly of: string; readonly value: unknown }) {
  return brandsOf(of, value).map((brand) => <BrandCard key={brand.id} brand={brand} />)
}

function BrandCard({ brand }: { readonly brand: BrandShown }) {
  const { id, name, logo, light, dark, isUsed, faults, missing, isClosed } = brand
  return (
    <Box
      component="section"
      aria-label={`Preview of ${name}`}
      sx={{ display: 'grid', gap: 2, paddingBlock: 3, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        {logo !== '' && (
          <img
            src={`${OFFICE_COMPANY_FILE_PATH}${logo}`}
            alt=""
            width={28}
            height={28}
            style={{ objectFit: 'contain' }}
          />
        )}
        <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
          <bdi>{name === '' ? 'No name' : name}</bdi>
        </Typography>
        <Tag>{id === 0 ? 'main site' : `number ${id}`}</Tag>
        {isClosed && <Tag>closed</Tag>}
      </Box>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        {isUsed ? (
          <>
            <Swatch colour={light} label="light" />
            <Swatch colour={dark} label="dark" />
          </>
        ) : (
          <Typography variant="body2">Default accent</Typography>
        )}
      </Box>
      {faults.map((fault) => (
        <Alert key={fault} severity="warning">
          {fault}
        </Alert>
      ))}
      {missing.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          Shown as not stated: {missing.join(', ')}.
        </Typography>
      )}
    </Box>
  )
}

/** `colour` was checked to be a colour before. */
function Swatch({ colour, label }: { readonly colour: string; readonly label: string }) {
  return (
    <Typography variant="body2" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
      <Box component="span" sx={{ inlineSize: 20, blockSize: 20, borderRadius: 1, backgroundColor: colour }} />
      {label} {colour}
    </Typography>
  )
}
