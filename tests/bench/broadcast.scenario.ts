import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import Fastify from 'fastify'
import { stream_path } from '#contract/stream.ts'
import { frameOf } from '#server/domains/notify/notifications/stream-client.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { inTransaction } from '#server/tx.ts'
import { compare } from '#tests/bench/measure.ts'
import type { Scenario } from '#tests/bench/scenario.ts'
import { worldOf } from '#tests/bench/world.ts'

const streams = 5_000
const streams_per_user = 5
const each_round = 10

/** Readers in a process of their own; `heard` resolves when each of them has got `count` more events. */
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

export const broadcast: Scenario = {
  name: `一条变更推给 ${streams} 个打开的流`,
  reference: '裸 SSE，同样的字节',
  aim: { at_most: 2.5 },
  async run() {
    const world = await worldOf(streams / streams_per_user)
    const { deps, clock, app, people } = world
    const open = new Set<ServerResponse>()
    const bare = Fastify({ forceCloseConnections: true })
    bare.get('/', (_, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      reply.raw.write(': open\n\n')
      open.add(reply.raw)
    })
    const [ours_url, bare_url] = await Promise.all([app, bare].map((one) => one.listen({ host: '127.0.0.1', port: 0 })))
    const tokens = await Promise.all(people.map((person) => person.token()))
    const ours = await readersOf(ours_url + stream_path.replace(':client_id', 'bench'), tokens)
    const reference = await readersOf(`${bare_url}/`, ['none'])
    const change = { user_id: null, resource: 'products', id: 'product-bench' } as const
    const { user_id: _, ...message } = { type: 'change', ...change }
    try {
      return await compare(
        {
          run: async () => {
            for (let i = 0; i < each_round; i += 1) {
              const heard = ours.heard(1)
              let waiting = true
              void heard.finally(() => {
                waiting = false
              })
              await inTransaction(deps, (tx) => publishChange(tx, change))
              // What the hub waits to gather more is no cost: it passes at once.
              while (waiting) await clock.advance(1)
              await heard
            }
            return each_round
          },
        },
        {
          run: async () => {
            for (let i = 0; i < each_round; i += 1) {
              const heard = reference.heard(1)
              for (const raw of open) raw.write(frameOf({ position: BigInt(i), message }))
              await heard
            }
            return each_round
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
