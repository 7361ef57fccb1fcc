/** /mine/system: language, appearance, security of the account, the ranking, closing the account, and signing out. */
import type { User } from '@veritick/contract'
import { LANGUAGE_FACTS } from '@veritick/locales'
import { useState } from 'react'
import { useMe } from '../../data/queries.ts'
import { useSignedIn } from '../../data/session.ts'
import { ActionRow, Group, Icon, LinkRow, MailAddress } from '../../design/index.ts'
import { useLanguage, useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'
import { SignOutQuestion } from '../../shell/SignOutQuestion.tsx'
import { ListedSwitch } from '../rank/ListedSwitch.tsx'
import { ColourChoice, ThemeChoice } from './Appearance.tsx'

export function SystemScreen() {
  const t = useTranslate()
  const language = useLanguage()
  const signedIn = useSignedIn()
  const { user } = useMe()
  return (
    <Screen title={t('system.title')}>
      <div className="grid grid-cols-1 gap-6 p-4 pb-[calc(2rem+var(--safe-bottom))]">
        {user?.is_demo === 0 && <Security user={user} />}
        <ThemeChoice />
        <ColourChoice />
        <Group title={t('language.language')}>
          <LinkRow to="/language" icon={<Icon.Globe size={22} />}>
            {LANGUAGE_FACTS[language].name}
          </LinkRow>
        </Group>
        {user !== undefined && <ListedSwitch user={user} />}
        {signedIn && <Leave />}
      </div>
    </Screen>
  )
}

function Security({ user }: { readonly user: User }) {
  const t = useTranslate()
  return (
    <Group title={t('system.security')}>
      <LinkRow
        to="/mine/confirm-email"
        icon={<Icon.Mail size={22} />}
        aside={t(user.email_confirmed === 1 ? 'system.confirmed' : 'system.not_confirmed')}
        {...(user.email !== '' && { note: <MailAddress address={user.email} /> })}
      >
        {t('fields.email')}
      </LinkRow>
      <LinkRow to="/mine/password" icon={<Icon.Lock size={22} />}>
        {t('account.row_password')}
      </LinkRow>
      <LinkRow
        to="/mine/two-factor"
        icon={<Icon.Key size={22} />}
        aside={t(user.two_factor === 1 ? 'system.on' : 'system.off')}
      >
        {t('two_factor.title')}
      </LinkRow>
      <LinkRow to="/mine/passkeys" icon={<Icon.Passkey size={22} />} aside={<bdi>{user.passkeys}</bdi>}>
        {t('passkeys.title')}
      </LinkRow>
      <LinkRow to="/mine/sessions" icon={<Icon.Devices size={22} />}>
        {t('sessions.title')}
      </LinkRow>
    </Group>
  )
}

function Leave() {
  const t = useTranslate()
  const [asking, setAsking] = useState(false)
  return (
    <Group title={t('account.title')}>
      <LinkRow to="/mine/close-account" icon={<Icon.Trash size={22} />}>
        {t('closing.title')}
      </LinkRow>
      <ActionRow onClick={() => setAsking(true)} icon={<Icon.SignOut size={22} />}>
        {t('shell.sign_out')}
      </ActionRow>
      <SignOutQuestion open={asking} onOpenChange={setAsking} />
    </Group>
  )
}
