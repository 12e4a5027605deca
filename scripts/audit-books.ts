import { join } from 'node:path'
import { readServerConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { auditBooks, auditRuleNames } from '#server/ledger/audit.ts'

/** `npm run audit:books`: checks every ledger invariant; exit code 1 on any finding. */
const config = readServerConfig(process.env)
const database = await openDatabase(
  config.database_url ? { url: config.database_url } : { data_dir: join(config.data_dir, 'database') },
)
try {
  const findings = await auditBooks(database.kysely)
  for (const { rule, count } of findings) console.error(`不成立（${count} 行）：${rule}`)
  process.stdout.write(`${auditRuleNames.length} 条规则，${findings.length} 条不成立\n`)
  process.exitCode = findings.length > 0 ? 1 : 0
} finally {
  await database.close()
}
