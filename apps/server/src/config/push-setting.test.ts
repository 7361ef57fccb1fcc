/** Which push services are allowed: each line of the settings that could open another address is refused. */
import { expect, test } from 'vitest'
import { PUSH_SERVICES_MAX, pushServiceOf, readPushSetting } from './push-setting.ts'

function read(environment: Record<string, string>) {
  const problems: string[] = []
  return { ...readPushSetting(environment, problems), problems }
}

const services = (count: number) => Array.from({ length: count }, (_, each) => `https://p${each}.example.com`).join(',')

test('the services of the usual browsers, without an own contact', () => {
  const { pushServices = [], pushContact, problems } = read({})
  expect({ pushContact, problems }).toEqual({ pushContact: undefined, problems: [] })
  for (const [endpoint, service] of [
    ['https://fcm.googleapis.com/fcm/send/abc', 'https://fcm.googleapis.com'],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'https://*.push.services.mozilla.com'],
    ['https://web.push.apple.com/abc', 'https://*.push.apple.com'],
    ['https://db5p.notify.windows.com/w/?token=abc', 'https://*.notify.windows.com'],
    ['https://a1.notify.windows.com/w/?token=abc', 'https://*.notify.windows.com'],
  ] as const)
    expect(pushServiceOf(pushServices, endpoint), endpoint).toBe(service)
  for (const endpoint of [
    'http://fcm.googleapis.com/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://web.push.apple.com.evil.example/abc',
    'https://notify.windows.com/abc',
    'https://evilnotify.windows.com/abc',
    'https://user:secret@web.push.apple.com/abc',
    'https://127.0.0.1/abc',
    'https:///fcm.googleapis.com/abc',
    'https://%66cm.googleapis.com/abc',
    'https://FCM.googleapis.com/abc',
    'https://fcm.googleapis.com:443/abc',
    'not an address',
  ])
    expect(pushServiceOf(pushServices, endpoint), endpoint).toBeUndefined()
})

test('off, own services, and a service of this machine for trying out', () => {
  expect(read({ PUSH_SERVICES: 'off' })).toMatchObject({ pushServices: [], problems: [] })
  expect(read({ PUSH_SERVICES: services(PUSH_SERVICES_MAX) }).problems).toEqual([])
  const repeated = 'https://push.example.com, http://127.0.0.1:4100,https://PUSH.example.com'
  const own = { PUSH_SERVICES: repeated, PUSH_CONTACT: 'mailto:a@b.example' }
  expect(read(own)).toEqual({
    pushServices: ['https://push.example.com', 'http://127.0.0.1:4100'],
    pushContact: 'mailto:a@b.example',
    problems: [],
  })
})

test.each([
  [{ PUSH_SERVICES: 'https://*' }, 'PUSH_SERVICES'],
  [{ PUSH_SERVICES: 'http://10.0.0.1:80' }, 'PUSH_SERVICES'],
  [{ PUSH_SERVICES: services(PUSH_SERVICES_MAX + 1) }, 'PUSH_SERVICES'],
  [{ PUSH_SERVICES: 'https://push.example.com/path' }, 'PUSH_SERVICES'],
  [{ PUSH_CONTACT: 'operator@example.com' }, 'PUSH_CONTACT'],
  [{ PUSH_CONTACT: 'http://example.com' }, 'PUSH_CONTACT'],
])('%j is refused by name', (environment, name) => {
  expect(read(environment).problems).toEqual([expect.stringContaining(`${name}=`)])
})
