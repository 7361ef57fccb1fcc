/**
 * The peers of bench/http.ts, in a process of their own. `/bare` parses the body and answers as many bytes as a placed
 * order is answered with. `/group` does the same after PostgreSQL has committed the body: all bodies that wait are one
 * statement, and the next group collects meanwhile, which is the least that a durable answer over HTTP costs.
 */
import Fastify from 'fastify'
import pg from 'pg'

export type PeersStart = { readonly answer: string; readonly databaseUrl: string | undefined }

type Waiting = { readonly body: string; readonly resolve: () => void; readonly reject: (error: unknown) => void }

process.on('disconnect', () => process.exit(0))
process.once('message', (start) => void serve(start as PeersStart))
process.send?.('loaded')

async function serve({ answer, databaseUrl }: PeersStart): Promise<void> {
  const app = Fastify({ logger: false })
  const data: unknown = JSON.parse(answer)
  app.post('/bare', async ({ body }) => (body === null ? null : data))
  if (databaseUrl !== undefined) {
    const commit = await groupCommit(databaseUrl)
    app.post('/group', async ({ body }) => {
      await commit(JSON.stringify(body))
      return data
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  process.send?.(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
}

/** Returns the function that resolves once its body is durable. */
async function groupCommit(databaseUrl: string): Promise<(body: string) => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create table group_requests (request bigserial primary key, body text not null)')
  const text = 'insert into group_requests (body) select unnest($1::text[])'
  let waiting: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve))
      const group = waiting
      waiting = []
      try {
        await client.query({ name: 'group', text, values: [group.map(({ body }) => body)] })
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isRunning = false
  }

  return (body) =>
    new Promise((resolve, reject) => {
      waiting.push({ body, resolve, reject })
      if (!isRunning) void run()
    })
}
