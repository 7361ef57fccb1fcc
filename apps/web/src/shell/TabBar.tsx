/** The bar of the five main screens. */
import { NavLink } from 'react-router'
import { classes } from '../design/index.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { TABS } from './tabs.ts'

export function TabBar() {
  const t = useTranslate()
  return (
    <nav
      aria-label={t('shell.tabs_label')}
      className="shrink-0 border-t border-line bg-surface pb-safe enlarged:order-first enlarged:border-t-0"
    >
      <ul className="grid h-(--height-tabs) grid-cols-5">
        {TABS.map((tab) => (
          <li key={tab.path} className="grid">
            <NavLink
              to={tab.path}
              end
              className={({ isActive }) =>
                classes(
                  'grid touch content-center justify-items-center gap-0.5 text-fit-label -outline-offset-2 select-none',
                  isActive ? 'font-semibold text-accent' : 'text-ink-muted',
                )
              }
            >
              <tab.icon />
              {t(tab.label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
