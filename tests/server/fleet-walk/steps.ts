import { isActionAllowed } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { operatorHosts } from '#contract/operator/hosts.ts'
import { startDueSteps } from '#server/domains/rentals/reconcile/reconcile.service.ts'
import { startDueTasks } from '#server/domains/rentals/tasks/tasks.service.ts'
import type { FleetWalkWorld } from '#tests/server/fleet-walk/world.ts'
import { runCrashingWorker } from '#tests/support/crashing-worker.ts'
import type { Person } from '#tests/support/people.ts'
import { startSuspendedWorker } from '#tests/support/suspended-worker.ts'
import { finishSteps } from '#tests/support/worker.ts'

type Random = (below: number) => number

interface Walking {
  world: FleetWalkWorld
  random: Random
  /** Calls of suspended workers that have not landed yet. */
  suspended: (() => Promise<void>)[]
}

interface OwnInstance {
  person: Person
  id: string
  status: number
}

const suspendedMax = 2
const secondMs = 1_000
const hourMs = 3_600_000

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)]!

async function pickInstance({ world, random }: Walking): Promise<OwnInstance | undefined> {
  const rows = await world.rental.deps.database.kysely
    .selectFrom('instances')
    .select(['id', 'user_id', 'status'])
    .where('released_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  if (rows.length === 0) return undefined
  const { id, user_id: userId, status } = pick(random, rows)
  return { id, status, person: world.people.find((person) => person.id === userId)! }
}

/** What a person does may be refused, but never fails. */
async function tryCall(call: Promise<{ status: number; raw: string; code: string }>): Promise<string> {
  const { status, raw, code } = await call
  if (status >= 500) throw new Error(`an answer of ${status}: ${raw}`)
  return code
}

const onInstance = (act: (walking: Walking, own: OwnInstance) => Promise<string>) => async (walking: Walking) => {
  const own = await pickInstance(walking)
  return own ? `${own.id} ${await act(walking, own)}` : 'none'
}

async function act({ world: { rental }, random }: Walking, { person, id, status }: OwnInstance): Promise<string> {
  const allowed = (['start', 'start', 'start', 'shutdown', 'shutdown', 'restart', 'release'] as const).filter((one) =>
    isActionAllowed(one, status),
  )
  if (allowed.length === 0) return 'nothing'
  const action = pick(random, allowed)
  return `${action} ${await tryCall(rental.act(person, id, action))}`
}

async function growDisk(_: Walking, { person, id }: OwnInstance): Promise<string> {
  const { data_disk: now } = (await person.call(instances.get, { params: { id } })).data.flavor
  const params = { id }
  const quoted = await person.call(instances.resize_quote, { params, body: { data_disk: now + 10 } })
  if (quoted.status !== 200) return tryCall(Promise.resolve(quoted))
  const body = { data_disk: now + 10, new_price_hour: quoted.data.new_price_hour }
  return tryCall(person.call(instances.resize_disk, { params, body }))
}

async function changeCards({ world: { money }, random }: Walking, { person, id }: OwnInstance): Promise<string> {
  const quoted = await money.quoteLift(person, id, { gpu_num: 1 + random(2) })
  return tryCall(quoted.status === 200 ? money.orderLift(person, id, quoted.data.token) : Promise.resolve(quoted))
}

async function renew({ world: { money } }: Walking, { person, id }: OwnInstance): Promise<string> {
  const quoted = await money.quoteRenewal(person, [id])
  return tryCall(quoted.status === 200 ? money.orderRenewal(person, quoted.data.token) : Promise.resolve(quoted))
}

async function clone({ world: { rental }, random }: Walking, { person, id }: OwnInstance): Promise<string> {
  const quoted = await rental.quote(person, { clone: { instance_id: id, copy_data: random(2) === 0 } })
  return tryCall(quoted.status === 200 ? rental.orderQuoted(person, quoted.data.token) : Promise.resolve(quoted))
}

async function order({ world: { rental, people }, random }: Walking): Promise<string> {
  const wish = { gpu_num: 1 + random(2), charge_rule: pick(random, ['hour', 'hour', 'day'] as const) }
  const person = pick(random, people)
  const quoted = await rental.quote(person, wish)
  return tryCall(quoted.status === 200 ? rental.orderQuoted(person, quoted.data.token) : Promise.resolve(quoted))
}

/** It is noticed at once, as by the watch. */
async function breakEngine({ world: { engines, rental }, random }: Walking): Promise<string> {
  const engine = pick(random, engines)
  if (random(2) === 0) engine.faults.unavailable = true
  else engine.faults.lost_hosts.add(pick(random, engine.hosts))
  await rental.observe().catch(() => undefined)
  return `${engine.name} ${engine.faults.unavailable} ${[...engine.faults.lost_hosts]}`
}

async function mendEngine({ world: { engines }, random }: Walking): Promise<string> {
  const engine = pick(random, engines)
  engine.faults.unavailable = false
  engine.faults.lost_hosts.clear()
  return engine.name
}

/** Everything on it ends, as its containers do; it may be silent at the same time. */
async function restartEngine({ world: { engines }, random }: Walking): Promise<string> {
  const engine = pick(random, engines)
  for (const [id, { record }] of await engine.folders())
    if (record?.state.at === 'running' || record?.state.at === 'booting')
      engine.faults.crashes.set(id, { reason: 'Killed', exit_code: 137 })
  return engine.name
}

async function spoilAnswers({ world: { engines }, random }: Walking): Promise<string> {
  const { name, faults } = pick(random, engines)
  if (random(2) === 0) faults.lost_answers = 1
  else faults.interrupted_copies = 1
  return name
}

async function drain({ world: { admin, engines }, random }: Walking): Promise<string> {
  const params = { id: pick(random, pick(random, engines).hosts) }
  const call =
    random(3) === 0
      ? admin.call(operatorHosts.drain, { params, body: { reason: '检修' } })
      : admin.call(operatorHosts.undrain, { params })
  return `${params.id} ${await tryCall(call)}`
}

async function crash({ world: { rental }, random }: Walking): Promise<string> {
  const [when, lane] = [pick(random, ['before_call', 'after_call'] as const), pick(random, ['steps', 'steps', 'tasks'] as const)]
  await runCrashingWorker(rental.deps, when, lane)
  return `${when} ${lane}`
}

async function suspend({ world: { rental }, random, suspended }: Walking): Promise<string> {
  if (suspended.length >= suspendedMax) return 'enough'
  const lane = pick(random, ['steps', 'steps', 'tasks'] as const)
  suspended.push(await startSuspendedWorker(rental.deps, lane))
  return lane
}

async function resume({ suspended }: Walking): Promise<string> {
  await suspended.shift()?.()
  return `${suspended.length} left`
}

async function workTogether({ world: { rental, sync } }: Walking): Promise<string> {
  const { deps } = rental
  const begin = ['one', 'other'].flatMap((name) => [
    finishSteps(startDueSteps(deps, name, 8)),
    finishSteps(startDueTasks(deps, name, 8)),
  ])
  const looks = [rental.observe(), rental.observe(), sync()].map((look) => look.catch(() => undefined))
  const counts = await Promise.all(begin)
  await Promise.all(looks)
  return counts.join(' ')
}

const pass =
  (shortestMs: number, longestMs: number) =>
  async ({ world, random }: Walking) => {
    const ms = shortestMs + random(longestMs - shortestMs)
    await world.rental.tick(ms)
    await world.sync().catch(() => undefined)
    return `${ms} ms`
  }

type WalkStep = (walking: Walking) => Promise<string>

const weighed: readonly [weight: number, name: string, step: WalkStep][] = [
  [12, 'order', order],
  [24, 'act', onInstance(act)],
  [3, 'grow disk', onInstance(growDisk)],
  [3, 'change cards', onInstance(changeCards)],
  [2, 'renew', onInstance(renew)],
  [3, 'save', onInstance(({ world: { work } }, { person, id }) => tryCall(work.save(person, id)))],
  [
    4,
    'migrate',
    onInstance(({ world: { work }, random }, { person, id }) => tryCall(work.migrate(person, id, { start: random(2) === 0 }))),
  ],
  [3, 'clone', onInstance(clone)],
  [5, 'break', breakEngine],
  [6, 'mend', mendEngine],
  [2, 'restart', restartEngine],
  [2, 'spoil', spoilAnswers],
  [3, 'drain', drain],
  [5, 'crash', crash],
  [4, 'suspend', suspend],
  [4, 'resume', resume],
  [5, 'together', workTogether],
  [14, 'seconds', pass(secondMs, 20 * secondMs)],
  [6, 'minutes', pass(20 * secondMs, 400 * secondMs)],
  [1, 'hours', pass(hourMs, 6 * hourMs)],
]
const deck = weighed.flatMap(([weight, name, step]) => Array.from({ length: weight }, () => ({ name, step })))

/** Takes one random step; returns what it was and what came of it. */
export async function takeRandomStep(walking: Walking): Promise<string> {
  const { name, step } = pick(walking.random, deck)
  try {
    return `${name}: ${await step(walking)}`
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
  }
}
