/** Types of the part of autocannon that bench/http.ts uses; the package has none. */
declare module 'autocannon' {
  type Request = {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  type Options = {
    readonly url: string
    readonly connections: number
    readonly workers: number
    readonly duration: number
    readonly idReplacement: boolean
    readonly requests: readonly Request[]
    /** A CommonJS file whose export is given each connection. */
    readonly setupClient?: string
  }
  type Result = {
    readonly requests: { readonly average: number; readonly total: number }
    readonly latency: { readonly p50: number; readonly p99: number }
    readonly non2xx: number
    readonly errors: number
    readonly '2xx': number
  }
  export default function autocannon(options: Options): Promise<Result>
}
