/** All versions of a setting with author, reason and difference to the version before. */
import type { OfficeData } from '@veritick/contract/office'
import { Changes } from '../../actions/Changes.tsx'
import { differences } from '../../actions/difference.ts'
import { Version } from '../../actions/Version.tsx'
import { useLook } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { Empty, Shown } from '../../design/States.tsx'
import { labelled } from './draft.ts'
import type { Form } from './forms.ts'

type Props = { readonly setting: OfficeData<'settingList'>['data'][number]; readonly form: Form }

export function SettingHistory({ setting, form }: Props) {
  const look = useLook('settingHistory', { key: setting.key })
  return (
    <Panel title="History">
      <Shown of={look} rows={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>No changes.</Empty>
          ) : (
            data.map((version, place) => (
              <Version key={version.version} title={`Version ${version.version}`} version={version}>
                <Changes
                  changes={differences(
                    labelled(form, (data[place + 1] ?? { value: setting.initial }).value),
                    labelled(form, version.value),
                  )}
                  happened
                />
              </Version>
            ))
          )
        }
      </Shown>
    </Panel>
  )
}
