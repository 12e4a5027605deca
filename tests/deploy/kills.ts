import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type Docker from 'dockerode'
import { expect } from 'vitest'
import { bankTransfers } from '#contract/bank-transfers.ts'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { operatorBankTransfers } from '#contract/operator/bank-transfers.ts'
import { orders } from '#contract/orders.ts'
import { stepUp } from '#contract/step-up.ts'
import { wallet } from '#contract/wallet.ts'
import { createDeploymentCaller, type RealDeployment, reach } from '#tests/support/first-paid-hour.ts'
import { smallPng } from '#tests/support/payments.ts'

/** Small: one operator alone may confirm 1000 a day. */
export const transferYuan = 1
/** What the proxy says of a node that died with the request, and what nodes say while they cannot. */
const unanswered = [502, 503, 504]
const tries = 60
const titles = { start: '开机', shutdown: '关机', release: '释放' } as const

interface Customer {
  token: string
  stock: { product_id: string; image_id: string }
}

/** What was acknowledged while nodes died; acts by instance and title. */
interface Acknowledged {
  orders: Set<string>
  transfers: number
  acts: Map<string, Map<string, number>>
}

/** Sends a call again until a node has answered it: a dead one costs a reconnect, and nothing more. */
const untilAnswered =
  (fetch: RealDeployment['fetch']): RealDeployment['fetch'] =>
  async (url, init) => {
    for (let nth = 1; ; nth += 1) {
      const reply = await fetch(url, init).catch((error: Error) => error)
      if (reply instanceof Response && !unanswered.includes(reply.status)) return reply
      if (nth === tries) throw new Error(`no answer in ${tries} tries: ${reply instanceof Error ? reply.message : reply.status}`)
      await after(500)
    }
  }

/**
 * A customer who pays, buys, starts, stops and releases without a pause while nodes are killed under him, and an operator who
 * confirms his transfers. Whatever gets no answer is said again with its key, as the page does.
 */
export class CustomerUnderKills {
  readonly acknowledged: Acknowledged = { orders: new Set(), transfers: 0, acts: new Map() }
  readonly #call: ReturnType<typeof createDeploymentCaller>
  readonly #me: Customer
  readonly #operator: string
  readonly #password: string

  constructor(deployment: RealDeployment, me: Customer, operator: string) {
    this.#call = createDeploymentCaller({ ...deployment, fetch: untilAnswered(deployment.fetch) })
    this.#me = me
    this.#operator = operator
    this.#password = deployment.password
  }

  #keyed = (token = this.#me.token) => ({ token, headers: { 'idempotency-key': randomUUID() } })

  list = async () => (await this.#call(instances.list, { query: { page_size: 100 } }, { token: this.#me.token })).data

  wallet = async () => (await this.#call(wallet.get, {}, { token: this.#me.token })).data

  async #pay(): Promise<void> {
    const body = { amount: `${transferYuan}.00`, payer_name: '北京某某科技有限公司' }
    const sent = this.#keyed()
    const made = await this.#call(bankTransfers.create, { body }, { ...sent, file: smallPng })
    const confirmed = this.#keyed(this.#operator)
    const seen = { params: { id: made.data.id }, body: { bank_reference: `BANK${randomUUID().slice(0, 8)}` } }
    let credited = await this.#call(operatorBankTransfers.confirm, seen, confirmed)
    if (credited.code === resultCodes.step_up_required.code) {
      await this.#call(stepUp.prove, { body: { password: this.#password } }, { token: this.#operator })
      credited = await this.#call(operatorBankTransfers.confirm, seen, this.#keyed(this.#operator))
    }
    expect(credited.data.status).toBe('credited')
    this.acknowledged.transfers += 1
  }

  async #buy(): Promise<void> {
    const wish = { ...this.#me.stock, gpu_num: 1, data_disk: 50, charge_rule: 'hour' as const, nick_name: '断电' }
    const quote = await this.#call(orders.quote, { body: wish }, { token: this.#me.token })
    if (quote.status !== 200) return
    const sent = this.#keyed()
    const ordered = await this.#call(orders.create, { body: { quote: quote.data.token } }, sent)
    if (ordered.status === 200) this.acknowledged.orders.add(ordered.data.id)
  }

  async #act(action: keyof typeof titles, id: string): Promise<void> {
    if ((await this.#call(instances[action], { params: { id } }, this.#keyed())).status !== 200) return
    const acts = this.acknowledged.acts.get(id) ?? new Map<string, number>()
    this.acknowledged.acts.set(id, acts.set(titles[action], (acts.get(titles[action]) ?? 0) + 1))
  }

  /** Stops and starts what runs, buys while there is room, and releases now and then, until `over` aborts. */
  async work(over: AbortSignal): Promise<void> {
    for (let round = 0; !over.aborted; round += 1) {
      if (round % 5 === 0) await this.#pay()
      const mine = await this.list()
      for (const { id, status } of mine) {
        if (status === instanceStatusCodes.running) await this.#act('shutdown', id)
        else if (status === instanceStatusCodes.shut_down) await this.#act(round % 4 === 3 ? 'release' : 'start', id)
      }
      if (mine.length < 2) await this.#buy()
      await after(200)
    }
  }

  /** Stops everything, and waits until nothing is under way any more. */
  async settle(): Promise<void> {
    const still = [instanceStatusCodes.shut_down, instanceStatusCodes.running] as number[]
    await reach(async () => (await this.list()).every(({ status }) => still.includes(status)))
    for (const { id, status } of await this.list()) if (status === instanceStatusCodes.running) await this.#act('shutdown', id)
    await reach(async () => (await this.list()).every(({ status }) => status === instanceStatusCodes.shut_down))
  }

  /** The ids of all orders there are, over all pages. */
  async listOrders(): Promise<string[]> {
    const found: string[] = []
    for (let page = 1; ; page += 1) {
      const query = { page, page_size: 100 }
      const { data } = await this.#call(orders.list, { query }, { token: this.#me.token })
      found.push(...data.map(({ id }) => id))
      if (data.length < 100) return found
    }
  }

  /** Acts that were acknowledged and are not in the history of their instance; of what was released there is none any more. */
  async listLostActs(): Promise<string[]> {
    const lost: string[] = []
    const there = new Set((await this.list()).map(({ id }) => id))
    for (const [id, acts] of this.acknowledged.acts) {
      if (acts.has(titles.release)) {
        if (there.has(id)) lost.push(`release of ${id}`)
        continue
      }
      const query = { page_size: 100 }
      const { data } = await this.#call(instances.events, { params: { id }, query }, { token: this.#me.token })
      for (const [title, count] of acts) {
        const kept = data.filter((event) => event.actor === 'user' && event.title === title).length
        if (kept < count) lost.push(`${count - kept} × ${title} of ${id}`)
      }
    }
    return lost
  }
}

/**
 * Kills a node of each role in turn, one every ten seconds, as a loss of power does; the engine starts it again. Its twin has come back
 * by then: two nodes survive the death of one. Returns how many were killed.
 */
export async function killNodes(roles: readonly Docker.Container[][], kills: number): Promise<number> {
  for (let nth = 0; nth < kills; nth += 1) {
    await after(10_000)
    const nodes = roles[nth % roles.length]!
    const mortal = nodes[Math.floor(nth / roles.length) % nodes.length]!
    for (const twin of nodes.filter((node) => node !== mortal))
      while ((await twin.inspect()).State.Health?.Status !== 'healthy') await after(500)
    const { State } = await mortal.inspect()
    if (State.Pid > 0) process.kill(State.Pid, 'SIGKILL')
  }
  return kills
}
