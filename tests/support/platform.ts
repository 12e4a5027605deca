import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Role } from '#contract/access.ts'
import { auth, type CaptchaType } from '#contract/auth.ts'
import { fenOfYuan } from '#contract/money.ts'
import { users } from '#contract/users.ts'
import { proofOfWork } from '#server/adapters/challenge.proof-of-work.ts'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import { sandbox_identity } from '#server/adapters/identity.sandbox.ts'
import { sandboxInvoiceIssuer } from '#server/adapters/invoice-issuer.sandbox.ts'
import { sandboxLlm } from '#server/adapters/llm-upstream.sandbox/llm-upstream.sandbox.ts'
import { sandboxMail } from '#server/adapters/mail.sandbox.ts'
import { sandboxPayment } from '#server/adapters/payment.sandbox.ts'
import { sandboxSms } from '#server/adapters/sms.sandbox.ts'
import { createUploads } from '#server/adapters/uploads.ts'
import { createVolumes } from '#server/adapters/volumes.ts'
import { sandboxWechat } from '#server/adapters/wechat.sandbox.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { demo_fleet } from '#server/demo/fleet.ts'
import type { Deps } from '#server/deps.ts'
import { openKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { readRing } from '#server/keys.ts'
import { post } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { signerOf } from '#server/lib/signing.ts'
import { type Call, type CallOptions, callsTo, downloadsFrom } from '#tests/support/calls.ts'
import { testDatabase } from '#tests/support/database.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { idNumber } from '#tests/support/id-numbers.ts'
import { deafWebhooks } from '#tests/support/recording-webhooks.ts'
import { provingOperators } from '#tests/support/step-up.ts'

export interface SignUp {
  phone?: string
  password?: string
  invite_code?: string
  /** Verified before it is handed out. */
  real_name?: true
  /** Yuan in the wallet: `'100.00'`. */
  balance?: string
  role?: Role
  is_tencent?: boolean
}

/**
 * The whole server but its listening and its jobs: sandbox adapters, simulated compute, a database of its own and a held
 * clock. Each part can be given instead; a part that needs the time is made with the same clock.
 */
export async function testPlatform(options: Partial<Deps> & { clock?: HeldClock } = {}, web_root?: string) {
  const clock = options.clock ?? new HeldClock()
  const dir = await mkdtemp(join(tmpdir(), 'zhisuan-platform-'))
  const logs: string[] = []
  const database = options.database ?? (await testDatabase())
  const keys = options.keys ?? (await openKeys(database, readRing(Buffer.alloc(32, 'tests').toString('base64'))))
  const sms = sandboxSms(clock, () => {})
  const mail = sandboxMail(clock)
  const payment = sandboxPayment(keys.sandbox_payment)
  const wechat = sandboxWechat(clock)
  const config =
    options.config ??
    readConfig({ NODE_ENV: 'test', DATA_DIR: dir, USER_RPS: '0', NETWORK_RPS: '0', CHALLENGE_FREE_SENDS: '1000000' })
  const volumes = await createVolumes(config)
  const deps: Deps = {
    config,
    clock,
    database,
    keys,
    sms,
    challenge: proofOfWork(clock, signerOf(keys.challenge)),
    mail,
    webhooks: deafWebhooks(),
    payment,
    wechat,
    identity: sandbox_identity,
    invoice_issuer: sandboxInvoiceIssuer('智算中心'),
    volumes,
    uploads: createUploads(config, volumes),
    llm: sandboxLlm(clock, { piece_ms: 0 }),
    compute: createSimulator({ clock, dir: join(dir, 'simulator'), hosts: demo_fleet }),
    installation_id: 'zhisuan',
    log: pino({ level: 'trace' }, { write: (line) => void logs.push(line) }),
    sandbox: { sms, payment, mail, wechat },
    ...options,
  }
  const app = await buildApp(deps, web_root ?? dir)
  const { call, fetchFile } = provingOperators(deps, callsTo(app), downloadsFrom(app))
  let people = 0

  /** The code of the newest SMS to a phone. */
  const smsCode = (phone: string): string => {
    const found = sms.inbox().find((message) => message.phone === phone)
    if (!found) throw new Error(`no SMS to ${phone}`)
    return found.code
  }

  /** Has a code sent and reads it. */
  async function askCode(phone: string, captcha_type: CaptchaType, from: CallOptions = {}): Promise<string> {
    const { status, raw } = await call(auth.send_captcha, { body: { phone, captcha_type } }, from)
    if (status !== 200) throw new Error(`no code: ${raw}`)
    return smsCode(phone)
  }

  /** A new person with an account, signed in, each at an address of its own. */
  async function signUp({ phone, password = 'Gpu#2026rent', invite_code, real_name, balance, ...columns }: SignUp = {}) {
    people += 1
    const user = {
      id: '',
      phone: phone ?? `138${String(people).padStart(8, '0')}`,
      password,
      ip: `10.0.${people >> 8}.${people & 255}`,
    }
    const from = { ip: user.ip }
    const captcha = await askCode(user.phone, 'register', from)
    user.id = (await call(auth.register, { body: { phone: user.phone, captcha, password, invite_code } }, from)).data.id
    if (Object.keys(columns).length)
      await deps.database.kysely.updateTable('users').set(columns).where('id', '=', user.id).execute()
    if (balance) await recharge(user.id, balance)
    const { access: token, refresh } = (await call(auth.login, { body: { phone: user.phone, password } }, from)).data
    const callAsUser: Call = (endpoint, sent, options) => call(endpoint, sent, { token, ip: user.ip, ...options })
    if (real_name) {
      const body = { name: '张三', id_number: idNumber('19900307', people), consent: true } as const
      const { status, raw } = await callAsUser(users.verify_real_name, { body })
      if (status !== 200) throw new Error(`not verified: ${raw}`)
    }
    return { user, token, refresh, call: callAsUser }
  }

  /** Puts money into a wallet, as a paid recharge does. */
  const recharge = (user_id: string, yuan: string) =>
    deps.database.transaction((trx) =>
      post(trx, {
        idem: `recharge:${newId('tests')}`,
        kind: 'recharge',
        title: '充值',
        at: clock.now(),
        movements: [{ from: 'channel', to: { user: user_id }, amount_fen: fenOfYuan(yuan) }],
      }),
    )

  return {
    deps,
    clock,
    app,
    /** Everything that was logged, line by line. */
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

export type TestPlatform = Awaited<ReturnType<typeof testPlatform>>
