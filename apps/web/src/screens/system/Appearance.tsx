/** Theme and price colours, each choice shown in its own colours. */
import { ChangePill, Choice, Group, Tabs } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { COLOURS, setColours, setTheme, THEMES, useColours, useTheme } from '../../shell/settings.ts'

export function ThemeChoice() {
  const t = useTranslate()
  return (
    <Group title={t('language.theme')}>
      <div className="p-2">
        <Tabs
          label={t('language.theme')}
          value={useTheme()}
          onValueChange={setTheme}
          items={THEMES.map((value) => ({ value, label: t(`language.theme_${value}`) }))}
        />
      </div>
    </Group>
  )
}

export function ColourChoice() {
  const t = useTranslate()
  const current = useColours()
  return (
    <Group title={t('language.colours')}>
      {COLOURS.map((colours) => (
        <Choice
          key={colours}
          chosen={colours === current}
          onChoose={() => setColours(colours)}
          aside={
            <span data-colours={colours} aria-hidden="true" className="flex gap-1">
              <ChangePill change="0.24" />
              <ChangePill change="-0.11" />
            </span>
          }
        >
          {t(`language.colours_${colours}`)}
        </Choice>
      ))}
    </Group>
  )
}
