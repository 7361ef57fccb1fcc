/**
 * News, announcements and banners on the wire: kinds and their numbers, limits, addresses of pictures, and the list of
 * elements that the HTML of an article may have. The server, the app and the office apply the same list.
 */

/** The languages of the product; English is required. A test compares them with packages/locales. */
export const NEWS_LANGUAGES = [
  ...(['en', 'hk', 'jp', 'kr', 'th', 'vn', 'fr', 'de', 'ru', 'spa', 'pt', 'ar', 'it', 'tr', 'id'] as const),
] as const
export type NewsLanguage = (typeof NEWS_LANGUAGES)[number]

export const NEWS_KINDS = ['news', 'announcement', 'banner'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

/** `category_id` of the specification's list: 1 is its news. */
export const NEWS_CATEGORIES = { news: 1, announcement: 2, banner: 3 } as const satisfies Record<NewsKind, number>

/** An article at a moment. The store knows `released`; the clock tells scheduled, published and ended apart. */
export const NEWS_STATES = ['draft', 'scheduled', 'published', 'ended', 'withdrawn'] as const
export type NewsState = (typeof NEWS_STATES)[number]

/** Two lines of a list on the narrowest phone. */
export const NEWS_TITLE_MAX = 120
/** Four lines of a list. */
export const NEWS_SUMMARY_MAX = 300
/** Some four printed pages. The bodies of all 15 languages fit into one request of the office. */
export const NEWS_BODY_MAX = 10_000
/** Pictures of one article, the one of the list included. */
export const NEWS_PICTURES_MAX = 10

/** GET, without a session: a picture of a published article. */
export const NEWS_PICTURE_PATH = '/api/news/picture/:file'
/** On the office's port. GET: any picture of an article. POST: the bytes of a new one; answers `{ picture, url }`. */
export const OFFICE_NEWS_PICTURE_PATH = '/office/news/picture/:file'
export const OFFICE_NEWS_UPLOAD_PATH = '/office/news/picture'
export type NewsPictureUploaded = { readonly picture: string; readonly url: string }

/** The address that customers and bodies name a picture by. */
export const newsPictureUrl = (picture: string): string => NEWS_PICTURE_PATH.replace(':file', picture)
export const officeNewsPictureUrl = (picture: string): string => OFFICE_NEWS_PICTURE_PATH.replace(':file', picture)

/**
 * The elements of a body: text, lists, tables, links, pictures. None runs code, loads from elsewhere, submits a form,
 * or changes what is around it. Everything else is removed and its text stays.
 */
export const NEWS_TAGS = [
  ...(['p', 'br', 'h2', 'h3', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'hr'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'img'] as const),
] as const
export type NewsTag = (typeof NEWS_TAGS)[number]

/** Elements within elements; deeper ones are removed and their text stays. */
export const NEWS_DEPTH_MAX = 12

/** Of a link that leaves the app: the other page learns nothing of ours and cannot steer it. */
export const NEWS_LINK_REL = 'noopener noreferrer'

const HREF_MAX = 2_000
const HREF = /^(?:https?:\/\/[^\s/?#@\\]+(?:[/?#][^\s\\]*)?|mailto:[^\s@\\:/]+@[^\s@\\:/]+)$/i
const ODD = /[\p{Cc}\p{Cf}<>"'`]/u

/** A link may go to a web page or a mail address, written out: no script, no data, no address within the app. */
export const isNewsHref = (href: string): boolean => href.length <= HREF_MAX && !ODD.test(href) && HREF.test(href)

const PICTURE = /^\/api\/news\/picture\/([0-9a-f]{32})$/

/** The picture that an `img` names; `undefined`: it is not one of our uploads. */
export const newsPictureOf = (src: string): string | undefined => PICTURE.exec(src)?.[1]
