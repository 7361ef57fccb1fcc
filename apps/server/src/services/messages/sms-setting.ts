/**
 * Reads the settings of text messages from the environment: an HTTP provider, the outbox folder for trials, or none.
 * Without one of the first two nothing that needs a text message is offered. config.ts calls this; a problem never
 * repeats a value.
 */

export type SmsProvider = {
  readonly kind: 'http'
  readonly url: string
  readonly method: 'POST' | 'PUT'
  readonly contentType: string
  /** The template of the body, with `{to}` and `{text}`. */
  readonly body: string
  /** Signs each request. */
  readonly secret: string
  /** Value of the header `Authorization`, where the provider asks for one. */
  readonly authorization: string | undefined
}

export type SmsSetting = SmsProvider | { readonly kind: 'outbox' }

type Environment = { readonly [name: string]: string | undefined }

/** Shorter ones can be found by trying. */
const SECRET_LENGTH_MIN = 16
const BODY_LENGTH_MAX = 2_000
const BODY_DEFAULT = '{"to":"{to}","text":"{text}"}'
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** `undefined`: no text messages. Faults are added to `problems`. */
export function readSmsSetting(environment: Environment, problems: string[]): SmsSetting | undefined {
  const given = (name: string) => environment[name]?.trim() || undefined
  const url = given('SMS_URL')
  if (url === undefined) return undefined
  if (url === 'outbox') return { kind: 'outbox' }
  const before = problems.length
  if (!isAddress(url))
    problems.push('SMS_URL: must be "outbox" or an https:// address without a name or password in it')
  const method = given('SMS_METHOD') ?? 'POST'
  if (method !== 'POST' && method !== 'PUT') problems.push('SMS_METHOD: must be POST or PUT')
  const contentType = given('SMS_CONTENT_TYPE') ?? 'application/json'
  if (!/^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/.test(contentType))
    problems.push('SMS_CONTENT_TYPE: must be a media type')
  const body = given('SMS_BODY') ?? BODY_DEFAULT
  if (!isTemplate(body)) problems.push(`SMS_BODY: must hold {to} and {text} and at most ${BODY_LENGTH_MAX} characters`)
  else if (isJson(contentType) && !isJsonTemplate(body))
    problems.push('SMS_BODY: must be JSON, with {to} and {text} inside strings')
  const secret = given('SMS_SECRET') ?? ''
  if (secret.length < SECRET_LENGTH_MIN) problems.push(`SMS_SECRET: must have at least ${SECRET_LENGTH_MIN} characters`)
  const authorization = given('SMS_AUTHORIZATION')
  if (authorization !== undefined && !/^[\x20-\x7e]+$/.test(authorization))
    problems.push('SMS_AUTHORIZATION: must be one line of ASCII')
  if (problems.length > before || (method !== 'POST' && method !== 'PUT')) return undefined
  return { kind: 'http', url, method, contentType, body, secret, authorization }
}

export const isJson = (contentType: string): boolean => contentType.startsWith('application/json')

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOCAL_HOSTS.includes(hostname))
}

const isTemplate = (body: string): boolean =>
  body.length <= BODY_LENGTH_MAX && body.includes('{to}') && body.includes('{text}')

function isJsonTemplate(body: string): boolean {
  try {
    JSON.parse(body.replaceAll('{to}', 'x').replaceAll('{text}', 'y'))
    return true
  } catch {
    return false
  }
}
