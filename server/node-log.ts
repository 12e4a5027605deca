import { hostname } from 'node:os'
import { type DestinationStream, pino } from 'pino'
import type { Config } from '#server/config/config.ts'
import { describeActiveTrace } from '#server/lib/tracing.ts'

/** What else an error carries may be somebody's: a violated constraint quotes the row. */
const toErrorLine = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint, table, cause } = error as Error & Record<'code' | 'constraint' | 'table', unknown>
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(cause instanceof Error && { cause: toErrorLine(cause) }),
  }
}

const toRequestLine = ({ method, url = '' }: { method?: string; url?: string }) => ({ method, path: url.split('?')[0] })

/** The log of this node, on standard error: one line of JSON each. `thread` names one that is not the main thread. */
export const createNodeLog = (
  { log_level: level, role }: Pick<Config, 'log_level' | 'role'>,
  { thread, to = pino.destination(2) }: { thread?: string; to?: DestinationStream } = {},
) =>
  pino(
    {
      level,
      base: { role: role.name, host: hostname(), pid: process.pid, ...(thread && { thread }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: describeActiveTrace,
      serializers: { err: toErrorLine, req: toRequestLine },
    },
    to,
  )
