import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '#server/adapters/clock.system.ts'
import { readServerConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { countSealedValues, rotateKeys, type SealingKeyUse } from '#server/domains/operator/key-rotation/rotate.service.ts'
import { loadSecretRing } from '#server/keys.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function sayLeft(uses: readonly SealingKeyUse[], hasOlder: boolean): void {
  const left = uses.filter(({ older }) => older > 0)
  for (const { title, newest, older } of left) say(`${title}：最新的密钥 ${newest} 项，旧密钥 ${older} 项`)
  if (left.length > 0) {
    process.exitCode = 1
    say('还有内容用旧密钥封存，旧密钥不能移除。')
  } else
    say(`全部 ${uses.reduce((sum, { newest }) => sum + newest, 0)} 项都由最新的密钥封存${hasOlder ? '，旧密钥可以移除' : ''}。`)
}

/** `npm run keys:rotate`: reseals everything with the newest secret; `-- --check` only reports what older secrets still seal. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  const config = readServerConfig(process.env)
  const database = await openDatabase(
    config.database_url ? { url: config.database_url } : { data_dir: join(config.data_dir, 'database') },
  )
  try {
    await migrateDatabase(database)
    const ring = loadSecretRing(config.secret_key, config.data_dir)
    const keys = await loadInstallationKeys(database, ring)
    say(`共 ${ring.length} 把密钥，最新的是 k${ring[0].id}。`)
    if (values.check) return sayLeft(await countSealedValues(database, keys), ring.length > 1)
    const { resealed, damaged, left } = await rotateKeys({ database, clock: systemClock }, keys)
    say(`重新封存 ${resealed} 项。`)
    for (const value of damaged) say(`打不开，内容可能已损坏：${value}`)
    sayLeft(left, ring.length > 1)
  } finally {
    await database.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
