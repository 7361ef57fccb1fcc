/** One setting beside its list: its form, and below it the versions before. */
import type { OfficeData } from '@veritick/contract/office'
import type { ReactNode } from 'react'
import type { useLook } from '../../data/useCall.ts'
import { DetailDrawer } from '../../lists/DetailDrawer.tsx'
import { TITLES } from './forms.ts'
import { SettingEditor } from './SettingEditor.tsx'

type Setting = OfficeData<'settingList'>['data'][number]

type Props = {
  readonly look: ReturnType<typeof useLook<'settingList'>>
  /** The key of the setting that the address names; `undefined`: none is open. */
  readonly wanted: string | undefined
  readonly open: Setting | undefined
  /** While the setting is not known. */
  readonly title: string
  readonly onClose: () => void
  readonly preview?: (setting: Setting, value: unknown) => ReactNode
}

const WIDTH = 860

export function SettingDrawer({ look, wanted, open, title, onClose, preview }: Props) {
  return (
    <DetailDrawer
      title={open === undefined ? title : TITLES[open.key]}
      open={wanted !== undefined}
      width={WIDTH}
      onClose={onClose}
    >
      {open !== undefined && (
        <SettingEditor
          key={open.key}
          setting={open}
          all={look.data?.data ?? []}
          {...(preview && { preview: (value) => preview(open, value) })}
        />
      )}
    </DetailDrawer>
  )
}
