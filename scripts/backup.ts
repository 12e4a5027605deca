import { parseArgs } from 'node:util'
import { systemClock } from '#server/adapters/clock.system.ts'
import { makeBackup } from '#server/backup/backup.ts'
import { readServerConfig } from '#server/config/config.ts'

/**
 * `npm run backup -- <folder or file>`: a backup of the embedded installation in DATA_DIR, which may be running. With `--rows` it can be
 * restored by a version whose embedded database has another major version.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { rows: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [target, ...rest] = positionals
  if (!target || rest.length > 0) throw new Error('用法：npm run backup -- [--rows] <文件夹或文件>')
  const { file, manifest } = await makeBackup(readServerConfig(process.env), systemClock, target, values)
  const lines = [
    `已备份到 ${file}（${manifest.live ? '平台在运行' : '平台没有运行'}，数据库 ${manifest.schema}${values.rows ? '，逐行保存' : ''}）`,
    manifest.secrets === 'included'
      ? '注意：备份里有密钥（secret.key）与全部个人信息，拿到它就能打开一切；文件只有所有者可读，请保管在同样可信的地方'
      : `注意：密钥在 SECRET_KEY 里，不在备份里；请另外保管（${manifest.key_ids.map((id) => `k${id}`).join('、')}），没有它就打不开备份`,
    ...(manifest.files === 's3' ? ['注意：文件在 S3 的桶里，不在这份备份里'] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
