import { parseArgs } from 'node:util'
import { systemClock } from '#server/adapters/clock.system.ts'
import { checkBackup, restoreBackup } from '#server/backup/restore.ts'
import { readServerConfig } from '#server/config/config.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** `npm run restore -- <file>`: fills DATA_DIR from a backup; `--check` only reads the backup to its end. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [file, ...rest] = positionals
  if (!file || rest.length > 0) throw new Error('用法：npm run restore -- [--check | --replace] <备份文件>')
  if (values.check) {
    const { manifest, files } = await checkBackup(file)
    return say(`完好：${files} 个文件，${manifest.made_at} 由版本 ${manifest.version} 做出，数据库 ${manifest.schema}`)
  }
  const config = readServerConfig(process.env)
  const { manifest, before } = await restoreBackup(config, systemClock, file, values)
  say(`已恢复到 ${manifest.made_at} 的样子（版本 ${manifest.version}，数据库 ${manifest.schema}），在 ${config.data_dir}`)
  if (before) say(`原来的内容在 ${before}，确认无误后自己删除`)
  const missing = manifest.key_ids.filter((id) => !config.secret_key?.some((secret) => secret.id === id))
  if (manifest.secrets === 'SECRET_KEY' && missing.length > 0)
    say(`启动之前把当时的 SECRET_KEY（${missing.map((id) => `k${id}`).join('、')}）配好：它不在备份里`)
  if (manifest.files === 's3') say('文件在 S3 的桶里，没有动它')
  say('接着启动平台，再停下来运行 npm run audit:books 核对账目')
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
