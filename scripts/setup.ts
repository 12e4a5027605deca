import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { systemClock } from '#server/adapters/clock.system.ts'
import { readServerConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { setUpAdministrator } from '#server/domains/accounts/auth/setup.service.ts'

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

/** `npm run setup`: creates the first administrator; `-- --second` the second, required for every two-person change. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { phone: { type: 'string' }, second: { type: 'boolean', default: false } } })
  const config = readServerConfig(process.env)
  const phone = values.phone ?? (await ask('管理员的手机号：'))
  const password = process.env.SETUP_PASSWORD ?? (await ask('密码（12-16 位，含数字、字母和符号）：', { secret: true }))
  const database = await openDatabase(
    config.database_url ? { url: config.database_url } : { data_dir: join(config.data_dir, 'database') },
  )
  try {
    await migrateDatabase(database)
    await setUpAdministrator({ database, clock: systemClock }, { phone, password, second: values.second })
    process.stdout.write(
      [
        `已建立管理员 ${phone}，用手机号和密码登录，从右上角的用户卡进入运营后台。`,
        ...(values.second ? [] : ['调价、角色等变更须两人办理：再运行 npm run setup -- --second 建立第二名管理员。']),
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
