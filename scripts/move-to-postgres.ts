import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readServerConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { holdStill } from '#server/db/hold-still.ts'
import { listMigrations, migrateDatabase } from '#server/db/migrate.ts'
import { assertUnused, fillFromRows, openRows } from '#server/db/move-rows.ts'
import { auditBooks, auditRuleNames } from '#server/ledger/audit.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** `npm run move-to-postgres`: copies the embedded database of DATA_DIR into the empty one of DATABASE_URL; all of it, or nothing. */
async function main(): Promise<void> {
  const { data_dir: dataDir, database_url: url, s3 } = readServerConfig(process.env)
  if (!url) throw new Error('请设置 DATABASE_URL：要搬进去的、空的 PostgreSQL 库')
  const directory = join(dataDir, 'database')
  if (!existsSync(join(directory, 'pgdata'))) throw new Error(`数据目录 ${dataDir} 里没有内嵌数据库（DATA_DIR 是否写对？）`)
  const source = await openDatabase({ data_dir: directory })
  try {
    const newest = listMigrations().at(-1)?.name
    const { schema } = await holdStill(source, (facts) => facts)
    if (schema !== newest) throw new Error(`内嵌数据库是 ${schema}，这个版本是 ${newest}：先用这个版本启动一次平台再搬`)
    const target = await openDatabase({ url })
    try {
      await migrateDatabase(target)
      await assertUnused(target.kysely)
      const moved = await source.transaction((from) =>
        target.transaction(async (to) => {
          const done = await fillFromRows(await openRows(from), to)
          const [broken] = await auditBooks(to)
          if (broken) throw new Error(`账目核对不成立：${broken.rule}（${broken.count} 行），没有搬`)
          return done
        }),
      )
      await sql`analyze`.execute(target.kysely)
      say(`已搬 ${moved.tables} 张表、${moved.rows} 行，逐表核对相同，账目 ${auditRuleNames.length} 条规则都成立`)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
  say(`内嵌数据库没有改动，仍在 ${directory}；从现在起带着 DATABASE_URL 启动，不要再用原来那份启动`)
  if (!s3) say(`文件与密钥仍在 ${dataDir}，DATA_DIR 不变；多台机器请先换成 STORAGE=s3 与 SECRET_KEY`)
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
