import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { bankTransfers } from '#contract/bank-transfers.ts'
import { resultCodes } from '#contract/codes.ts'
import { buildPath, type CallInput, type Endpoint } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { operatorBankTransfers } from '#contract/operator/bank-transfers.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { operatorHosts } from '#contract/operator/hosts.ts'
import { operatorIdentities } from '#contract/operator/identities.ts'
import { operatorImages } from '#contract/operator/images.ts'
import { operatorProducts } from '#contract/operator/products.ts'
import { operatorRegions } from '#contract/operator/regions.ts'
import { orders } from '#contract/orders.ts'
import { platform } from '#contract/platform.ts'
import { stepUp } from '#contract/step-up.ts'
import { users } from '#contract/users.ts'
import { wallet } from '#contract/wallet.ts'
import { paths } from '#src/paths.ts'
import { ApiReply } from '#tests/support/calls.ts'
import { solveTestChallenge } from '#tests/support/challenge.ts'
import { ChildProgram } from '#tests/support/child.ts'
import { buildIdNumber } from '#tests/support/id-numbers.ts'
import { smallPng } from '#tests/support/payments.ts'
import { plainDeployment } from '#tests/support/plain-deployment.ts'
import { findServerProgram } from '#tests/support/server-program.ts'

const setup = new URL('../../../scripts/setup.ts', import.meta.url)
const dir = await mkdtemp(join(tmpdir(), 'zhisuan-real-'))
afterAll(() => rm(dir, { recursive: true, force: true }))

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
/** Everything in its plain form, and the flags that must have no power. */
const env = {
  ...plainDeployment,
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: dir,
  DATABASE_URL: '',
  PUBLIC_ORIGIN: origin,
  SECRET_KEY: randomBytes(48).toString('base64'),
  TRUST_PROXY: 'none',
  SSH_PORT: '0',
  GATEWAY_PORT: '0',
  DEMO: '1',
  ALLOW_SANDBOX: '1',
}
const password = 'Kaishi#2026gpu'
const runSetup = async (...args: string[]): Promise<[number | null, string]> => {
  const child = new ChildProgram(setup, args, { ...env, SETUP_PASSWORD: password })
  const errors = await child.ended
  return [child.process.exitCode, errors]
}

interface Extra {
  token?: string | undefined
  file?: Buffer
  headers?: Record<string, string>
}
async function call<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E> = {} as CallInput<E>,
  { token, file, headers }: Extra = {},
) {
  const { params, query, body } = sent as { params?: object; query?: object; body?: object }
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]))
  const form = new FormData()
  if (file) {
    for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value))
    form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'proof.png')
  }
  const response = await fetch(`${origin}${buildPath(endpoint, params as never)}?${search}`, {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!file && endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(endpoint.method !== 'GET' && { body: file ? form : JSON.stringify(body ?? {}) }),
  })
  return new ApiReply(endpoint, response.status, await response.text())
}

/** Asks until it is so; what cannot be asked yet is not so. */
const reach = (check: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await check()).toBe(true), { timeout: 120_000, interval: 250 })

const signIn = async (phone: string, secret: string) =>
  (await call(auth.login, { body: { phone, password: secret } })).data.access
/** An administrator who has just proved who he is. */
async function admin(phone: string): Promise<string> {
  const token = await signIn(phone, password)
  await call(stepUp.prove, { body: { password } }, { token })
  return token
}

describe('product §2 A real deployment in its plain forms', () => {
  it('is started from an empty folder, plays nothing, tells nobody a code, and sells time on a machine', async () => {
    expect(await runSetup('--phone', '13900000001')).toEqual([0, ''])
    const [again, why] = await runSetup('--phone', '13900000002')
    expect([again, why]).toEqual([1, expect.stringContaining('已有管理员')])
    expect(await runSetup('--phone', '13900000002', '--second')).toEqual([0, ''])

    const server = new ChildProgram(findServerProgram(), [], env)
    let said = ''
    server.process.stdout?.on('data', (chunk) => {
      said += String(chunk)
    })
    await reach(() => fetch(`${origin}/healthz`).then(({ ok }) => ok))

    // Every sandbox call of the contract and every sandbox page of the site.
    const played = allEndpoints.map(({ endpoint }) => endpoint).filter(({ path }) => path.startsWith('/api/v1/sandbox/'))
    expect(played.length).toBeGreaterThan(4)
    for (const { method, path } of played) {
      const url = `${origin}${path.replace(/:\w+/, 't1')}`
      const answer = await fetch(url, {
        method,
        ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
      })
      expect([path, answer.status]).toEqual([path, 404])
    }
    const pages = Object.values(paths).filter(
      (path): path is Extract<typeof path, string> => typeof path === 'string' && path.startsWith('/sandbox'),
    )
    expect(pages.length).toBe(3)
    for (const page of pages)
      expect((await fetch(`${origin}${page.replace(/:\w+/, 't1')}`, { headers: { accept: 'text/html' } })).status).toBe(404)
    expect((await call(platform.server_info)).data).toMatchObject({
      played: [],
      simulated: true,
      offers: { wechat: false, mail: false, invoicing: false },
    })
    expect((await call(auth.login, { body: { phone: '13800000003', password: 'Zhisuan-2026' } })).status).toBe(400)
    expect((await fetch(`${origin}/metrics`)).status).toBe(403)

    // Stock, as two administrators put it on sale.
    const [one, two] = [await admin('13900000001'), await admin('13900000002')]
    const as = (token: string) => ({ token })
    const region = { id: 'cn-north-1', name: '华北一区', city: '北京', sort: 0 }
    expect((await call(operatorRegions.create, { body: region }, as(one))).status).toBe(200)
    const host = 'cn-north-1-4090-01'
    await reach(async () => (await call(operatorHosts.get, { params: { id: host } }, as(one))).status === 200)
    await call(operatorHosts.register, { params: { id: host }, body: { region_id: region.id } }, as(one))
    const image = {
      name: 'PyTorch',
      framework: 'PyTorch',
      version: '2.5',
      python: '3.12',
      runtime: 'CUDA 12.4',
      size_gb: 10,
      sort: 0,
    }
    const { id: imageId } = (
      await call(operatorImages.create, { body: { ...image, vendor: 'nvidia', reference: 'zhisuan/pytorch:2.5' } }, as(one))
    ).data
    const card = { vram: 24, fp32: 82, fp16: 165, cpu: 16, memory: 62, net_speed: 100, sys_disk: 30, max_gpu_num: 8, sort: 0 }
    const form = { ...card, region_id: region.id, gpu_model: 'RTX 4090', vendor: 'nvidia' as const, name: 'RTX 4090' }
    const { id: productId } = (await call(operatorProducts.create, { body: form }, as(one))).data
    const price = {
      hour: '72',
      day: '1728',
      week: '12096',
      hour_origin: '72',
      day_origin: '1728',
      week_origin: '12096',
      reason: '首次定价',
    }
    const change = (await call(operatorProducts.request_price, { params: { id: productId }, body: price }, as(one))).data
    expect((await call(operatorChanges.approve, { params: { id: change.id } }, as(one))).code).toBe(resultCodes.own_change.code)
    expect((await call(operatorChanges.approve, { params: { id: change.id } }, as(two))).status).toBe(200)
    expect((await call(operatorProducts.on_sale, { params: { id: productId } }, as(one))).status).toBe(200)

    // A stranger registers with the code that only who reads the machine can tell him.
    const phone = '13911112222'
    const asked = { phone, captcha_type: 'register' as const }
    expect((await call(auth.send_captcha, { body: asked })).code).toBe(resultCodes.challenge_required.code)
    const solved = { headers: solveTestChallenge((await call(auth.challenge, { body: asked })).data) }
    const sent = await call(auth.send_captcha, { body: asked }, solved)
    expect((await call(auth.send_captcha, { body: asked }, solved)).code).toBe(resultCodes.challenge_required.code)
    const log = join(dir, 'sms.log')
    const code = / register (\d{6})$/m.exec(await readFile(log, 'utf8'))![1]!
    expect((await stat(log)).mode & 0o777).toBe(0o600)
    expect(sent.raw).not.toContain(code)
    expect((await call(auth.register, { body: { phone, captcha: code, password: 'Gpu#2026rent' } })).status).toBe(200)
    const me = as(await signIn(phone, 'Gpu#2026rent'))

    // Nobody buys before a person has checked who he is, and before money is in the bank.
    const wish = {
      product_id: productId,
      gpu_num: 1,
      image_id: imageId,
      data_disk: 50,
      charge_rule: 'hour' as const,
      nick_name: '第一台',
    }
    const buy = async () => {
      const quote = await call(orders.quote, { body: wish }, me)
      return call(orders.create, { body: { quote: quote.data.token } }, me)
    }
    expect((await buy()).code).toBe(resultCodes.real_name_required.code)
    const idNumber = buildIdNumber('19900307', 1)
    await call(users.verify_real_name, { body: { name: '张三', id_number: idNumber, consent: true } }, me)
    expect((await buy()).code).toBe(resultCodes.real_name_pending.code)
    const [waiting] = (await call(operatorIdentities.list, { query: { status: 'pending' } }, as(two))).data
    expect((await call(operatorIdentities.pass, { params: { id: waiting!.id } }, as(two))).status).toBe(200)
    expect((await buy()).code).toBe(resultCodes.insufficient_balance.code)
    expect((await call(wallet.recharge_ways, {}, me)).data).toMatchObject({ channels: [], bank: { sample: false } })
    expect((await call(wallet.recharge, { body: { amount: '100', channel: 'alipay' } }, me)).code).toBe(
      resultCodes.payment_not_offered.code,
    )
    const proof = { amount: '500.00', payer_name: '北京某某科技有限公司' }
    const transfer = (await call(bankTransfers.create, { body: proof }, { ...me, file: smallPng })).data
    const seen = { params: { id: transfer.id }, body: { bank_reference: 'BANK00000001' } }
    expect((await call(operatorBankTransfers.confirm, seen, as(one))).data.status).toBe('credited')

    // One machine, by the hour, from boot to bill.
    const { instance_id: instanceId } = (await buy()).data
    const mine = async () => (await call(instances.get, { params: { id: instanceId! } }, me)).data
    await reach(async () => (await mine()).status === instanceStatusCodes.running)
    await reach(async () => Number((await call(wallet.get, {}, me)).data.accrued) > 0)
    await call(instances.shutdown, { params: { id: instanceId! } }, me)
    await reach(async () => (await mine()).status === instanceStatusCodes.shut_down)
    await reach(async () => Number((await call(wallet.get, {}, me)).data.consumed) > 0)
    const { cash, consumed } = (await call(wallet.get, {}, me)).data
    expect((Number(cash) + Number(consumed)).toFixed(2)).toBe('500.00')

    expect(said).not.toContain(code)
    expect(said).not.toContain('sandbox')
    expect(said).toContain('出租的机器是模拟的')
    server.process.kill('SIGTERM')
    expect(await server.ended).not.toContain(code)
  })
})
