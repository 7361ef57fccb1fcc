/** A mobile number with its calling code. */
import { useAreas } from '../../data/screenQueries.ts'
import { classes, Field, PAIR, SelectField } from '../../design/index.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { areaChoices } from './areas.ts'

type Props = {
  readonly area: string
  readonly mobile: string
  readonly onChange: (change: { readonly area?: string; readonly mobile?: string }) => void
  readonly areaError?: string | undefined
  readonly mobileError?: string | undefined
  readonly optional?: boolean
  /** The number is typed with its calling code, so the area is not chosen. */
  readonly whole?: boolean
  /** Part of the sign-in form, for autofill. */
  readonly isAccount?: boolean
}

/** On the narrowest phone the words before a choice need half of the row. */
const COLUMNS = 'grid-cols-[minmax(0,2fr)_minmax(0,3fr)] max-[359px]:grid-cols-[repeat(2,minmax(0,1fr))]'

export function MobileField({
  area,
  mobile,
  onChange,
  areaError,
  mobileError,
  optional = false,
  whole = false,
  isAccount = false,
}: Props) {
  const t = useTranslate()
  const tag = useTag()
  const areas = useAreas()
  const chosen = areas.data?.find((each) => String(each.area_id) === area)
  return (
    <div className={classes(PAIR.row, whole ? 'grid-cols-1' : COLUMNS)}>
      {!whole && (
        <SelectField
          className={PAIR.field}
          label={t('fields.area')}
          value={area}
          onValueChange={(next) => onChange({ area: next })}
          items={areaChoices(areas.data ?? [], tag)}
          shown={chosen && `\u200e+${chosen.global_code}`}
          placeholder={t(areas.isPending ? 'common.loading' : 'fields.area_choose')}
          autoComplete="tel-country-code"
          error={areaError ?? (areas.isError ? areas.error.message : undefined)}
        />
      )}
      <Field
        className={PAIR.field}
        label={t(optional ? 'fields.mobile_optional' : 'fields.mobile')}
        value={mobile}
        onValueChange={(next) => onChange({ mobile: next })}
        error={mobileError}
        type="tel"
        name={isAccount ? 'username' : 'tel'}
        autoComplete={isAccount ? 'username' : whole ? 'tel' : 'tel-national'}
        inputMode="tel"
        enterKeyHint="next"
        {...(whole && { hint: t('fields.mobile_whole') })}
        latin
        exact
      />
    </div>
  )
}
