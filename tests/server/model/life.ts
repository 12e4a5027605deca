import { expect } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes, isActionAllowed } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { orders } from '#contract/orders.ts'
import { getUserFunds } from '#server/domains/rentals/instances/funds-check.service.ts'
import { roundUpToFen, UserModel, UserModelInstance } from '#tests/server/model/model.ts'
import type { EngineFault, UserStep, WorkerCrash } from '#tests/server/model/steps.ts'
import type { ApiReply } from '#tests/support/calls.ts'
import { runCrashingWorker } from '#tests/support/crashing-worker.ts'
import type { Person } from '#tests/support/people.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

const stepMs = 240_000
type Pass = (instance: UserModelInstance, until: number) => void
type Row = { status: number; reason: string | null; started_at: Date | null }
const microPerYuan = 1_000_000n

/** One user's life: every step is carried out on the platform and on the model, and both must then say the same. */
export class UserLife {
  readonly #rental: RentalPlatform
  readonly #person: Person
  readonly #model = new UserModel()
  #keys = 0

  private constructor(rental: RentalPlatform, person: Person) {
    this.#rental = rental
    this.#person = person
  }

  static async begin(rental: RentalPlatform): Promise<UserLife> {
    return new UserLife(rental, await rental.addPerson({ balance: '0.00' }))
  }

  async take(step: UserStep): Promise<void> {
    if (step.do === 'recharge') await this.#recharge(BigInt(step.fen))
    else if (step.do === 'order') await this.#order(step)
    else if (step.do === 'act') await this.#act(step)
    else if (step.do === 'tick') return this.#tick(step.ms)
    else if (step.do === 'jump') await this.#jump(step.ms)
    else if (step.do === 'exit') await this.#exit(step.which)
    else await this.#outage(step)
    await this.#compare()
  }

  /** What the owner is shown is what the model says, too. */
  async look(): Promise<void> {
    const { data } = await this.#person.call(instances.list, { query: { page_size: 100 } })
    const shown = data.map(({ id, status, cost }) => [id, status, parseYuanToFen(cost)]).sort()
    expect(shown).toEqual(this.#model.instances.map((one) => [one.id, one.status, one.costFen(this.#now)]).sort())
    const { cash, accrued } = await this.#rental.walletOf(this.#person)
    expect(parseYuanToFen(cash) - parseYuanToFen(accrued)).toBe(this.#model.freeFen(this.#now))
  }

  /** Everything is stopped and released; what is left in the wallet must be exact, and the books right. */
  async end(): Promise<void> {
    for (let round = 0; this.#model.instances.length > 0; round += 1) {
      if (round > 60) throw new Error(`${this.#model.instances.length} instances cannot be released`)
      for (const { id, status } of this.#model.instances) {
        const action = isActionAllowed('shutdown', status) ? 'shutdown' : 'release'
        if (!isActionAllowed(action, status)) continue
        await this.#act({ do: 'act', action, which: this.#position(id), death: undefined, fault: undefined, twice: false })
      }
      await this.#tick(round < 3 ? 5_000 : 60_000)
    }
    expect((await this.#person.call(instances.list)).data).toEqual([])
    const { cash, accrued } = await this.#rental.walletOf(this.#person)
    expect([parseYuanToFen(cash), accrued]).toEqual([this.#model.freeFen(this.#now), '0.00'])
    expect(await this.#rental.audit()).toEqual([])
  }

  get #now(): number {
    return this.#rental.clock.now().getTime()
  }

  #position = (id: string): number => this.#model.instances.findIndex((instance) => instance.id === id)

  async #recharge(fen: bigint): Promise<void> {
    const text = String(fen).padStart(3, '0')
    await this.#rental.recharge(this.#person.id, `${text.slice(0, -2)}.${text.slice(-2)}`)
    this.#model.recharged_fen += fen
  }

  /** Sends a call once, or twice at once with one key: then both answers are the same to the byte. */
  async #send(
    twice: boolean,
    call: (options: {
      headers: Record<string, string>
    }) => Promise<ApiReply<typeof instances.start | typeof instances.shutdown | typeof orders.create>>,
  ) {
    const options = { headers: { 'idempotency-key': `step-${this.#keys++}` } }
    const replies = twice ? await Promise.all([call(options), call(options)]) : [await call(options)]
    for (const reply of replies) expect(reply.raw).toBe(replies[0]!.raw)
    return replies[0]!
  }

  async #order({ rule, model, gpu_num: gpuNum, death, fault, twice }: Extract<UserStep, { do: 'order' }>): Promise<void> {
    const { data: quote } = await this.#rental.quote(this.#person, { charge_rule: rule, model, gpu_num: gpuNum })
    const paidFen = parseYuanToFen(quote.amount)
    const priceMicro = BigInt(Math.round(Number(quote.price_hour) * Number(microPerYuan)))
    const committed = this.#model.committed_micro
    const requiredFen = rule === 'hour' ? roundUpToFen(committed + priceMicro) : roundUpToFen(committed) + paidFen
    const now = this.#now
    const enough = this.#model.freeFen(now) >= requiredFen
    expect([parseYuanToFen(quote.required), quote.enough]).toEqual([requiredFen, enough])
    const body = { quote: quote.token }
    const reply = await this.#send(twice, (options) => this.#person.call(orders.create, { body }, options))
    expect(reply.code).toBe(enough ? '0' : resultCodes.insufficient_balance.code)
    if (!enough) return
    const { instance_id: instanceId } = reply.data as { instance_id: string | null }
    const expireAt = rule === 'hour' ? undefined : now + 86_400_000
    const made = new UserModelInstance({ id: instanceId!, price_micro: priceMicro, paid_fen: paidFen, expire_at: expireAt })
    this.#model.instances.push(made)
    await this.#trouble(death, fault)
  }

  async #act({ action, which, death, fault, twice }: Extract<UserStep, { do: 'act' }>): Promise<void> {
    const instance = this.#model.instances[which % this.#model.instances.length]
    if (!instance) return
    const refusal = this.#model.refusalOf(action, instance, this.#now)
    const params = { id: instance.id }
    const reply = await this.#send(twice, (options) => this.#person.call(instances[action], { params }, options))
    expect(reply.code).toBe(refusal ? resultCodes[refusal].code : '0')
    if (refusal) return
    if (action === 'shutdown' || action === 'restart') {
      instance.look(this.#now)
      instance.halt()
    }
    if (action === 'release') instance.refund_when_gone = instance.status === instanceStatusCodes.creating
    instance.wants_to_run = action !== 'shutdown' && action !== 'release'
    if (action === 'start' || action === 'start_without_gpu') instance.without_gpu = action === 'start_without_gpu'
    instance.status = (reply.data as { status: number }).status
    await this.#trouble(death, fault)
  }

  /** What goes wrong with the worker's first move after an order or an action. */
  async #trouble(death: WorkerCrash | undefined, fault: EngineFault | undefined): Promise<void> {
    const { faults } = this.#rental
    if (death) await runCrashingWorker(this.#rental.deps, death)
    else if (fault === 'pull_error') {
      this.#mayFail()
      faults.pull_error = 'ImageNotFound'
      await this.#rental.reconcile()
      faults.pull_error = undefined
    } else if (fault === 'lost_answer') {
      faults.lost_answers = 1
      await this.#rental.reconcile()
      faults.lost_answers = 0
    }
  }

  /** What is on its way meets what is about to happen. */
  #mayFail(): void {
    for (const instance of this.#model.instances) instance.may_fail ||= instance.under_way
  }

  async #tick(ms: number): Promise<void> {
    await this.#rental.tick(ms, stepMs)
    await this.#compare((instance, until) => instance.follow(until))
  }

  async #jump(ms: number): Promise<void> {
    await this.#lookNow()
    this.#rental.clock.jump(ms)
    this.#mayFail()
    await this.#lookNow()
  }

  /** The platform looks at the engine, and the model at its meters. */
  async #lookNow(): Promise<void> {
    await this.#rental.observe()
    await this.#compare()
    this.#model.see(this.#now)
  }

  async #exit(which: number): Promise<void> {
    const running = this.#model.instances.filter(({ status }) => status === instanceStatusCodes.running)
    const instance = running[which % running.length]
    if (!instance) return
    await this.#lookNow()
    instance.may_fail = true
    this.#rental.faults.crashes.set(instance.id, { reason: 'ExitedError', exit_code: 1 })
    await this.#rental.observe()
  }

  /** The engine does not answer, and nothing of that time is billed, whatever is told to stop or falls meanwhile. */
  async #outage({ ms, shutdown, falls }: Extract<UserStep, { do: 'outage' }>): Promise<void> {
    await this.#lookNow()
    this.#rental.faults.unavailable = true
    await expect(this.#rental.observe()).rejects.toThrow()
    this.#model.loseSight()
    this.#mayFail()
    await this.#rental.tick(ms, stepMs)
    await this.#compare()
    const running = this.#model.instances.filter(({ status }) => status === instanceStatusCodes.running)
    const [stopped, fallen] = [shutdown, falls].map((which) => which !== undefined && running[which % running.length])
    if (stopped) {
      const which = this.#position(stopped.id)
      await this.#act({ do: 'act', action: 'shutdown', which, death: undefined, fault: undefined, twice: false })
    }
    if (fallen) this.#rental.faults.crashes.set(fallen.id, { reason: 'ExitedError', exit_code: 137 })
    this.#rental.faults.unavailable = false
    await this.#compare()
    await this.#lookNow()
    this.#rental.faults.crashes.clear()
  }

  /**
   * What the platform did by itself is taken over where it may do it; then the money must be the same to the fen.
   * `pass` lets the time since the last comparison pass for an instance that runs.
   */
  async #compare(pass: Pass = () => undefined): Promise<void> {
    const { kysely } = this.#rental.deps.database
    const shown = await kysely
      .selectFrom('instances')
      .select(['id', 'status', 'reason', 'started_at'])
      .where('user_id', '=', this.#person.id)
      .where('released_at', 'is', null)
      .execute()
    for (const instance of [...this.#model.instances]) {
      const row = shown.find(({ id }) => id === instance.id)
      if (!row) this.#leave(instance)
      else await this.#follow(instance, row, pass)
      pass(instance, this.#now)
    }
    expect(shown.map(({ id }) => id).sort()).toEqual(this.#model.instances.map(({ id }) => id).sort())
    const { free_fen: freeFen } = await getUserFunds(kysely, this.#person.id, this.#rental.clock.now())
    expect(freeFen).toBe(this.#model.freeFen(this.#now))
  }

  #leave(instance: UserModelInstance): void {
    expect(instance.status).toBe(instanceStatusCodes.releasing)
    this.#model.remove(instance, this.#now)
  }

  async #follow(instance: UserModelInstance, row: Row, pass: Pass): Promise<void> {
    const was = instance.status
    instance.status = row.status
    if (row.status === instanceStatusCodes.running && (was !== row.status || (instance.hourly && !instance.metered))) {
      expect(instance.wants_to_run).toBe(true)
      instance.may_fail = false
      instance.run(row.started_at!.getTime())
    } else if (row.status === instanceStatusCodes.abnormal && was !== row.status) {
      expect(instance.may_fail).toBe(true)
      instance.may_fail = false
      instance.wants_to_run = false
      instance.halt()
      if (!instance.ever_ran) instance.refunded = true
    } else if (row.status === instanceStatusCodes.starting && was === instanceStatusCodes.running) {
      // It has fallen with its host, and is booted again.
      expect(instance.wants_to_run).toBe(true)
      instance.halt()
    } else if (
      instance.wants_to_run &&
      row.reason !== null &&
      [instanceStatusCodes.shutting_down, instanceStatusCodes.shut_down].some((code) => code === row.status)
    ) {
      await this.#stoppedBySystem(instance, row.reason, pass)
    }
  }

  async #stoppedBySystem(instance: UserModelInstance, reason: string, pass: Pass): Promise<void> {
    const { data } = await this.#person.call(instances.events, { params: { id: instance.id } })
    const stop = data.find((event) => event.actor === 'system' && event.reason === reason)
    if (!stop) return // a restart is on its way: it is told to stop by its owner
    const at = new Date(stop.at).getTime()
    instance.wants_to_run = false
    if (reason === 'expired') expect(instance.expire_at).toBeLessThanOrEqual(at)
    else expect(reason).toBe('arrears')
    pass(instance, at)
    instance.look(at)
    instance.halt()
    if (reason === 'arrears') expect(this.#model.freeFen(this.#now)).toBeLessThanOrEqual(0n)
  }
}
