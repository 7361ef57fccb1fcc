/**
 * nginx with deploy/nginx.conf before the real server: sign-in and an order over HTTPS, the socket over wss, an upload
 * of the largest size, HSTS, the client's address, the office only for its network. Of the file only ports,
 * certificates, paths and the number of connections are replaced.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UPLOAD } from '@veritick/contract'
import { customer, png } from '@veritick/testing/customers'
import { freePort } from '@veritick/testing/free-port'
import { PASSWORD } from '@veritick/testing/people'
import { type Started, startProcess } from '@veritick/testing/processes'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'

const EXAMPLE = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))
const APP = 'app.example.com'
const OFFICE = 'office.example.com'
/** Connections of one client, instead of 400. */
const CONNECTIONS = 8
/** By this header a request of the test names the address that nginx takes for the client's. */
const CLIENT_HEADER = 'x-test-client'

const hasNginx = installed('nginx') && installed('openssl')
if (!hasNginx)
  process.stderr.write('\n*** No nginx could be found or installed: deploy/nginx.conf is not tested. ***\n\n')

/** Debian keeps nginx in /usr/sbin; as root it is installed where it is missing. */
function installed(program: string): boolean {
  const isThere = () => spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0
  if (isThere()) return true
  const canApt = process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v apt-get']).status === 0
  if (!canApt) return false
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env: environment })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', program], {
    stdio: 'ignore',
    env: environment,
  })
  return isThere()
}

type Answer = { readonly status: number; readonly headers: Record<string, unknown>; readonly text: string }
type RequestParts = {
  readonly host?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
  readonly from?: string
}

describe.skipIf(!hasNginx)('nginx before the server', () => {
  let folder: string
  let server: TestServer
  let nginx: Started
  let port: number
  let plainPort: number
  let ca: Buffer

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veritick-nginx-'))
    server = await openTestServer({
      config: { trustProxy: true, socketsPerAddress: 1, appUrl: `https://${APP}`, officeUrl: `https://${OFFICE}` },
    })
    server.feed.say('EURUSD', '1.08500', '1.08510')
    await customer(server, 'ana')
    makeCertificate(folder)
    ca = readFileSync(join(folder, 'cert.pem'))
    ;[port, plainPort] = [await freePort(), await freePort()]
    nginx = startNginx({ folder, text: siteOf({ folder, server, port, plainPort }) })
    await answering()
  }, 180_000)
  afterAll(async () => {
    await nginx?.end()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function answering(): Promise<void> {
    for (let tries = 0; tries < 200; tries += 1) {
      if (nginx.child.exitCode !== null) throw new Error(nginx.said())
      const status = await ask('GET', '/healthz').then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`nginx does not answer: ${nginx.said()}`)
  }

  /** The name goes into SNI and Host, as a browser's would. */
  function ask(
    method: string,
    path: string,
    { host = APP, headers = {}, body, from }: RequestParts = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          servername: host,
          ca,
          localAddress: from,
          headers: { host, ...headers },
        },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(parts).toString(),
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  const post = (path: string, values: unknown, headers: Record<string, string> = {}) =>
    ask('POST', path, {
      headers: { 'content-type': 'application/json', origin: `https://${APP}`, ...headers },
      body: JSON.stringify(values),
    })

  let token = ''

  test('sign-in and an order over HTTPS, from the origin that the browser shows', async () => {
    const signedIn = await post('/api/user/loginForU', { account: 'ana@example.com', password: PASSWORD })
    expect(signedIn.text).toContain('"code":1')
    expect(String(signedIn.headers['set-cookie'])).toContain('__Host-veritick_browser')
    token = JSON.parse(signedIn.text).data.token
    const demo = await post('/api/user/createAccountDemoForU', {})
    const trader = JSON.parse(demo.text).data.token
    const order = { forex_id: 1, type: 1, status: 1, cont: '0.10', multiple: 30 }
    const filled = await post('/v1/api/forex/submit', order, {
      authorization: trader,
      'idempotency-key': 'one-order-over-https',
    })
    expect(filled.text).toContain('"code":1')
    const foreign = await post('/api/user/createAccountDemoForU', {}, { origin: 'https://elsewhere.example' })
    expect(foreign.text).toContain('cross_site_refused')
  })

  test('HSTS stands once on every answer, and plain HTTP leads to HTTPS', async () => {
    for (const path of ['/', '/healthz', '/api/nothing']) {
      expect((await ask('GET', path)).headers['strict-transport-security'], path).toBe('max-age=31536000')
    }
    const plain = await fetch(`http://127.0.0.1:${plainPort}/orders?tab=1`, { redirect: 'manual' })
    expect(plain.status).toBe(308)
  })

  test('a challenge of a certificate authority is answered over plain HTTP: certificates can be renewed', async () => {
    const challenges = join(folder, 'html/.well-known/acme-challenge')
    mkdirSync(challenges, { recursive: true })
    writeFileSync(join(challenges, 'token-1'), 'token-1.thumbprint')
    const answer = await fetch(`http://127.0.0.1:${plainPort}/.well-known/acme-challenge/token-1`, {
      redirect: 'manual',
    })
    expect([answer.status, await answer.text()]).toEqual([200, 'token-1.thumbprint'])
  })

  test('a visitor who asks for another name or for the address gets no certificate', async () => {
    const refusal = (host: string) => ask('GET', '/', { host }).catch((error: unknown) => String(error))
    for (const host of ['elsewhere.example.com', '']) expect(await refusal(host), host).toMatch(/unrecognized.name/i)
  })

  test('the socket comes through wss, and each client address is its own whatever a client writes into the header', async () => {
    const open = (localAddress: string, forged: string) =>
      new Promise<WebSocket | number>((resolve, reject) => {
        const socket = new WebSocket(`wss://127.0.0.1:${port}/v1/ws`, [], {
          agent: new Agent({ ca, servername: APP }),
          localAddress,
          headers: { host: APP, 'x-forwarded-for': forged },
          origin: `https://${APP}`,
        })
        socket.on('open', () => resolve(socket))
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
        socket.on('error', reject)
      })
    const first = await open('127.0.0.1', '198.51.100.1')
    expect(first).toBeInstanceOf(WebSocket)
    expect(await open('127.0.0.1', '198.51.100.2'), 'one socket an address').toBe(429)
    const other = await open('127.0.0.2', '198.51.100.1')
    expect(other).toBeInstanceOf(WebSocket)
    for (const socket of [first, other]) if (socket instanceof WebSocket) socket.terminate()
  })

  test.each<[string, (each: number) => string, string, string]>([
    // The bytes of these addresses contain line ends.
    ['a network of 64 bits', (each) => `2001:db8:a0a:1::${each + 1}0a`, '2001:db8:a0a:1:a::', '2001:db8:a0a:2::'],
    ['an address of IPv4', () => '192.0.2.10', '192.0.2.10', '192.0.2.11'],
  ])('%s is one client with a ceiling of connections', async (_name, address, same, other) => {
    const status = async (from: string) => (await ask('GET', '/healthz', { headers: { [CLIENT_HEADER]: from } })).status
    // Requests whose body never comes; nginx answers the one that is too many.
    const held = Array.from({ length: CONNECTIONS + 1 }, (_, each) => {
      const headers = { host: APP, 'content-length': '10', [CLIENT_HEADER]: address(each) }
      const to = { host: '127.0.0.1', port, path: '/api/user/loginForU', servername: APP, ca }
      const sent = request({ ...to, method: 'POST', agent: false, headers })
      const answer = new Promise<number>((resolve) => {
        sent.on('response', (response) => resolve(response.statusCode ?? 0))
      })
      sent.on('error', () => {})
      sent.flushHeaders()
      return { sent, answer }
    })
    try {
      expect(await Promise.race(held.map(({ answer }) => answer))).toBe(429)
      expect([await status(same), await status(other)]).toEqual([429, 200])
    } finally {
      for (const { sent } of held) sent.destroy()
    }
    await expect.poll(() => status(same), { timeout: 5_000 }).toBe(200)
  })

  test('an upload of the largest size comes through; a larger one is refused by the server itself', async () => {
    const picture = png(0x804020)
    const upload = (size: number) => {
      const edge = 'an-edge-between-parts'
      const head = `--${edge}\r\ncontent-disposition: form-data; name="${UPLOAD.field}"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
      const body = Buffer.concat([
        Buffer.from(head),
        picture,
        Buffer.alloc(size - picture.length),
        Buffer.from(`\r\n--${edge}--\r\n`),
      ])
      const headers = {
        authorization: token,
        origin: `https://${APP}`,
        'content-type': `multipart/form-data; boundary=${edge}`,
      }
      return ask('POST', UPLOAD.path, { headers: { ...headers, 'content-length': String(body.length) }, body })
    }
    expect((await upload(UPLOAD.bytesMax)).text).toContain('"code":1')
    expect((await upload(UPLOAD.bytesMax + 1)).text).toContain('picture_too_large')
  })

  test('the office is closed to other networks, and shows no figures', async () => {
    expect((await ask('GET', '/', { host: OFFICE })).status).toBe(403)
    const allowed = await ask('GET', '/', { host: OFFICE, from: '127.0.0.3' })
    expect(allowed.status).not.toBe(403)
    expect(allowed.headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await ask('GET', '/metrics', { host: OFFICE, from: '127.0.0.3' })).status).toBe(404)
  })
})

/** The example with the test's ports and certificate; 127.0.0.3 stands for the VPN. */
function siteOf(parts: {
  readonly folder: string
  readonly server: TestServer
  readonly port: number
  readonly plainPort: number
}): string {
  const { folder, server, port, plainPort } = parts
  const changes: readonly (readonly [RegExp, string])[] = [
    [/listen 443 /g, `listen 127.0.0.1:${port} `],
    [/listen 80;/g, `listen 127.0.0.1:${plainPort};`],
    [/127\.0\.0\.1:8080;/g, `127.0.0.1:${server.port};`],
    [/127\.0\.0\.1:8081;/g, `127.0.0.1:${server.office.port};`],
    [/\/etc\/letsencrypt\/live\/\S+\/fullchain\.pem/g, join(folder, 'cert.pem')],
    [/\/etc\/letsencrypt\/live\/\S+\/privkey\.pem/g, join(folder, 'key.pem')],
    [/allow 10\.8\.0\.0\/24;/g, 'allow 127.0.0.3;'],
    [/root \/var\/www\/html;/g, `root ${join(folder, 'html')};`],
    [/limit_conn veritick_clients 400;/g, `limit_conn veritick_clients ${CONNECTIONS};`],
  ]
  return changes.reduce(
    (text, [from, to]) => {
      expect(text, String(from)).toMatch(from)
      return text.replace(from, to)
    },
    readFileSync(EXAMPLE, 'utf8'),
  )
}

function startNginx({ folder, text }: { readonly folder: string; readonly text: string }): Started {
  writeFileSync(join(folder, 'site.conf'), text)
  mkdirSync(join(folder, 'temp'))
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'temp', name)};`,
  )
  // The head of the example names two settings of the main file.
  const said = /"(worker_rlimit_nofile \d+;)" and in "events" "(worker_connections \d+;)"/.exec(text)
  expect(said, 'the head names both settings').not.toBeNull()
  const [, files, connections] = said ?? []
  const client = `set_real_ip_from 127.0.0.0/8; real_ip_header ${CLIENT_HEADER};`
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} daemon off; worker_processes 1; ${files} pid ${join(folder, 'pid')}; error_log stderr warn;
     events { ${connections} }
     http { access_log off; ${client} ${paths.join(' ')} include ${join(folder, 'site.conf')}; }`,
  )
  const program = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx'
  return startProcess([program, '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')])
}

function makeCertificate(folder: string): void {
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=veritick test',
      ],
      ...[
        '-addext',
        `subjectAltName=DNS:${APP},DNS:${OFFICE}`,
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'cert.pem'),
      ],
    ],
    { stdio: 'ignore' },
  )
}
