import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import Fastify from 'fastify'
import { streamPath } from '#contract/stream.ts'
import { formatStreamFrame } from '#server/domains/notify/notifications/stream-client.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { inTransaction } from '#server/tx.ts'
import { compareSides } from '#tests/bench/measure.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { createBenchmarkPlatform } from '#tests/bench/world.ts'

const streams = 5_000
const streamsPerUser = 5
const eachRound = 10

/** Readers in their own process; `heard` resolves when each reader has received `count` more events. */
async function readersOf(
  url: string,
  tokens: readonly string[],
): Promise<{ heard(count: number): Promise<void>; close(): void }> {
  const child: ChildProcess = fork(new URL('./stream-readers.mjs', import.meta.url), { execArgv: [] })
  const answer = async () => {
    const [message] = await once(child, 'message')
    if (message !== 'done') throw new Error(String(message))
  }
  child.send({ url, tokens, streams })
  await answer()
  return {
    heard: (count) => {
      child.send({ count })
      return answer()
    },
    close: () => void child.kill(),
  }
}

export const broadcastScenario: BenchmarkScenario = {
  name: `一条变更推给 ${streams} 个打开的流`,
  reference: '裸 SSE，同样的字节',
  aim: { at_most: 2.5 },
  async run() {
    const world = await createBenchmarkPlatform(streams / streamsPerUser)
    const { deps, clock, app, people } = world
    const open = new Set<ServerResponse>()
    const bare = Fastify({ forceCloseConnections: true })
    bare.get('/', (_, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      reply.raw.write(': open\n\n')
      open.add(reply.raw)
    })
    const [oursUrl, bareUrl] = await Promise.all([app, bare].map((one) => one.listen({ host: '127.0.0.1', port: 0 })))
    const tokens = await Promise.all(people.map((person) => person.token()))
    const ours = await readersOf(oursUrl + streamPath.replace(':client_id', 'bench'), tokens)
    const reference = await readersOf(`${bareUrl}/`, ['none'])
    const change = { user_id: null, resource: 'products', id: 'product-bench' } as const
    const { user_id: _, ...message } = { type: 'change', ...change }
    try {
      return await compareSides(
        {
          run: async () => {
            for (let i = 0; i < eachRound; i += 1) {
              const heard = ours.heard(1)
              let waiting = true
              void heard.finally(() => {
                waiting = false
              })
              await inTransaction(deps, (tx) => publishChange(tx, change))
              // The hub's batching delay is not measured: it passes at once.
              while (waiting) await clock.advance(1)
              await heard
            }
            return eachRound
          },
        },
        {
          run: async () => {
            for (let i = 0; i < eachRound; i += 1) {
              const heard = reference.heard(1)
              for (const raw of open) raw.write(formatStreamFrame({ position: BigInt(i), message }))
              await heard
            }
            return eachRound
          },
        },
      )
    } finally {
      ours.close()
      reference.close()
      await bare.close()
      await world.close()
    }
  },
}
