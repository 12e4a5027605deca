import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { auth } from '#contract/auth.ts'
import { buildPath, type CallInput, type Endpoint } from '#contract/endpoint.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { demoAccounts } from '#server/demo/accounts.ts'
import { ApiReply } from '#tests/support/calls.ts'
import { findServerProgram } from '#tests/support/server-program.ts'

export const findFreePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const patienceMs = 180_000
const pollMs = 500

/** Asks until it is so; what cannot be asked yet is not so. */
export async function waitUntilTruthy(check: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await check().catch(() => false))) {
    if (performance.now() > end) throw new Error(`never came true: ${check}`)
    await sleep(pollMs)
  }
}

/** The whole platform in a process of its own, with demo data, on a real engine. */
export class PlatformProcess {
  readonly #dir: string
  readonly #env: NodeJS.ProcessEnv
  readonly #program: readonly string[]
  #process: ChildProcess | undefined
  #origin = ''
  readonly #tokens = new Map<string, string>()

  /**
   * `dir` holds its database; two servers with copies of one folder have copies of one database. `main` may be the main.ts of
   * another tree.
   */
  constructor(dir: string, socketPath: string, image: string, settings: NodeJS.ProcessEnv = {}, main?: string) {
    this.#dir = dir
    this.#program = main ? ['--import', import.meta.resolve('tsx'), main] : findServerProgram()
    this.#env = {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: '',
      DATA_DIR: dir,
      COMPUTE: 'docker',
      DOCKER_SOCKET: socketPath,
      DOCKER_IMAGE: image,
      DOCKER_VIRTUAL_GPUS: 'RTX 4090:3',
      HOST_CHECK: 'skipped',
      SSH_PORT: '0',
      GATEWAY_PORT: '0',
      LOG_LEVEL: 'silent',
      ...settings,
    }
  }

  async start(): Promise<void> {
    const port = await findFreePort()
    this.#origin = `http://127.0.0.1:${port}`
    this.#process = spawn(process.execPath, this.#program, {
      env: { ...this.#env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await waitUntilTruthy(async () => (await this.health()).ok)
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  get pid(): number {
    return this.#process!.pid!
  }

  get origin(): string {
    return this.#origin
  }

  get dir(): string {
    return this.#dir
  }

  async health(): Promise<{ ok: boolean; compute: string }> {
    return (await (await fetch(`${this.#origin}/healthz`)).json()) as { ok: boolean; compute: string }
  }

  /** A figure of /metrics. */
  async figure(name: string): Promise<number> {
    const text = await (await fetch(`${this.#origin}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }

  /** As one of the demo accounts, who signs in when he first asks. */
  async call<E extends Endpoint>(who: string, endpoint: E, sent: CallInput<E> = {} as CallInput<E>): Promise<ApiReply<E>> {
    return this.#ask(endpoint, sent, await this.token(who))
  }

  token = async (who: string): Promise<string> => this.#tokens.get(who) ?? (await this.#signIn(who))

  async #signIn(who: string): Promise<string> {
    const { password } = demoAccounts.find(({ phone }) => phone === who)!
    const { access } = (await this.#ask(auth.login, { body: { phone: who, password } })).data
    this.#tokens.set(who, access)
    return access
  }

  async #ask<E extends Endpoint>(endpoint: E, sent: CallInput<E>, token?: string): Promise<ApiReply<E>> {
    const { params, query, body } = sent as { params?: object; query?: object; body?: object }
    const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]))
    const response = await fetch(`${this.#origin}${buildPath(endpoint, params as never)}?${search}`, {
      method: endpoint.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(endpoint.method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
    return new ApiReply(endpoint, response.status, await response.text())
  }

  show = async (who: string, id: string) => (await this.call(who, instances.get, { params: { id } })).data

  /** Orders an instance by the hour on the engine's own image, and waits until it runs; answers its id. */
  async rent(who: string): Promise<string> {
    const { data: offers } = await this.call(who, products.list, { query: { page_size: 100 } })
    const productId = offers.find(({ gpu_idles: gpuIdles }) => Number(gpuIdles) > 0)!.id
    const { data: images } = await this.call(who, products.images)
    const form = {
      product_id: productId,
      gpu_num: 1,
      image_id: images[0]!.id,
      data_disk: 50,
      charge_rule: 'hour' as const,
      nick_name: '训练',
    }
    const quote = (await this.call(who, orders.quote, { body: form })).data.token
    const id = (await this.call(who, orders.create, { body: { quote } })).data.instance_id!
    await waitUntilTruthy(async () => (await this.show(who, id)).status === instanceStatusCodes.running)
    return id
  }
}
