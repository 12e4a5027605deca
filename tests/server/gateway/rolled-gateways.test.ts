import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { secretKeys } from '#contract/secret-keys.ts'
import { buildGatewayApp } from '#server/data-plane.ts'
import { type OpenGateways, openGateways } from '#server/gateway/gateways.ts'
import { Departure } from '#server/lib/departure.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { openSshConnection, openSshTerminal, runSshCommand } from '#tests/support/ssh-client.ts'

interface GatewayNode {
  departure: Departure
  gateways: OpenGateways
  app: FastifyInstance
}

/** What a balancer in front of gateway nodes does: it asks their health now and then, and hands connections to those that are in, in turn. */
class Balancer {
  readonly nodes: GatewayNode[] = []
  readonly #server: Server
  #in: GatewayNode[] = []
  #taken = 0

  constructor() {
    this.#server = createServer((from) => {
      const node = this.#in[this.#taken % this.#in.length]!
      this.#taken += 1
      const to = connect(node.gateways.public.ssh!.port, '127.0.0.1')
      from.pipe(to).pipe(from)
      for (const [end, other] of [
        [from, to],
        [to, from],
      ] as const)
        end.on('error', () => other.destroy())
    })
  }

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  async look(): Promise<void> {
    const healthy = await Promise.all(this.nodes.map(async ({ app }) => (await app.inject('/healthz')).statusCode === 200))
    this.#in = this.nodes.filter((_, nth) => healthy[nth])
  }

  close(): void {
    this.#server.close()
  }
}

let rental: RentalPlatform
const balancer = new Balancer()
const open: GatewayNode[] = []

async function openNode(): Promise<GatewayNode> {
  const { deps } = rental
  const config = { ...deps.config, ssh: { port: 0, public_host: 'ssh.example.cn' }, gateway: undefined }
  const departure = new Departure()
  const own = { ...deps, config, departure }
  const node = { departure, gateways: await openGateways(own, () => undefined), app: await buildGatewayApp(own) }
  open.push(node)
  return node
}
async function closeNode(node: GatewayNode): Promise<void> {
  await Promise.all([node.gateways.close(), node.app.close()])
  open.splice(open.indexOf(node), 1)
}

beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(async () => {
  balancer.close()
  await Promise.all([...open].map(closeNode))
  await rental.close()
})

it('decision 106 Gateway nodes that are replaced one after the other refuse no session, under one host key, and cut none untold', async () => {
  balancer.nodes.push(await openNode(), await openNode())
  await balancer.look()
  const port = await balancer.open()
  const owner = await rental.addPerson({ balance: '100.00' })
  const { data } = await owner.call(secretKeys.create, { body: { mode: 'generate', name: '笔记本' } })
  const id = await rental.rent(owner, { secret_key_id: data.id })
  const hostKeys = new Set<string>()
  const logIn = () =>
    openSshConnection(port, id, {
      privateKey: data.private_key!,
      hostHash: 'sha256',
      hostVerifier: (key: string) => Boolean(hostKeys.add(key)),
    })

  const over = new AbortController()
  const faults: unknown[] = []
  let served = 0
  /** Somebody who opens one session after the other. */
  const visiting = (async () => {
    while (!over.signal.aborted) {
      try {
        const client = await logIn()
        expect((await runSshCommand(client, 'cat', { input: 'bytes' })).output).toBe('bytes')
        client.end()
        served += 1
      } catch (error) {
        faults.push(error)
      }
    }
  })()
  const serveMore = async () => {
    const enough = served + 3
    while (served < enough && faults.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  for (const old of [...balancer.nodes]) {
    const stays = await openSshConnection(old.gateways.public.ssh!.port, id, { privateKey: data.private_key! })
    const terminal = await openSshTerminal(stays, { cols: 80, rows: 24 })
    balancer.nodes.push(await openNode())
    let left = false
    void old.departure.begin(new Date(rental.clock.now().getTime() + 60_000)).then(() => {
      left = true
    })
    await terminal.sees(/连接会在 60 秒后断开/)
    await serveMore() // the balancer has not looked yet, and still sends people to the node that leaves
    await balancer.look()
    balancer.nodes.splice(balancer.nodes.indexOf(old), 1)
    await serveMore()
    expect(left).toBe(false)
    const cut = once(stays, 'close')
    await closeNode(old)
    await cut
  }
  await serveMore()
  over.abort()
  await visiting
  expect(faults).toEqual([])
  expect(served).toBeGreaterThan(10)
  expect(hostKeys.size).toBe(1)
})
