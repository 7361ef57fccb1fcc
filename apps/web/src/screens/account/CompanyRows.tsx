/** Rows of the account screen about the company: its page, the terms and the privacy statement. */
import { Group, Icon, LinkRow } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export function CompanyRows() {
  const t = useTranslate()
  return (
    <Group title={t('company.group')}>
      <LinkRow to="/mine/about-us" icon={<Icon.People size={22} />}>
        {t('company.about_title')}
      </LinkRow>
      <LinkRow to="/mine/usage-terms" icon={<Icon.Orders size={22} />}>
        {t('legal.terms_title')}
      </LinkRow>
      <LinkRow to="/mine/approximation-agreement" icon={<Icon.Shield size={22} />}>
        {t('legal.privacy_title')}
      </LinkRow>
    </Group>
  )
}
