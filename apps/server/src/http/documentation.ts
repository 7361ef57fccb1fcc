/**
 * OpenAPI out of the contract, at /api/docs: JSON for programs, a page that needs nothing from elsewhere for people.
 * The texts are made for the first reader, a call in each turn of the loop: a start does not wait for them, nor does an
 * order.
 */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type CallName,
  ERROR_CODES,
  HEADER_IDEMPOTENCY,
  HEADER_LANGUAGE,
  HEADER_TOKEN,
  IDEMPOTENCY_KEY_LENGTH_MAX,
  REASONS,
  SOCKET_PATH,
  STATEMENT,
  UPLOAD,
} from '@veritick/contract'
import { CALL_NAMES, CALLS } from '@veritick/contract/calls'
import { clientMessage, STATEMENT_REQUEST, serverMessages } from '@veritick/contract/schemas'
import { LANGUAGES } from '@veritick/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { say } from '../calls/index.ts'
import { LIMITS } from '../services/rate-limits/index.ts'
import { onePagePolicy } from './security-headers.ts'

type Json = { readonly [key: string]: unknown }

export function registerDocumentation(app: FastifyInstance): void {
  const policy = onePagePolicy(STYLE)
  const config = { rateLimit: { max: LIMITS.network.documentation, timeWindow: '1 minute' } }
  app.get('/api/docs', { config }, async (request, reply) => {
    void reply.header('vary', 'accept')
    const isForPeople = (request.headers.accept ?? '').includes('text/html')
    if (isForPeople) void reply.header('content-security-policy', policy)
    const { page, json } = await textsOnce()
    return show(isForPeople ? page : json, request, reply)
  })
  app.get('/api/docs/openapi.json', { config }, async (request, reply) => {
    const { json } = await textsOnce()
    return show(json, request, reply)
  })
}

type Texts = { readonly json: Shown; readonly page: Shown }

/** The contract does not change while the process runs. */
let texts: Promise<Texts> | undefined

function textsOnce(): Promise<Texts> {
  texts ??= makeTexts()
  return texts
}

async function makeTexts(): Promise<Texts> {
  const document = await openApiDocument()
  return {
    json: shownAs('application/json; charset=utf-8', JSON.stringify(document)),
    page: shownAs('text/html; charset=utf-8', await pageOf(document)),
  }
}

/** `mark`: names the text (its ETag), so that a browser that has it is not sent it again. */
type Shown = { readonly type: string; readonly text: string; readonly mark: string }

const shownAs = (type: string, text: string): Shown => ({
  type,
  text,
  mark: `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`,
})

function show(shown: Shown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { type, text, mark } = shown
  void reply.header('cache-control', 'no-cache').header('etag', mark)
  const isKnown = (request.headers['if-none-match'] ?? '').includes(mark)
  return isKnown ? reply.code(304).send() : reply.type(type).send(text)
}

async function openApiDocument() {
  const paths: Record<string, Json> = {}
  for (const name of CALL_NAMES) {
    await nextTurn()
    const call = CALLS[name]
    paths[call.path] = Object.fromEntries(
      call.methods.map((method) => [method.toLowerCase(), operationOf(name, method)]),
    )
  }
  paths[UPLOAD.path] = { post: uploadOperation() }
  paths[STATEMENT.path] = { get: statementOperation() }
  return {
    openapi: '3.1.0',
    info: { title: 'Veritick', version: '1', description: INTRODUCTION },
    paths,
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: HEADER_TOKEN } } },
    'x-errors': REASONS.map((reason) => ({ reason, code: ERROR_CODES[reason], en: say('en', `refusals.${reason}`) })),
    'x-socket': {
      path: SOCKET_PATH,
      up: schemaOf(clientMessage, 'input'),
      down: Object.fromEntries(
        Object.entries(serverMessages).map(([topic, schema]) => [topic, schemaOf(schema, 'output')]),
      ),
    },
  }
}

const INTRODUCTION =
  'Every answer is { code, msg, data }: code 1 is success, 999 no session, others stand in x-errors with a stable word in `reason`. ' +
  'Money, prices, lots and rates are decimal strings; times are unix milliseconds unless a name says otherwise. ' +
  'State-changing calls take an idempotency-key; without one the token and the whole address are the key, so send a fresh `t`. ' +
  'The same key with the same parameters is answered as the first time, for 24 hours; with others it is refused (idempotency_mismatch). ' +
  'A key that is a UUID of version 7 names its time. One of 23:59:30 hours ago or more without a kept answer is refused ' +
  '(idempotency_key_expired), never carried out a second time; so is one of more than 30 seconds ahead (idempotency_key_ahead). ' +
  'They are compared as they are written: 0.10 and 0.1 are the same number and another request. ' +
  'A parameter may stand in the query or in a JSON or form body, never twice. ' +
  'A connection carries one request at a time: a client that sends the next one before the answer is cut off.'

function operationOf(name: CallName, method: 'GET' | 'POST'): Json {
  const call = CALLS[name]
  const request = schemaOf(CALLS[name].request, 'input')
  const { properties, required } = request as {
    properties?: Readonly<Record<string, Json>>
    required?: readonly string[]
  }
  const parameters = Object.entries(properties ?? {}).map(([parameter, schema]) => ({
    in: 'query',
    name: parameter,
    required: required?.includes(parameter) ?? false,
    schema,
  }))
  const body = {
    content: { 'application/json': { schema: request }, 'application/x-www-form-urlencoded': { schema: request } },
  }
  return {
    operationId: method === 'GET' ? name : `${name}Post`,
    summary: call.doc,
    ...(call.caller === 'visitor' ? {} : { security: [{ token: [] }] }),
    parameters: [...(method === 'GET' ? parameters : []), ...headersOf(call.changes)],
    ...(method === 'POST' ? { requestBody: body } : {}),
    responses: {
      200: { description: 'Success or refusal', content: { 'application/json': { schema: envelopeOf(name) } } },
    },
  }
}

/** The call whose answer is a file. */
function statementOperation(): Json {
  const { properties } = schemaOf(STATEMENT_REQUEST, 'input') as { properties?: Readonly<Record<string, Json>> }
  const file = { schema: { type: 'string', format: 'binary' } }
  return {
    operationId: 'statement',
    summary: STATEMENT.doc,
    security: [{ token: [] }],
    parameters: [
      ...Object.entries(properties ?? {}).map(([name, schema]) => ({ in: 'query', name, required: true, schema })),
      ...headersOf(false),
    ],
    responses: {
      200: {
        description: 'The file; a refusal is an envelope',
        content: { 'text/csv': file, 'application/pdf': file },
      },
    },
  }
}

/** The call whose body is bytes. */
function uploadOperation(): Json {
  const part = {
    type: 'string',
    contentMediaType: UPLOAD.types.join(', '),
    description: `At most ${UPLOAD.bytesMax} bytes`,
  }
  const form = { type: 'object', required: [UPLOAD.field], properties: { [UPLOAD.field]: part } }
  const data = { type: 'object', required: ['url'], properties: { url: { type: 'string' } } }
  return {
    operationId: 'imageUpload',
    summary: UPLOAD.doc,
    security: [{ token: [] }],
    parameters: headersOf(false),
    requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
    responses: {
      200: { description: 'Success or refusal', content: { 'application/json': { schema: envelopeWith(data) } } },
    },
  }
}

function headersOf(changes: boolean): readonly Json[] {
  const language = {
    in: 'header',
    name: HEADER_LANGUAGE,
    required: false,
    schema: { type: 'string', enum: [...LANGUAGES, 'tw'] },
  }
  const once = {
    in: 'header',
    name: HEADER_IDEMPOTENCY,
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_LENGTH_MAX },
  }
  return changes ? [language, once] : [language]
}

function envelopeOf(name: CallName): Json {
  return envelopeWith(schemaOf(CALLS[name].answer, 'output'))
}

function envelopeWith(data: Json): Json {
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { type: 'integer' },
      msg: { type: 'string' },
      reason: { type: 'string', enum: REASONS, description: 'On a refusal' },
      field: { type: 'string', description: 'The parameter that was refused' },
      data: { anyOf: [data, { type: 'null' }] },
    },
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

/** One page, no script, nothing loaded from anywhere. */
async function pageOf(document: Awaited<ReturnType<typeof openApiDocument>>): Promise<string> {
  const calls: string[] = []
  for (const name of CALL_NAMES) {
    await nextTurn()
    const call = CALLS[name]
    const request = JSON.stringify(schemaOf(CALLS[name].request, 'input'), null, 2)
    const answer = JSON.stringify(schemaOf(CALLS[name].answer, 'output'), null, 2)
    calls.push(`<section><h2><code>${call.methods.join(' ')} ${escaped(call.path)}</code></h2><p>${escaped(call.doc)} Caller: ${call.caller}.</p>
<details><summary>Takes</summary><pre>${escaped(request)}</pre></details><details><summary>Answers in data</summary><pre>${escaped(answer)}</pre></details></section>`)
  }
  const errors = document['x-errors'].map(
    ({ reason, code, en }) => `<tr><td>${code}</td><td><code>${reason}</code></td><td>${escaped(en)}</td></tr>`,
  )
  const socket = escaped(JSON.stringify(document['x-socket'], null, 2))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Veritick: the calls</title><style>${STYLE}</style></head><body><h1>Veritick: the calls</h1><p>${escaped(INTRODUCTION)}</p>
<p><a href="/api/docs/openapi.json">OpenAPI document</a></p>${calls.join('\n')}
<section><h2><code>POST ${UPLOAD.path}</code></h2><p>${escaped(UPLOAD.doc)} Caller: real. Takes multipart/form-data with one part <code>${UPLOAD.field}</code>: ${UPLOAD.types.join(', ')}, at most ${UPLOAD.bytesMax} bytes. Answers <code>{ url }</code>.</p></section>
<h2>Socket ${SOCKET_PATH}</h2><details><summary>Messages</summary><pre>${socket}</pre></details>
<h2>Refusals</h2><table>${errors.join('\n')}</table></body></html>`
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#0e1320}h2{font-size:17px;margin-top:2rem}pre{overflow:auto;background:#f4f6fa;padding:1rem;border-radius:8px}td{padding:.2rem .8rem .2rem 0;vertical-align:top}'

function escaped(text: string): string {
  return text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
