import { type Kysely, sql } from 'kysely'
import { systemClock } from '#server/adapters/clock.system.ts'
import type { Database } from '#server/db/database.ts'
import { listMigrations } from '#server/db/migrate.ts'
import type { DB } from '#server/db/types.ts'
import { auditBooks, auditRuleNames } from '#server/ledger/audit.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Ten for calls and one that listens, in the main thread and in that of the gateways (server/db/postgres-engine.ts). */
const sessionsPerNode = 22
const driftWarnMs = 1_000
/** Quotes, tokens and signatures of providers are refused with clocks that differ more. */
const driftFailMs = 5_000

interface Settings {
  version: string
  number: number
  encoding: string
  zone: string
  off: string[]
  most: number
  taken: number
}

async function readSettings(db: Kysely<DB>): Promise<Settings> {
  const { rows } = await sql<Settings>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
      array(select name::text from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')
        and setting = 'off' order by name) as off,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as taken`.execute(db)
  return rows[0]!
}

export async function checkDatabaseSettings({ kysely, kind }: Database): Promise<Finding[]> {
  const { version, number, encoding, zone, off, most, taken } = await readSettings(kysely)
  const about = '数据库'
  const found: Finding[] = []
  if (number < 150_000) found.push(fail(about, `PostgreSQL ${version} 太旧`, '升级到 PostgreSQL 15 或更高版本'))
  if (encoding !== 'UTF8') found.push(fail(about, `编码是 ${encoding}`, '用 createdb -E UTF8 另建一个库，把数据导进去'))
  if (zone !== 'UTC')
    found.push(
      fail(about, `会话的时区是 ${zone}，没有用节点要求的 UTC`, '中间的连接池丢掉了 options，请允许它，或让节点直连数据库'),
    )
  if (off.length > 0)
    found.push(
      fail(about, `已关闭 ${off.join('、')}，断电会丢失已提交的账`, '在 postgresql.conf 里打开并重新加载，节点否则拒绝启动'),
    )
  if (kind === 'postgres' && most - taken < sessionsPerNode)
    found.push(
      warn(
        about,
        `最多 ${most} 个连接，已用 ${taken} 个，不够再加一个节点（最多 ${sessionsPerNode} 个）`,
        '调大 max_connections，或减少节点；看看是谁占着：select * from pg_stat_activity',
      ),
    )
  const room = kind === 'postgres' ? `，最多 ${most} 个连接，已用 ${taken} 个` : '（内嵌）'
  return found.length > 0 ? found : [ok(about, `PostgreSQL ${version}${room}`)]
}

/** Compares with the middle of the question, as the way there and back takes a while. */
export async function checkClock({ kysely }: Database, now: () => Date = systemClock.now): Promise<Finding> {
  const before = now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(kysely)
  const driftMs = Math.abs((before + now().getTime()) / 2 - rows[0]!.at.getTime())
  const what = `与数据库相差 ${(driftMs / 1000).toFixed(1)} 秒`
  const mend = '在这台机器和数据库的机器上都运行 chrony 或 systemd-timesyncd，确认 timedatectl 显示已同步'
  if (driftMs > driftFailMs) return fail('时钟', what, mend)
  return driftMs > driftWarnMs ? warn('时钟', what, mend) : ok('时钟', what)
}

/** Undefined: the tables are not there yet. */
async function listApplied(db: Kysely<DB>): Promise<string[] | undefined> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (!rows[0]?.found) return undefined
  return (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(({ name }) => name)
}

/** The rest can be asked only when `is_current`. */
export async function checkMigrations({ kysely }: Database): Promise<{ finding: Finding; is_current: boolean }> {
  const about = '数据库结构'
  const applied = await listApplied(kysely)
  const known = listMigrations().map(({ name }) => name)
  const newer = applied?.find((name) => !known.includes(name))
  const pending = known.filter((name) => !applied?.includes(name))
  const judge = (): Finding => {
    if (applied === undefined) return warn(about, '还是空的', '第一次启动，或 npm run setup，会建好所有的表')
    if (newer) return fail(about, `已升级到 ${newer}，比这个程序新`, '改用新版本的程序；旧版本不会启动')
    if (pending.length > 0)
      return warn(about, `有 ${pending.length} 个迁移没有执行，从 ${pending[0]} 起`, '先备份；新版本的节点启动时会执行它们')
    return ok(about, `${known.length} 个迁移都已执行`)
  }
  return { finding: judge(), is_current: newer === undefined && pending.length === 0 }
}

export async function checkBooks({ kysely }: Database): Promise<Finding[]> {
  const unchecked: string[] = []
  const findings = await auditBooks(kysely, (rule) => void unchecked.push(rule))
  const bad = findings.map(({ rule, count }) =>
    fail('账目', `不成立（${count} 行）：${rule}`, '先停人工调账与提现，备份数据库，查清是哪些行；更正只能记账，不能改行'),
  )
  const left = unchecked.map((rule) => warn('账目', `没能核对完：${rule}`, '在空闲的从库上运行 npm run audit:books'))
  const found = [...bad, ...left]
  return found.length > 0 ? found : [ok('账目', `${auditRuleNames.length} 条规则都成立`)]
}

/** What the platform last found on its hosts, egress rules among it (scripts/tenant-host.sh). */
export async function checkHosts({ kysely }: Database): Promise<Finding[]> {
  const hosts = await kysely.selectFrom('hosts').select(['id', 'problem']).orderBy('id').execute()
  const bad = hosts.filter(({ problem }) => problem !== null)
  if (bad.length === 0) return [ok('主机', hosts.length > 0 ? `${hosts.length} 台都能出租` : '还没有')]
  return bad.map(({ id, problem }) =>
    fail('主机', `${id}：${problem}`, '按说明处理；隔离没有生效时，在主机上运行 scripts/tenant-host.sh（重启后要再运行）'),
  )
}
