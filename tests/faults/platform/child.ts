import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { findHostRegionId } from '#server/demo/fleet.ts'
import { buildPeriodicJobs } from '#server/jobs/jobs.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { AcknowledgementLog } from './acknowledgements.ts'
import { type Random, runCustomerLoad } from './customer-load.ts'
import { listBrokenPromises, listStrayObjects } from './verify.ts'
import { type KillablePlatform, openKillablePlatform } from './world.ts'

/** One life of the platform: `child.ts <dir> <seed> <load|settle> <jumpDays>`. Reports its findings as JSON lines. */
const [dir = '', seed = '1', mode = 'load', jumpDays = '0'] = process.argv.slice(2)
const dayMs = 86_400_000
const tell = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`)

function mulberry(state: number): Random {
  let a = state
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function customers({ deps }: KillablePlatform): Promise<{ id: string; session_id: string }[]> {
  const db = deps.database.kysely
  const verified = await db.selectFrom('real_names').select('user_id').execute()
  const now = deps.clock.now()
  const people = verified.map(({ user_id: userId }) => ({ id: userId, session_id: randomUUID() }))
  const session = { ip: '127.0.0.1', user_agent: 'faults', created_at: now, last_seen_at: now }
  await db
    .insertInto('sessions')
    .values(people.map(({ id, session_id: sessionId }) => ({ id: sessionId, user_id: id, ...session })))
    .execute()
  return people
}

async function charges({ deps }: KillablePlatform): Promise<number> {
  const { n } = await deps.database.kysely
    .selectFrom('usage_charges')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

const world = await openKillablePlatform(dir)
const witness = new AcknowledgementLog(join(dir, 'acknowledged'))
const before = witness.all().length
tell({ problems: await listBrokenPromises(world, witness.all()), acknowledged: before })
if (jumpDays !== '0') world.clock.jump(Number(jumpDays) * dayMs)
const jobs = await startJobs(world.deps, buildPeriodicJobs(findHostRegionId), randomUUID())
setInterval(() => world.clock.save(), 20)

if (mode === 'load') {
  const random = mulberry(Number(seed))
  for (const person of await customers(world)) {
    for (let i = 0; i < 3; i++)
      runCustomerLoad(world, witness, random, person).catch((error: Error) => tell({ problems: [`client: ${error.stack}`] }))
  }
  // even on a slow machine each life has answered something, and the first has charged for use
  while (witness.all().length === before || (await charges(world)) === 0) await world.clock.sleep(1_000)
  tell({ loaded: true })
} else {
  // Without load everything must settle: nothing in progress, no object without an owner.
  for (let quiet = 0; quiet < 3; ) {
    await world.clock.sleep(60_000)
    const moving = await world.deps.database.kysely
      .selectFrom('instances')
      .select('id')
      .where('released_at', 'is', null)
      .where('status', 'in', [0, 5, 6, 12])
      .execute()
    quiet = moving.length === 0 ? quiet + 1 : 0
  }
  await jobs.stop()
  const problems = [...(await listBrokenPromises(world, witness.all())), ...(await listStrayObjects(world))]
  tell({ problems, charges: await charges(world), at_rest: true })
  process.exit(0)
}
