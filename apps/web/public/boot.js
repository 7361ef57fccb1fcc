/*
 * Sets language, direction and colours of the page before its first paint. A separate file, because the page allows no
 * inline script. It reads the values that `shell/settings.ts` and `i18n/i18n.ts` store and has the same defaults; a
 * test compares both. Then it keeps the taps that come before the app listens.
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

/*
 * The page of the server shows buttons while the app loads. The last tap on one of them is kept. Once the first screen
 * of the app stands in the place of that page (`shell/App.tsx` says so), the same button of the app is clicked. A link
 * needs nothing: the browser follows it. Where the script of the app does not arrive, no tap is kept, and the page says
 * so with the words that it carries for the app (`data/first.ts`). A page without them has no buttons.
 */
;(() => {
  const buttonOf = (target) => target.closest?.('#root button')
  // Prices in the text of a row change between the two pages: a row has the code of its instrument.
  const nameOf = (button) => button.dataset.tap || button.getAttribute('aria-label') || button.textContent
  let tapped
  // A mouse button that is down while the pages change makes no click in either of them.
  let pressed
  const listeners = {
    mousedown: ({ target }) => {
      const button = buttonOf(target)
      pressed = button ? nameOf(button) : undefined
    },
    mouseup: () => {
      pressed = undefined
    },
    click: ({ target }) => {
      const button = buttonOf(target)
      if (!button || button.disabled) return
      tapped = nameOf(button)
      unmark()
      button.dataset.tapped = ''
    },
  }
  const clickNamed = (name) => {
    const same = [...document.querySelectorAll('#root button')].find((button) => nameOf(button) === name)
    same?.click()
  }
  const unmark = () => {
    for (const marked of document.querySelectorAll('[data-tapped]')) delete marked.dataset.tapped
  }
  // An error of a script does not rise to the document: it is heard on its way down.
  listeners.error = ({ target }) => {
    if (target.tagName !== 'SCRIPT' || target.type !== 'module') return
    stop()
    unmark()
    const words = JSON.parse(document.getElementById('first-data')?.textContent || '{}').words?.shell
    if (!words) return
    const line = document.createElement('div')
    line.className =
      'fixed inset-x-0 top-0 z-20 flex items-center justify-center gap-3 bg-danger px-3 pt-safe text-13 text-on-data'
    line.role = 'alert'
    const again = document.createElement('button')
    again.className = 'touch shrink-0 font-semibold underline'
    again.textContent = words.reload
    again.onclick = () => location.reload()
    const text = document.createElement('p')
    const title = document.createElement('strong')
    title.textContent = words.broken_title
    title.className = 'block'
    text.append(title, words.broken_text)
    line.append(text, again)
    document.body.append(line)
  }
  const stop = () => {
    for (const type of Object.keys(listeners)) document.removeEventListener(type, listeners[type], true)
  }
  for (const type of Object.keys(listeners)) document.addEventListener(type, listeners[type], true)
  const onShown = () => {
    stop()
    if (pressed !== undefined) {
      const held = pressed
      const onReleased = ({ target }) => {
        const button = buttonOf(target)
        if (button && nameOf(button) === held) button.click()
      }
      document.addEventListener('mouseup', onReleased, { capture: true, once: true })
    }
    // The app has still to finish the task in which it became visible.
    if (tapped) setTimeout(clickNamed, 0, tapped)
  }
  document.addEventListener('veritick.shown', onShown, { once: true })
})()
