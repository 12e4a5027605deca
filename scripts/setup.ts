import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { renderUnicodeCompact } from 'uqr'
import { systemClock } from '#server/adapters/clock.system.ts'
import { readServerConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { setUpAdministrator } from '#server/domains/accounts/auth/setup.service.ts'
import { type ProvisionedFactor, resetSecondFactor } from '#server/domains/accounts/second-factor/setup-factor.service.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { loadSecretRing } from '#server/keys.ts'

/** Prompts at the terminal; secret input is not echoed. */
async function ask(question: string, { secret = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) throw new Error('这里没有终端可以询问：请写 --phone <手机号>，密码放在环境变量 SETUP_PASSWORD')
  let quiet = false
  const output = new Writable({
    write: (chunk, _, done) => {
      if (!quiet) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    const answer = terminal.question(question)
    quiet = secret
    return (await answer).trim()
  } finally {
    terminal.close()
    if (secret) process.stdout.write('\n')
  }
}

const describeFactor = ({ uri, secret, recovery_codes: recoveryCodes }: ProvisionedFactor): string[] => [
  '登录还须输入动态码。请现在用身份验证器（如微软、谷歌的 Authenticator）扫描：',
  '',
  renderUnicodeCompact(uri),
  '',
  `扫不了时手动输入密钥：${secret}`,
  uri,
  '',
  '手机丢失时用恢复码登录，每个只能用一次。请抄下来另行保存，以上内容不会再显示：',
  ...recoveryCodes,
  '',
]

/**
 * `npm run setup`: creates the first administrator; `-- --second` the second, required for every two-person change;
 * `-- --reset-factor <phone>` removes the second factor of somebody who has lost phone and recovery codes.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { phone: { type: 'string' }, second: { type: 'boolean', default: false }, 'reset-factor': { type: 'string' } },
  })
  const { 'reset-factor': resetPhone, second } = values
  const config = readServerConfig(process.env)
  const phone = resetPhone ?? values.phone ?? (await ask('管理员的手机号：'))
  const password =
    resetPhone === undefined
      ? (process.env.SETUP_PASSWORD ?? (await ask('密码（12-16 位，含数字、字母和符号）：', { secret: true })))
      : ''
  const database = await openDatabase(
    config.database_url ? { url: config.database_url } : { data_dir: join(config.data_dir, 'database') },
  )
  try {
    await migrateDatabase(database)
    const keys = await loadInstallationKeys(database, loadSecretRing(config.secret_key, config.data_dir))
    const deps = { database, clock: systemClock, config, keys }
    if (resetPhone !== undefined) {
      await resetSecondFactor(deps, resetPhone)
      process.stdout.write(`已关闭 ${resetPhone} 的两步验证，所有设备已退出登录。运营账号登录后须重新开启，才能使用运营后台。\n`)
      return
    }
    const factor = await setUpAdministrator(deps, { phone, password, second })
    process.stdout.write(
      [
        `已建立管理员 ${phone}，用手机号和密码登录，从右上角的用户卡进入运营后台。`,
        '',
        ...describeFactor(factor),
        ...(second ? [] : ['调价、角色等变更须两人办理：再运行 npm run setup -- --second 建立第二名管理员。']),
        '',
      ].join('\n'),
    )
  } finally {
    await database.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
