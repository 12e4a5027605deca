declare module 's3rver' {
  interface Context {
    method: string
    query: Record<string, string | undefined>
    status: number
    type: string
    body: unknown
    get(header: string): string
    response: { get(header: string): string }
  }
  export type Middleware = (ctx: Context, next: () => Promise<void>) => Promise<void>

  /** The part of s3rver that tests use. */
  export default class S3rver {
    readonly middleware: Middleware[]
    constructor(options: {
      port: number
      address: string
      silent: boolean
      /** Whether the name of the host may be the bucket's. */
      vhostBuckets: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
