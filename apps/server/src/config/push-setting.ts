/**
 * Which push services the server may send to. A browser names its own endpoint, so without this list a customer could
 * make the server send requests to any address, also inside the operator's network.
 */

/** The services of Chrome, Firefox, Safari and Edge. */
const PUSH_SERVICES = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
].join(',')

const OFF = 'off'
/** Each service has a share of the requests that the server makes at a time (features/push). */
export const PUSH_SERVICES_MAX = 32
const PATTERN = /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/
/** On this machine only: for trying out. */
const LOCAL = /^http:\/\/(?:127\.0\.0\.1|localhost):\d{1,5}$/

type Environment = { readonly [name: string]: string | undefined }

const SERVICES_FORM =
  `must be "off", or at most ${PUSH_SERVICES_MAX} origins such as https://push.example.com or https://*.example.com, ` +
  'separated by commas'
const CONTACT_FORM = 'must be an address such as mailto:operator@example.com, or one that begins with https://'

/** Adds to `problems` what cannot be meant. */
export function readPushSetting(environment: Environment, problems: string[]) {
  const setting = environment.PUSH_SERVICES?.trim() || PUSH_SERVICES
  const pushServices = pushServicesOf(setting)
  if (pushServices === undefined) problems.push(`PUSH_SERVICES=${setting}: ${SERVICES_FORM}`)
  const pushContact = environment.PUSH_CONTACT?.trim() || undefined
  const isWrong = pushContact !== undefined && !isPushContact(pushContact)
  if (isWrong) problems.push(`PUSH_CONTACT=${pushContact}: ${CONTACT_FORM}`)
  return { pushServices, pushContact }
}

/** Origins; none: `off`. `undefined`: the text is no such list. */
function pushServicesOf(text: string): readonly string[] | undefined {
  if (text === OFF) return []
  const origins = [...new Set(text.split(',').map((each) => each.trim().toLowerCase()))]
  if (origins.length > PUSH_SERVICES_MAX) return undefined
  return origins.every((each) => PATTERN.test(each) || LOCAL.test(each)) ? origins : undefined
}

/**
 * The entry of the list that allows the endpoint; `undefined`: none does. `*.` stands for one or more names before the
 * rest. An endpoint is allowed only in the form that browsers write, which every parser of addresses reads alike:
 * `web-push` finds no host in `https:///push.example.com`. The SQL of `assignServices` (features/push/rows.ts) reads
 * the entries in the same way.
 */
export function pushServiceOf(services: readonly string[], endpoint: string): string | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const { href, origin, username, password } = new URL(endpoint)
  if (href !== endpoint || username !== '' || password !== '') return undefined
  return services.find((each) => {
    const [scheme = '', rest] = each.split('*.')
    return rest === undefined ? origin === each : origin.startsWith(scheme) && origin.endsWith(`.${rest}`)
  })
}

/** How a push service reaches the operator, RFC 8292: a mailto: or https: address. */
function isPushContact(text: string): boolean {
  if (/^mailto:[^\s@<>]+@[^\s@<>]+$/.test(text)) return true
  return text.startsWith('https://') && URL.canParse(text)
}
