/*
 * Sets language, direction and colours of the page before its first paint. A separate file, because the page allows no
 * inline script. It reads the values that `shell/settings.ts` and `i18n/i18n.ts` store and has the same defaults; a
 * test compares both.
 */
;(() => {
  const tags = {
    hk: 'zh-HK',
    en: 'en',
    jp: 'ja',
    kr: 'ko',
    th: 'th',
    vn: 'vi',
    fr: 'fr',
    de: 'de',
    ru: 'ru',
    spa: 'es',
    pt: 'pt',
    ar: 'ar',
    it: 'it',
    tr: 'tr',
    id: 'id',
  }
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const guess = () => {
    for (const tag of navigator.languages || []) {
      const primary = tag.toLowerCase().split('-')[0]
      for (const code of Object.keys(tags)) if (tags[code].split('-')[0] === primary) return code
    }
    // The operator's setting `default_language`; the page carries it where it is not English.
    return tags[document.documentElement.dataset.language] ? document.documentElement.dataset.language : 'en'
  }
  const kept = read('veritick.language')
  const language = tags[kept] ? kept : guess()
  const theme = read('veritick.theme')
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const page = document.documentElement
  page.lang = tags[language]
  page.dir = language === 'ar' ? 'rtl' : 'ltr'
  page.dataset.theme = dark ? 'dark' : 'light'
  page.dataset.colours = read('veritick.colours') || (['hk', 'jp', 'kr'].includes(language) ? 'red' : 'green')
  if (read('veritick.token')) page.dataset.signedIn = ''
  if (read('veritick.market-noted')) page.dataset.marketNoted = ''
  // A screen without the bar of the five tabs, which are those of `shell/tabs.ts`.
  if (!['/', '/trade', '/order', '/rank', '/news'].includes(location.pathname)) page.dataset.inside = ''
  const meta = (name, content) => {
    const found = document.querySelector(`meta[name=${name}]`)
    if (found) found.content = content
  }
  meta('theme-color', dark ? '#141a26' : '#ffffff')
  // The colour of the empty window until the styles have arrived.
  meta('color-scheme', dark ? 'dark' : 'light')
})()
