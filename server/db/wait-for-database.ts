import pg from 'pg'
import { computeBackoff } from '#server/lib/backoff.ts'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { DatabaseUnavailable } from './errors.ts'

interface Waiting {
  clock: { now(): Date; sleep(ms: number): Promise<void> }
  /** How long to wait altogether. */
  longest_ms: number
  say(line: string): void
}

const pauseFirstMs = 500
const pauseMaxMs = 10_000
/** `cannot_connect_now`: it starts or stops; `too_many_connections`: those of the node before this one. */
const passingStates = ['57P03', '53300']
/** Errors that waiting does not mend, by SQLSTATE. */
const refusals: Record<string, string> = {
  '28P01': '数据库拒绝登录：DATABASE_URL 里的密码不对',
  '28000': '数据库拒绝登录：DATABASE_URL 里的用户不存在，或不允许从这里连接',
  '3D000': '数据库不存在：请先创建 DATABASE_URL 里的库',
}

/** Opens a server that may still be starting, or whose name is not known yet; says so once. What waiting does not mend is thrown. */
export async function openDatabaseWhenReady(
  options: DatabaseOptions & { url: string },
  { clock, longest_ms: longestMs, say }: Waiting,
): Promise<Database> {
  const since = clock.now().getTime()
  const { host } = new URL(options.url)
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await openDatabase(options)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      const cause = error.cause as Error & { code?: string }
      const words = cause.message || cause.code
      const known = cause instanceof pg.DatabaseError
      if (known && !passingStates.includes(cause.code ?? '')) {
        throw new Error(refusals[cause.code ?? ''] ?? `数据库拒绝连接：${words}`)
      }
      const waitedMs = clock.now().getTime() - since
      if (waitedMs >= longestMs) {
        throw new Error(`等了 ${Math.round(waitedMs / 1000)} 秒，数据库 ${host} 仍连不上：${words}`)
      }
      if (attempt === 0) say(`数据库 ${host} 还连不上（${words}），最多等 ${Math.round(longestMs / 1000)} 秒`)
      const pauseMs = Math.min(longestMs - waitedMs, computeBackoff({ attempt, base: pauseFirstMs, max: pauseMaxMs }))
      // The clock's sleep does not keep a process alive, and nothing else does yet.
      const alive = setInterval(() => {}, pauseMaxMs)
      await clock.sleep(pauseMs).finally(() => clearInterval(alive))
    }
  }
}
