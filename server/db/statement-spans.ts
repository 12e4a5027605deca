import { SpanKind } from '@opentelemetry/api'
import { inSpan } from '#server/lib/tracing.ts'

/** What a collector shows of a statement; some of ours are pages long. */
const textMaxLength = 2_000
const system = { 'db.system.name': 'postgresql' }

/** `select orders`: the first word, and the first table that the text names. */
function summarizeStatement(sql: string): string {
  const [operation = ''] = sql.trimStart().split(/\s/, 1)
  const [, table] = /\b(?:from|into|update|join)\s+"?(?!select\b)([a-z_]\w*)/i.exec(sql) ?? []
  return [operation.toLowerCase(), table].filter(Boolean).join(' ')
}

/** A span for a statement of something that is traced: its text has places where its values were. */
export const traceStatement = <T>(sql: string, run: () => Promise<T>): Promise<T> =>
  inSpan(() => {
    const name = summarizeStatement(sql)
    const text = { 'db.query.summary': name, 'db.query.text': sql.slice(0, textMaxLength) }
    return { name, kind: SpanKind.CLIENT, attributes: { ...system, ...text } }
  }, run)

/** What a transaction waits for most. */
export const traceCommit = <T>(run: () => Promise<T>): Promise<T> =>
  inSpan(() => ({ name: 'commit', kind: SpanKind.CLIENT, attributes: system }), run)

/** From the wait for a session to the end of the hooks after the commit, with all its attempts. */
export const traceTransaction = <T>(run: () => Promise<T>): Promise<T> =>
  inSpan(() => ({ name: 'transaction', attributes: system }), run)
