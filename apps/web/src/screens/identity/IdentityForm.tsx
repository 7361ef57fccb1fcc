/** Name, number and both sides of a document. The draft survives the camera, which closes the page on some phones. */
import { latestAdultBirth, NAME_LENGTH_MAX } from '@veritick/contract'
import { call } from '../../data/api.ts'
import { queries, useBasics } from '../../data/queries.ts'
import { useAreas } from '../../data/screenQueries.ts'
import { Button, Field, FormFault, PictureField, SelectField } from '../../design/index.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { useDraft } from '../../shell/useDraft.ts'
import { useForm } from '../../shell/useForm.ts'
import { countryChoices } from '../areas/areas.ts'
import { handIn } from './handIn.ts'
import {
  type Center,
  countryOf,
  IDENTITY_BLANK,
  IDENTITY_DRAFT,
  IDENTITY_WIRE,
  identityFaults,
  identityInput,
  type Pictures,
  picturesOf,
  withPictures,
} from './identity.ts'

type Props = { readonly center: Center; readonly onSent: () => void }

function useIdentityForm({ center, onSent }: Props) {
  const restricted = useBasics().data?.restricted ?? []
  const [draft, change] = useDraft(IDENTITY_DRAFT, IDENTITY_BLANK)
  const values = { ...draft, ...picturesOf(draft, center), country: countryOf(draft, center) }
  const changePicture = (part: Partial<Pictures>) => change(withPictures(draft, part, center))
  const today = dayOf(new Date())
  const form = useForm({
    values,
    faults: identityFaults(values, { restricted, today }),
    wire: IDENTITY_WIRE,
    send: async () => {
      const after = await handIn({
        send: () => call('identitySubmit', identityInput(values), { quiet: true }),
        read: () => call('identityCenter', {}, { quiet: true }),
      })
      onSent()
      queries.setIdentity(after)
    },
  })
  return { values, change, changePicture, form, restricted, today }
}

type State = ReturnType<typeof useIdentityForm>

export function IdentityForm(props: Props) {
  const t = useTranslate()
  const state = useIdentityForm(props)
  const { values, changePicture, form } = state
  return (
    <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-5">
      <TextFields state={state} />
      <PictureField
        label={t('identity.front')}
        hint={t('identity.picture_hint')}
        value={values.front || undefined}
        onValueChange={(front) => changePicture({ front: front ?? '' })}
        error={form.errorOf('front')}
      />
      <PictureField
        label={t('identity.reverse')}
        hint={t('identity.picture_hint')}
        value={values.reverse || undefined}
        onValueChange={(reverse) => changePicture({ reverse: reverse ?? '' })}
        error={form.errorOf('reverse')}
      />
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy}>
        {t('identity.send')}
      </Button>
    </form>
  )
}

function TextFields({ state }: { readonly state: State }) {
  const t = useTranslate()
  const tag = useTag()
  const areas = useAreas()
  const { values, change, form, restricted, today } = state
  return (
    <>
      <Field
        label={t('identity.name')}
        value={values.name}
        onValueChange={(name) => change({ name })}
        error={form.errorOf('name')}
        hint={t('identity.name_hint')}
        autoComplete="name"
        maxLength={NAME_LENGTH_MAX}
        enterKeyHint="next"
      />
      <Field
        label={t('identity.card')}
        value={values.card}
        onValueChange={(card) => change({ card })}
        error={form.errorOf('card')}
        hint={t('identity.card_hint')}
        autoComplete="off"
        maxLength={60}
        enterKeyHint="next"
        latin
        exact
      />
      <SelectField
        label={t('register.country')}
        value={values.country}
        onValueChange={(country) => change({ country })}
        items={countryChoices(
          { areas: areas.data ?? [], restricted: restricted.filter((code) => code === values.country) },
          tag,
          (country) => t('register.country_blocked', { country }),
        )}
        placeholder={t(areas.isPending ? 'common.loading' : 'register.country_choose')}
        autoComplete="country"
        error={form.errorOf('country') ?? (areas.isError ? areas.error.message : undefined)}
      />
      <Field
        label={t('identity.birth')}
        value={values.birth}
        onValueChange={(birth) => change({ birth })}
        error={form.errorOf('birth')}
        type="date"
        max={latestAdultBirth(today)}
        autoComplete="bday"
      />
    </>
  )
}

/** The current day in the time zone of the customer. */
function dayOf(moment: Date): string {
  const two = (figure: number) => String(figure).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
