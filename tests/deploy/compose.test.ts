import { afterAll, beforeAll, describe, expect, it, onTestFailed, vi } from 'vitest'
import { defineDockerCases } from '#tests/compute/docker-world.ts'
import { putOnSale, type RealDeployment, rentFirstHour, signInAdministrators } from '#tests/support/first-paid-hour.ts'
import { ComposedPlatform, findComposeObstacle } from './compose.ts'

const socketPath = process.env.DOCKER_SOCKET ?? ''
const image = process.env.TEST_IMAGE ?? ''
const password = 'Kaishi#2026gpu'
const patience = { timeout: 120_000, interval: 500 }
const nodes = { api: 2, worker: 2, gateway: 1 }

interface PrometheusTargets {
  data: { activeTargets: { health: string; labels: { role: string } }[] }
}

defineDockerCases(
  () =>
    describe('decision 102 The platform by Docker Compose', () => {
      let platform: ComposedPlatform
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
        const containers = (await Promise.all(Object.keys(nodes).map((service) => platform.containers(service)))).flat()
        for (const container of containers) {
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
        const administrators = ['13900000001', '13900000002'] as const
        await setUp('--phone', administrators[0])
        await setUp('--second', '--phone', administrators[1])
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
