import { expect, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { bankTransfers } from '#contract/bank-transfers.ts'
import { resultCodes } from '#contract/codes.ts'
import { buildPath, type CallInput, type Endpoint } from '#contract/endpoint.ts'
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
import { secondFactor } from '#contract/second-factor.ts'
import { stepUp } from '#contract/step-up.ts'
import { users } from '#contract/users.ts'
import { wallet } from '#contract/wallet.ts'
import { ApiReply } from './calls.ts'
import { solveTestChallenge } from './challenge.ts'
import { buildIdNumber } from './id-numbers.ts'
import { smallPng } from './payments.ts'
import { computeFactorCode, readTicket } from './second-factor.ts'

/** A real deployment in its plain forms (plain-deployment.ts), as people outside of it reach it. */
export interface RealDeployment {
  origin: string
  fetch(url: string, init?: RequestInit): Promise<Response>
  /** `<DATA_DIR>/sms.log`. */
  readSmsLog(): Promise<string>
  /** Its two administrators, who have one password. */
  administrators: readonly [SetUpAdministrator, SetUpAdministrator]
  password: string
  /** True if some nodes are older and answer less than the contract of today has. */
  answers_of_older?: boolean
}

/** An administrator as `npm run setup` made him. */
export interface SetUpAdministrator {
  phone: string
  /** Of the authenticator app. */
  uri: string
  /** Those that are left. */
  recovery_codes: string[]
}

/** Reads what `npm run setup` has printed for an administrator. */
export function readSetup(printed: string): SetUpAdministrator {
  const uri = /^otpauth:\S+/m.exec(printed)![0]
  const phone = /已建立管理员 (\d{11})/.exec(printed)![1]!
  return { phone, uri, recovery_codes: printed.match(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}(?=\r?$)/gm) ?? [] }
}

interface Extra {
  token?: string | undefined
  file?: Buffer
  headers?: Record<string, string>
}

const patience = { timeout: 120_000, interval: 250 }

/** Asks until it is so; what cannot be asked yet is not so. */
export const reach = (check: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await check(), `never came true: ${check}`).toBe(true), patience)

export function createDeploymentCaller({
  origin,
  fetch,
  answers_of_older: ofOlder = false,
}: Pick<RealDeployment, 'origin' | 'fetch' | 'answers_of_older'>) {
  return async <E extends Endpoint>(
    endpoint: E,
    sent: CallInput<E> = {} as CallInput<E>,
    { token, file, headers }: Extra = {},
  ) => {
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
    return new ApiReply(endpoint, response.status, await response.text(), ofOlder)
  }
}

type Call = ReturnType<typeof createDeploymentCaller>

const signIn = async (call: Call, phone: string, password: string) =>
  (await call(auth.login, { body: { phone, password } })).data.access

/** By the app, or, where its code of this half minute has been used, by a recovery code. */
async function signInAdministrator(call: Call, { phone, uri, recovery_codes: left }: SetUpAdministrator, password: string) {
  const secondStep = async (proof: { code: string } | { recovery_code: string }) => {
    const ticket = readTicket(await call(auth.login, { body: { phone, password } }))
    return call(secondFactor.sign_in, { body: { ticket, ...proof } })
  }
  const byApp = await secondStep({ code: computeFactorCode(uri, new Date()) })
  if (byApp.code !== resultCodes.bad_factor_code.code) return byApp.data.access
  return (await secondStep({ recovery_code: left.shift()! })).data.access
}

/** The tokens of both administrators, who have just proved who they are. */
export async function signInAdministrators(deployment: RealDeployment): Promise<Administrators> {
  const call = createDeploymentCaller(deployment)
  const { administrators, password } = deployment
  const signed = async (administrator: SetUpAdministrator) => {
    const token = await signInAdministrator(call, administrator, password)
    await call(stepUp.prove, { body: { password } }, { token })
    return token
  }
  return [await signed(administrators[0]), await signed(administrators[1])]
}
type Administrators = readonly [string, string]

/** What is sold: an image that the engine has, and cores and GB of memory for a card, which a host must really have. */
interface Stock {
  reference: string
  cpu: number
  memory: number
}

/** Puts the deployment's first host on sale, as two administrators do it. */
export async function putOnSale(deployment: RealDeployment, [one, two]: Administrators, { reference, cpu, memory }: Stock) {
  const call = createDeploymentCaller(deployment)
  const as = (token: string) => ({ token })
  const region = { id: 'cn-north-1', name: '华北一区', city: '北京', sort: 0 }
  expect((await call(operatorRegions.create, { body: region }, as(one))).status).toBe(200)
  const describeHosts = async () => (await call(operatorHosts.list, { query: {} }, as(one))).data
  await reach(async () => (await describeHosts()).length > 0)
  const [host] = await describeHosts()
  const registered = { params: { id: host!.id }, body: { region_id: region.id } }
  expect((await call(operatorHosts.register, registered, as(one))).status).toBe(200)
  const image = {
    name: 'PyTorch',
    framework: 'PyTorch',
    version: '2.5',
    python: '3.12',
    runtime: 'CUDA 12.4',
    size_gb: 10,
    sort: 0,
  }
  const offered = await call(operatorImages.create, { body: { ...image, vendor: 'nvidia', reference } }, as(one))
  const card = { vram: 24, fp32: 82, fp16: 165, cpu, memory, net_speed: 100, sys_disk: 30, max_gpu_num: 8, sort: 0 }
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
  return { product_id: productId, image_id: offered.data.id }
}

const customer = { phone: '13911112222', password: 'Gpu#2026rent' }
/** What the first customer pays in. */
export const firstTransferYuan = 500

/** The token of who rented the first hour. */
export const signInFirstCustomer = (deployment: RealDeployment): Promise<string> =>
  signIn(createDeploymentCaller(deployment), customer.phone, customer.password)

/**
 * A stranger registers, is checked, pays by bank transfer and runs one machine for some seconds, from boot to bill. Returns the
 * code he registered with, which nobody else may have been told.
 */
export async function rentFirstHour(
  deployment: RealDeployment,
  [one, two]: Administrators,
  stock: Awaited<ReturnType<typeof putOnSale>>,
): Promise<{ code: string }> {
  const call = createDeploymentCaller(deployment)
  const as = (token: string) => ({ token })
  const { phone, password } = customer
  const asked = { phone, captcha_type: 'register' as const }
  expect((await call(auth.send_captcha, { body: asked })).code).toBe(resultCodes.challenge_required.code)
  const solved = { headers: solveTestChallenge((await call(auth.challenge, { body: asked })).data) }
  const sent = await call(auth.send_captcha, { body: asked }, solved)
  expect((await call(auth.send_captcha, { body: asked }, solved)).code).toBe(resultCodes.challenge_required.code)
  const code = / register (\d{6})$/m.exec(await deployment.readSmsLog())![1]!
  expect(sent.raw).not.toContain(code)
  expect((await call(auth.register, { body: { phone, captcha: code, password } })).status).toBe(200)
  const me = as(await signInFirstCustomer(deployment))

  // Nobody buys before a person has checked who he is, and before money is in the bank.
  const wish = { ...stock, gpu_num: 1, data_disk: 50, charge_rule: 'hour' as const, nick_name: '第一台' }
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
  const proof = { amount: `${firstTransferYuan}.00`, payer_name: '北京某某科技有限公司' }
  const transfer = (await call(bankTransfers.create, { body: proof }, { ...me, file: smallPng })).data
  const seen = { params: { id: transfer.id }, body: { bank_reference: 'BANK00000001' } }
  expect((await call(operatorBankTransfers.confirm, seen, as(one))).data.status).toBe('credited')

  const { instance_id: instanceId } = (await buy()).data
  const mine = async () => (await call(instances.get, { params: { id: instanceId! } }, me)).data
  await vi.waitFor(async () => expect(await mine()).toMatchObject({ status: instanceStatusCodes.running }), patience)
  await reach(async () => Number((await call(wallet.get, {}, me)).data.accrued) > 0)
  await call(instances.shutdown, { params: { id: instanceId! } }, me)
  await reach(async () => (await mine()).status === instanceStatusCodes.shut_down)
  await reach(async () => Number((await call(wallet.get, {}, me)).data.consumed) > 0)
  const { cash, consumed } = (await call(wallet.get, {}, me)).data
  expect((Number(cash) + Number(consumed)).toFixed(2)).toBe(`${firstTransferYuan}.00`)
  return { code }
}
