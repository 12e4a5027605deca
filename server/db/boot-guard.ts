import { type Kysely, sql } from 'kysely'
import type { DB } from './types.ts'

const minServerVersion = 150_000
const requiredSettings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

interface Settings {
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  server_encoding: string
  version: number
}

/** Throws if the database could lose a committed transaction, or is not supported by this code. */
export async function assertSafeDatabase(kysely: Kysely<DB>): Promise<void> {
  const { rows } = await sql<Settings>`
    select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit, current_setting('server_encoding') as server_encoding,
      current_setting('server_version_num')::int as version`.execute(kysely)
  const settings = rows[0]
  if (!settings) throw new Error('数据库未返回配置')
  const off = requiredSettings.filter((name) => settings[name] === 'off')
  if (off.length > 0) throw new Error(`数据库已关闭 ${off.join('、')}，断电会丢失已提交的数据，拒绝启动`)
  if (settings.version < minServerVersion) throw new Error(`需要 PostgreSQL 15 或更高版本，当前为 ${settings.version}`)
  if (settings.server_encoding !== 'UTF8') throw new Error(`数据库编码须为 UTF8，当前为 ${settings.server_encoding}`)
}
