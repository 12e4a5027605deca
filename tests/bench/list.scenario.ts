import Fastify from 'fastify'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { runLoadTest } from '#tests/bench/client.ts'
import { type BenchmarkSide, compareSides } from '#tests/bench/measure.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { createBenchmarkPlatform, insertRunningInstances } from '#tests/bench/world.ts'

const query = { page: 1, page_size: 50 }
const connections = 8
const forMs = 1_500

/** Serialises BigInt and dates as a bare handler would. */
const asJson = (value: unknown) => JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v))

export const instanceListScenario: BenchmarkScenario = {
  name: '登录用户的一页 50 / 100,000 台实例',
  reference: '裸 Fastify 处理函数，同一条查询',
  aim: { at_least: 0.6 },
  async run() {
    const world = await createBenchmarkPlatform(100)
    await insertRunningInstances(world, 100_000, 1_800)
    const [person] = world.people
    const { kysely } = world.deps.database
    const bare = Fastify()
    bare.get('/', async (_, reply) =>
      reply.type('application/json').send(asJson(await instancesRepo(kysely).list(person!.id, query))),
    )
    const [ours, reference] = await Promise.all([world.app, bare].map((app) => app.listen({ host: '127.0.0.1', port: 0 })))
    const token = await person!.token()
    const side = (url: string): BenchmarkSide => ({
      run: () => runLoadTest({ url, headers: { authorization: `Bearer ${token}` }, connections, for_ms: forMs }),
    })
    try {
      return await compareSides(side(`${ours}/api/v1/instance/list?page=1&page_size=50`), side(`${reference}/`))
    } finally {
      await bare.close()
      await world.close()
    }
  },
}
