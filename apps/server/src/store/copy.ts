/** COPY of rows from memory to a PostgreSQL server: the driver leaves the conversation to its caller. */
import pg from 'pg'
import type { Copy } from './interface.ts'

/** The methods of the driver's connection for a COPY; its types do not name them. */
type CopyConnection = { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

class CopyFrom extends pg.Query {
  readonly #lines: string

  constructor(sql: string, lines: string, done: (error: Error | undefined) => void) {
    super(sql, done)
    this.#lines = lines
  }

  /** The driver calls it when the server is ready for the rows. */
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(Buffer.from(this.#lines))
    connection.endCopyFrom()
  }
}

export function copyOf(client: pg.PoolClient): Copy {
  return (into, lines) =>
    new Promise((resolve, reject) => {
      const done = (error: Error | undefined) => (error ? reject(error) : resolve())
      client.query(new CopyFrom(`copy ${into} from stdin`, lines, done))
    })
}
