import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { secretKeys } from '#contract/secret-keys.ts'
import { watchOpenConnections } from '#server/gateway/open-connections.ts'
import { openSshGateway } from '#server/gateway/ssh/ssh-gateway.ts'
import { newId } from '#server/lib/ids.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import { type CpuTime, measureCpu } from '#tests/bench/cpu-time.ts'
import type { BenchmarkPlatform } from '#tests/bench/world.ts'

/** The first of them leave what is kept once for all. */
const warmUpSessions = 100
const sessions = 400

/** Bytes without what the process keeps for itself between collections. */
async function readMemory(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.()
    await sleep(100) // what a collection finds is freed later
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Every program inside an instance is a connection to `port`. */
const createConnectedCompute = (port: number) => ({
  exec: async () => {
    const stream = connect({ host: '127.0.0.1', port })
    return { stream, resize: async () => undefined, exit: once(stream, 'end').then(() => 0) }
  },
})

/** A running instance with an id that SSH takes, and the private key of its owner. */
async function createReachableInstance({ deps, people }: BenchmarkPlatform) {
  const id = newId('gpu')
  await sql`
    insert into instances select (jsonb_populate_record(i, jsonb_build_object('id', ${id}::text))).*
    from instances i where i.id = 'gpu-bench-1'`.execute(deps.database.kysely)
  const { data } = await people[1]!.call(secretKeys.create, { body: { mode: 'generate', name: '笔记本' } })
  return { username: id, privateKey: data.private_key }
}

/** What a login costs, and the kilobytes of an idle session with a shell. */
export async function measureSshSessions(world: BenchmarkPlatform): Promise<{ login: CpuTime; session_kb: number }> {
  const { deps } = world
  const login = await createReachableInstance(world)
  const clients = fork(new URL('./ssh-clients.mjs', import.meta.url), { execArgv: [] })
  const [{ port }] = (await once(clients, 'message')) as [{ port: number }]
  const served = { ...deps, compute: createConnectedCompute(port) as Partial<ComputeDriver> as ComputeDriver }
  const doors = watchOpenConnections(served)
  const gateway = await openSshGateway(served, doors, { port: 0, host: '127.0.0.1', public_host: 'localhost' })
  const open = async (from: number, to: number) => {
    clients.send({ login: { ...login, port: gateway.port }, from, to })
    const [answer] = await once(clients, 'message')
    if (answer !== 'done' || doors.size !== to) throw new Error(`${doors.size} sessions: ${answer}`)
    return to - from
  }
  try {
    await open(0, warmUpSessions)
    const before = await readMemory()
    const cpu = await measureCpu(deps.database, () => open(warmUpSessions, sessions))
    return { login: cpu, session_kb: ((await readMemory()) - before) / (sessions - warmUpSessions) / 1024 }
  } finally {
    clients.kill()
    doors.closeAll()
    await gateway.close()
  }
}
