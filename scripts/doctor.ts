import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '#server/adapters/clock.system.ts'
import { type Config, readServerConfig } from '#server/config/config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { checkBooks, checkClock, checkDatabaseSettings, checkHosts, checkMigrations } from './doctor/database.ts'
import { describeError, type Finding, fail, formatFinding, warn } from './doctor/finding.ts'
import { checkGatewayDomain, checkPublicOrigin } from './doctor/reach.ts'
import { checkDisks, checkEngine, checkKeys, checkServices, checkStorage } from './doctor/services.ts'

function readConfig(): Config | Finding[] {
  try {
    return readServerConfig(process.env)
  } catch (error) {
    return (error as Error).message.split('\n').map((line) => fail('配置', line, '按 README 的「配置」一节改正，节点否则不启动'))
  }
}

async function examineDatabase(config: Config, database: Database): Promise<Finding[]> {
  const found = [...(await checkDatabaseSettings(database)), await checkClock(database)]
  const { finding, is_current: isCurrent } = await checkMigrations(database)
  if (!isCurrent) return [...found, finding]
  return [
    ...[...found, finding, await checkKeys(config, database)],
    ...[...(await checkBooks(database)), ...(await checkHosts(database))],
  ]
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  const { database_url: url, data_dir: dataDir } = config
  if (!url && !existsSync(join(dataDir, 'database', 'pgdata')))
    return [warn('数据库', `内嵌的数据库还没有（${dataDir}）`, '第一次启动会建好；真实部署请设置 DATABASE_URL')]
  try {
    const database = await openDatabase(url ? { url, allow_unsafe: true } : { data_dir: join(dataDir, 'database') })
    return await examineDatabase(config, database).finally(() => database.close())
  } catch (error) {
    const cause = (error as Error).cause ?? error
    return [fail('数据库', describeError(cause), '看 PostgreSQL 是否在运行、DATABASE_URL 是否写对；内嵌数据库要先停下节点再查')]
  }
}

async function checkAddresses({ public_origin: origin, gateway }: Config): Promise<Finding[]> {
  if (!origin) return []
  const now = systemClock.now()
  return Promise.all([checkPublicOrigin(origin, now), ...(gateway ? [checkGatewayDomain(gateway, now)] : [])])
}

const parts = [checkDisks, checkDatabase, checkStorage, checkEngine, checkServices, checkAddresses]

/** `npm run doctor`: says what is wrong with a deployment and how to mend it; changes nothing. Exit code 1 if anything fails. */
async function main(): Promise<void> {
  const config = readConfig()
  const found: Finding[] = []
  const tell = (findings: readonly Finding[]) => {
    found.push(...findings)
    for (const finding of findings) process.stdout.write(`${formatFinding(finding)}\n`)
  }
  if (Array.isArray(config)) tell(config)
  else for (const part of parts) tell(await part(config))
  const count = (state: Finding['state']) => found.filter((finding) => finding.state === state).length
  process.stdout.write(`\n${count('ok')} 项正常，${count('warn')} 项要注意，${count('fail')} 项不行\n`)
  process.exit(count('fail') > 0 ? 1 : 0)
}

await main()
