import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Role } from '#contract/access.ts'
import { auth, type CaptchaType } from '#contract/auth.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { users } from '#contract/users.ts'
import { createEngines } from '#server/adapters/engines.ts'
import { createUploads } from '#server/adapters/uploads.ts'
import { createVolumes } from '#server/adapters/volumes.ts'
import { buildApp } from '#server/app.ts'
import { readServerConfig } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { parseSecretRing } from '#server/keys.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { type ApiCaller, createApiCaller, createDownloader, type TestCallOptions } from '#tests/support/calls.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { buildIdNumber } from '#tests/support/id-numbers.ts'
import { createSandboxAdapters } from '#tests/support/sandbox-adapters.ts'
import { createSteppedUpCallers } from '#tests/support/step-up.ts'

export interface SignUpOptions {
  phone?: string
  password?: string
  invite_code?: string
  /** Whether the account is verified before it is returned. */
  real_name?: true
  /** Wallet balance in yuan: `'100.00'`. */
  balance?: string
  role?: Role
  is_tencent?: boolean
}

/**
 * The whole server without its listener and its jobs: sandbox adapters, simulated compute, its own database and a held clock.
 * Each part can be replaced; a part that needs the time is created with the same clock.
 */
export async function createTestPlatform(options: Partial<Deps> & { clock?: HeldClock } = {}, webRoot?: string) {
  const clock = options.clock ?? new HeldClock()
  const dir = await mkdtemp(join(tmpdir(), 'zhisuan-platform-'))
  const logs: string[] = []
  const database = options.database ?? (await createTestDatabase())
  const keys =
    options.keys ?? (await loadInstallationKeys(database, parseSecretRing(Buffer.alloc(32, 'tests').toString('base64'))))
  const config =
    options.config ??
    readServerConfig({ NODE_ENV: 'test', DATA_DIR: dir, USER_RPS: '0', NETWORK_RPS: '0', CHALLENGE_FREE_SENDS: '1000000' })
  const volumes = await createVolumes(config)
  const adapters = createSandboxAdapters(clock, keys, dir)
  const { sms, mail, payment, wechat } = adapters
  const deps: Deps = {
    config,
    clock,
    database,
    keys,
    ...adapters,
    engines: createEngines(config, clock, 'zhisuan'),
    volumes,
    uploads: createUploads(config, volumes),
    installation_id: 'zhisuan',
    log: pino({ level: 'trace' }, { write: (line) => void logs.push(line) }),
    sandbox: { sms, payment, mail, wechat },
    ...options,
  }
  const app = await buildApp(deps, webRoot ?? dir)
  const { call, fetchFile } = createSteppedUpCallers(deps, createApiCaller(app), createDownloader(app))
  let people = 0

  /** Returns the code of the newest SMS to a phone. */
  const smsCode = (phone: string): string => {
    const found = sms.inbox().find((message) => message.phone === phone)
    if (!found) throw new Error(`no SMS to ${phone}`)
    return found.code
  }

  /** Requests a code and reads it. */
  async function askCode(phone: string, captchaType: CaptchaType, from: TestCallOptions = {}): Promise<string> {
    const { status, raw } = await call(auth.send_captcha, { body: { phone, captcha_type: captchaType } }, from)
    if (status !== 200) throw new Error(`no code: ${raw}`)
    return smsCode(phone)
  }

  /** Creates a signed-in user with an account, each at a client address of its own. */
  async function signUp({
    phone,
    password = 'Gpu#2026rent',
    invite_code: inviteCode,
    real_name: realName,
    balance,
    ...columns
  }: SignUpOptions = {}) {
    people += 1
    const user = {
      id: '',
      phone: phone ?? `138${String(people).padStart(8, '0')}`,
      password,
      ip: `10.0.${people >> 8}.${people & 255}`,
    }
    const from = { ip: user.ip }
    const captcha = await askCode(user.phone, 'register', from)
    user.id = (
      await call(auth.register, { body: { phone: user.phone, captcha, password, invite_code: inviteCode } }, from)
    ).data.id
    if (Object.keys(columns).length)
      await deps.database.kysely.updateTable('users').set(columns).where('id', '=', user.id).execute()
    if (balance) await recharge(user.id, balance)
    const { access: token, refresh } = (await call(auth.login, { body: { phone: user.phone, password } }, from)).data
    const callAsUser: ApiCaller = (endpoint, sent, options) => call(endpoint, sent, { token, ip: user.ip, ...options })
    if (realName) {
      const body = { name: '张三', id_number: buildIdNumber('19900307', people), consent: true } as const
      const { status, raw } = await callAsUser(users.verify_real_name, { body })
      if (status !== 200) throw new Error(`not verified: ${raw}`)
    }
    return { user, token, refresh, call: callAsUser }
  }

  /** Credits a wallet as a paid recharge does. */
  const recharge = (userId: string, yuan: string) =>
    deps.database.transaction((trx) =>
      recordPosting(trx, {
        idem: `recharge:${newId('tests')}`,
        kind: 'recharge',
        title: '充值',
        at: clock.now(),
        movements: [{ from: 'channel', to: { user: userId }, amount_fen: parseYuanToFen(yuan) }],
      }),
    )

  return {
    deps,
    clock,
    app,
    /** All log output, line by line. */
    logs,
    call,
    fetchFile,
    smsCode,
    askCode,
    signUp,
    recharge,
    close: async () => {
      await app.close()
      await deps.compute.close()
      await deps.database.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export type TestPlatform = Awaited<ReturnType<typeof createTestPlatform>>
