import { afterAll, beforeAll, describe, expect, it, onTestFailed, vi } from 'vitest'
import { defineDockerCases } from '#tests/compute/docker-world.ts'
import {
  firstTransferYuan,
  putOnSale,
  type RealDeployment,
  readSetup,
  rentFirstHour,
  signInAdministrators,
  signInFirstCustomer,
} from '#tests/support/first-paid-hour.ts'
import { getRandomRuns } from '#tests/support/random-runs.ts'
import { ComposedPlatform, findComposeObstacle } from './compose.ts'
import { CustomerUnderKills, killNodes, transferYuan } from './kills.ts'

const socketPath = process.env.DOCKER_SOCKET ?? ''
const image = process.env.TEST_IMAGE ?? ''
const password = 'Kaishi#2026gpu'
const patience = { timeout: 120_000, interval: 500 }
/** One in ten seconds; each node once. */
const kills = getRandomRuns('NODE_KILLS', 4)
const nodes = { api: 2, worker: 2, gateway: 1 }

interface PrometheusTargets {
  data: { activeTargets: { health: string; labels: { role: string } }[] }
}

defineDockerCases(
  () =>
    describe('decision 102 The platform by Docker Compose', () => {
      let platform: ComposedPlatform
      let sold: { deployment: RealDeployment; stock: Awaited<ReturnType<typeof putOnSale>> } | undefined
      beforeAll(async () => {
        platform = await ComposedPlatform.prepare(socketPath, { DOCKER_IMAGE: image, DOCKER_VIRTUAL_GPUS: 'RTX 4090:2' })
        await platform.compose('up', '-d', '--no-build')
      })
      afterAll(() => platform.end())
      const tellLogs = async () => console.error(await platform.compose('logs', '--no-color', '--tail', '20'))

      it('comes up from one command, and every node is healthy', async () => {
        onTestFailed(tellLogs)
        for (const [service, count] of Object.entries(nodes)) {
          const containers = await platform.containers(service)
          expect([service, containers.length]).toEqual([service, count])
          await vi.waitFor(async () => {
            for (const container of containers) expect((await container.inspect()).State.Health?.Status).toBe('healthy')
          }, patience)
        }
      })

      it('runs each node as nobody special, with a root that cannot be written and no capability', async () => {
        for (const container of await platform.nodes()) {
          const { Config, HostConfig } = await container.inspect()
          expect([Config.User, HostConfig.ReadonlyRootfs, HostConfig.CapDrop]).toEqual(['10001:10001', true, ['ALL']])
          expect(HostConfig.SecurityOpt).toContain('no-new-privileges:true')
        }
      })

      it('answers its own site over TLS, and no other', async () => {
        const api = `http://${await platform.address('api')}:8000`
        const health = async () => (await fetch(`${api}/healthz`)).json()
        await vi.waitFor(
          async () =>
            expect(await health()).toMatchObject({
              ok: true,
              compute: 'ok',
              storage: 'ok',
            }),
          patience,
        )
        const home = await platform.fetch(`${platform.origin}/home`, { headers: { accept: 'text/html' } })
        expect([home.status, home.headers.get('strict-transport-security')]).toEqual([200, expect.stringContaining('max-age')])
        const plain = await fetch('http://127.0.0.1/home', { redirect: 'manual' })
        expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://127.0.0.1/home'])
        await expect(platform.fetch('https://other.test/', {}, 'other.test')).rejects.toThrow()
        for (const path of ['/metrics', '/healthz', '/sandbox'])
          expect([
            path,
            (await platform.fetch(`${platform.origin}${path}`, { headers: { accept: 'text/html' } })).status,
          ]).toEqual([path, 404])
      })

      it('lets its operators watch it from inside: Prometheus finds every node, and the registry answers', async () => {
        const prometheus = `http://${await platform.address('prometheus')}:9090`
        const found = async () => {
          const { data } = (await (await fetch(`${prometheus}/api/v1/targets`)).json()) as PrometheusTargets
          return data.activeTargets.map(({ health, labels }) => `${labels.role} ${health}`).sort()
        }
        const wanted = Object.entries(nodes).flatMap(([service, count]) => Array(count).fill(`${service} up`))
        await vi.waitFor(async () => expect(await found()).toEqual(wanted.sort()), patience)
        expect((await fetch('http://127.0.0.1:5000/v2/')).status).toBe(200)
      })

      it('sells its first hour by the steps written down', async () => {
        onTestFailed(tellLogs)
        const setUp = (...args: string[]) =>
          platform.compose('run', '--rm', '-T', '-e', `SETUP_PASSWORD=${password}`, 'api', 'node', 'server/setup.mjs', ...args)
        const administrators = [
          readSetup(await setUp('--phone', '13900000001')),
          readSetup(await setUp('--second', '--phone', '13900000002')),
        ] as const
        const deployment: RealDeployment = {
          origin: platform.origin,
          fetch: platform.fetch,
          readSmsLog: () =>
            platform.compose('exec', '-T', 'api', 'node', '-p', 'require("fs").readFileSync("/data/sms.log", "utf8")'),
          administrators,
          password,
        }
        const signedIn = await signInAdministrators(deployment)
        const stock = await putOnSale(deployment, signedIn, { reference: image, cpu: 1, memory: 1 })
        await rentFirstHour(deployment, signedIn, stock)
        sold = { deployment, stock }
      })

      it('loses and doubles nothing acknowledged while a node dies every ten seconds', {
        timeout: 300_000 + kills * 20_000,
      }, async () => {
        onTestFailed(tellLogs)
        const { deployment, stock } = sold!
        const [operator] = await signInAdministrators(deployment)
        const token = await signInFirstCustomer(deployment)
        const customer = new CustomerUnderKills(deployment, { token, stock }, operator)
        const before = await customer.listOrders()
        const over = new AbortController()
        const working = customer.work(over.signal)
        const begun = performance.now()
        const killed = await Promise.race([
          killNodes([await platform.containers('api'), await platform.containers('worker')], kills),
          working,
        ])
        const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
        over.abort()
        await working
        await customer.settle()

        const { orders, transfers, acts } = customer.acknowledged
        const done = [...acts.values()].flatMap((counts) => [...counts.values()]).reduce((sum, count) => sum + count, 0)
        console.warn(
          `NODE_KILLS=${killed}/${kills} in ${minutes} minutes: ${orders.size} orders, ${transfers} transfers, ${done} acts acknowledged`,
        )
        expect([orders.size > 0, transfers > 0, acts.size > 0]).toEqual([true, true, true])
        expect((await customer.listOrders()).sort()).toEqual([...before, ...orders].sort())
        expect(await customer.listLostActs()).toEqual([])
        const { cash, consumed } = await customer.wallet()
        expect((Number(cash) + Number(consumed)).toFixed(2)).toBe((firstTransferYuan + transfers * transferYuan).toFixed(2))
        expect(await platform.countRunningInstances()).toBe(0)
        await platform.compose('run', '--rm', '-T', 'api', 'node', 'server/audit-books.mjs')
      })

      it.runIf(process.env.LONG === '1')('is replaced node by node, and no call is refused meanwhile', async () => {
        onTestFailed(tellLogs)
        const before = new Set((await platform.nodes()).map(({ id }) => id))
        await platform.changeImage()
        const over = new AbortController()
        const statuses: number[] = []
        const asking = (async () => {
          while (!over.signal.aborted) statuses.push((await platform.fetch(`${platform.origin}/api/v1/server_info`)).status)
        })()
        await platform.roll()
        over.abort()
        await asking
        expect(statuses.length).toBeGreaterThan(100)
        expect([...new Set(statuses)]).toEqual([200])
        const after = (await platform.nodes()).map(({ id }) => id)
        expect([after.length, after.filter((id) => before.has(id))]).toEqual([before.size, []])
      })

      it('answers every call while one of its api nodes is dead', async () => {
        const [first] = await platform.containers('api')
        await first!.kill()
        const statuses = new Set<number>()
        for (let call = 0; call < 20; call += 1)
          statuses.add((await platform.fetch(`${platform.origin}/api/v1/server_info`)).status)
        expect([...statuses]).toEqual([200])
      })
    }),
  findComposeObstacle(),
)
