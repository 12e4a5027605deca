import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { auth } from '#contract/auth.ts'
import { products } from '#contract/products.ts'
import { stepUp } from '#contract/step-up.ts'
import { defineDockerCases } from '#tests/compute/docker-world.ts'
import { PlatformProcess } from '#tests/compute/server.ts'
import { checkOutCommit } from '#tests/support/checked-out-commit.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'
import { createDeploymentCaller, reach } from '#tests/support/first-paid-hour.ts'
import { findServerProgram } from '#tests/support/server-program.ts'
import { findPostgres, startPostgres } from '../../scripts/throwaway-postgres.ts'
import { CustomerUnderKills, transferYuan } from './kills.ts'

/** The last state with the schema of 0.1.0, whose database is frozen in tests/fixtures/releases. Another with UPGRADE_FROM=<commit>. */
const release = process.env.UPGRADE_FROM ?? 'a0a5d3e54fcf83f59faedc96ccc881fbf7c27da6'
const [customerPhone, operatorPhone, password] = ['13800000001', '13800000003', 'Zhisuan-2026']
/** What is acknowledged in each phase before the next begins. */
const enough = 8

/** What a balancer does: it hands calls to the nodes that are in, in turn, and notes what went wrong. */
class Balancer {
  readonly nodes: PlatformProcess[] = []
  readonly faults: string[] = []
  #next = 0

  fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url)
    this.#next += 1
    const node = this.nodes[this.#next % this.nodes.length]!
    const reply = await fetch(`${node.origin}${pathname}${search}`, init).catch((error: Error) => error)
    if (reply instanceof Error || reply.status >= 500)
      this.faults.push(`${init?.method ?? 'GET'} ${pathname}: ${reply instanceof Error ? reply.message : reply.status}`)
    if (reply instanceof Error) throw reply
    return reply
  }
}

defineDockerCases(
  () =>
    describe(`decision 116 Nodes of ${release.slice(0, 8)} beside this version`, () => {
      it('lose, double and refuse nothing while the schema grows under them, and leave quietly', { timeout: 900_000 }, async ({
        skip,
      }) => {
        const tree = checkOutCommit(release)
        if (!tree && process.env.REQUIRE_ALL !== '1') skip(`this clone has no commit ${release}`)
        onTestFinished(() => tree?.remove())
        const postgres = await startPostgres()
        onTestFinished(() => postgres.stop())
        const dir = createTemporaryFolder()
        onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
        const settings = { DATABASE_URL: postgres.url, DEMO: 'plain', DRAIN_SECONDS: '20', SMS: 'sandbox' }
        const open = async (role: 'api' | 'worker', main?: string) => {
          const [socket, image] = [process.env.DOCKER_SOCKET ?? '', process.env.TEST_IMAGE ?? '']
          const node = new PlatformProcess(dir, socket, image, { ...settings, ROLE: role }, main)
          onTestFinished(() => node.stop('SIGKILL'))
          await node.start()
          return node
        }
        const old = {
          api: await open('api', `${tree!.dir}/server/main.ts`),
          worker: await open('worker', `${tree!.dir}/server/main.ts`),
        }

        const balancer = new Balancer()
        balancer.nodes.push(old.api)
        const deployment = {
          origin: 'http://balancer.test',
          answers_of_older: true,
          fetch: balancer.fetch,
          administrators: [] as never,
          password,
          readSmsLog: async () => '',
        }
        const call = createDeploymentCaller(deployment)
        const signIn = async (phone: string) => (await call(auth.login, { body: { phone, password } })).data.access
        const [token, operator] = [await signIn(customerPhone), await signIn(operatorPhone)]
        await call(stepUp.prove, { body: { password } }, { token: operator })
        const { data: offers } = await call(products.list, { query: { page_size: 100 } }, { token })
        const { data: images } = await call(products.images, {}, { token })
        const stock = { product_id: offers.find(({ gpu_idles: idle }) => Number(idle) > 1)!.id, image_id: images[0]!.id }
        const customer = new CustomerUnderKills(deployment, { token, stock }, operator)
        const [before, had] = [await customer.listOrders(), await customer.wallet()]

        const over = new AbortController()
        const working = customer.work(over.signal)
        const count = () => {
          const { orders, transfers, acts } = customer.acknowledged
          return (
            orders.size +
            transfers +
            [...acts.values()].flatMap((counts) => [...counts.values()]).reduce((sum, one) => sum + one, 0)
          )
        }
        const phases: number[] = []
        /** More is bought, paid, stopped and started by the nodes that are in. */
        const workOn = async () => {
          const from = count()
          await Promise.race([reach(async () => count() >= from + enough), working])
          phases.push(count() - from)
        }
        await workOn()
        const young = { worker: await open('worker') }
        await workOn() // the old api on the new schema, and a worker of each
        const api = await open('api')
        balancer.nodes.push(api)
        await workOn() // an api and a worker of each
        balancer.nodes.splice(0, 1)
        await Promise.all([old.api.stop(), old.worker.stop()])
        await workOn()
        over.abort()
        await working
        await customer.settle()
        await after(0)

        const { orders, transfers, acts } = customer.acknowledged
        console.warn(
          `acknowledged by phase: ${phases.join(', ')}; ${orders.size} orders, ${transfers} transfers, acts of ${acts.size} instances`,
        )
        expect(balancer.faults).toEqual([])
        expect([orders.size > 0, transfers > 0, acts.size > 0]).toEqual([true, true, true])
        expect((await customer.listOrders()).sort()).toEqual([...before, ...orders].sort())
        expect(await customer.listLostActs()).toEqual([])
        const has = await customer.wallet()
        expect((Number(has.cash) + Number(has.consumed)).toFixed(2)).toBe(
          (Number(had.cash) + Number(had.consumed) + transfers * transferYuan).toFixed(2),
        )
        const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: postgres.url, DATA_DIR: dir, COMPUTE: 'simulator' }
        const audit = await promisify(execFile)(process.execPath, findServerProgram('audit-books'), { env })
        expect(audit.stdout).toContain('0 条不成立')
        await Promise.all([api.stop(), young.worker.stop()])
      })
    }),
  findPostgres() ? undefined : 'not here: PostgreSQL',
)
