/**
 * At most one banner, in the place that `BannerPlace.tsx` gives it: it covers no price and moves no row. The device
 * stores the banners that the customer has hidden.
 */
import { useState } from 'react'
import { Link } from 'react-router'
import { readLocal, writeLocal } from '../../data/localStorage.ts'
import { useBanners } from '../../data/news.ts'
import { Icon, IconButton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { articlePath, bannerOf, directionOf, hiddenIn, hiddenText, withHidden } from './news.ts'

const STORAGE_KEY = 'veritick.banners'

export function Banner() {
  const t = useTranslate()
  const { data } = useBanners()
  const [hidden, setHidden] = useState(() => hiddenIn(readLocal(STORAGE_KEY)))
  const banner = bannerOf(data?.data, hidden)
  if (banner === undefined) return null
  const { id, title, desc, language } = banner
  const hide = () => {
    const next = withHidden(hidden, id)
    writeLocal(STORAGE_KEY, hiddenText(next))
    setHidden(next)
  }
  return (
    <section
      aria-label={t('home.banner')}
      className="flex shrink-0 items-center gap-1 border-t border-line bg-accent-soft ps-4"
    >
      <Link to={articlePath(id)} className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2 -outline-offset-2">
        <Icon.Megaphone size={22} className="shrink-0 text-accent" />
        <span lang={language} dir={directionOf(language)} className="min-w-0 flex-1">
          <span className="line-clamp-2 font-semibold">{title}</span>
          {desc !== '' && <span className="line-clamp-1 text-13 text-ink-soft">{desc}</span>}
        </span>
      </Link>
      <IconButton label={t('home.banner_hide')} onClick={hide}>
        <Icon.Close />
      </IconButton>
    </section>
  )
}
