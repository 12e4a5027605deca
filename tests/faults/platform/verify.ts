import { auditBooks } from '#server/ledger/audit.ts'
import { listObjects } from '#tests/support/listed.ts'
import type { Acknowledgement } from './acknowledgements.ts'
import type { KillablePlatform } from './world.ts'

const dayMs = 86_400_000
/** Housekeeping deletes older keys once a clock that jumped has stayed steady at its new time. */
const keyDays = 30

/** Returns whatever differs from the acknowledgements or violates a ledger rule; empty when all is well. */
export async function listBrokenPromises(
  { deps, clock }: KillablePlatform,
  acknowledged: readonly Acknowledgement[],
): Promise<string[]> {
  const db = deps.database.kysely
  const problems = (await auditBooks(db)).map(({ rule, count }) => `${count} × ${rule}`)
  const orders = new Map((await db.selectFrom('orders').select(['id', 'created_at']).execute()).map((row) => [row.id, row]))
  const keysKeptSince = new Date(clock.furthest.getTime() - keyDays * dayMs)
  const keys = new Set((await db.selectFrom('idempotency_keys').select('key').execute()).map((row) => row.key))
  const credits = await db.selectFrom('ledger_transactions').select('idem').where('kind', '=', 'recharge').execute()
  const paid = new Set(credits.map((row) => row.idem))
  const events = await db
    .selectFrom('instance_events')
    .select(['instance_id', 'title', 'actor'])
    .where('actor', '=', 'user')
    .execute()
  const count = (instanceId: string, title: string) =>
    events.filter((event) => event.instance_id === instanceId && event.title === title).length
  for (const line of acknowledged) {
    if (line.kind === 'order') {
      const order = orders.get(line.id)
      if (!order) problems.push(`lost order ${line.id}`)
      else if (!keys.has(line.key) && order.created_at >= keysKeptSince) problems.push(`lost key of ${line.id}`)
    }
    if (line.kind === 'recharge' && !paid.has(`recharge:${line.trade_no}`)) problems.push(`lost recharge ${line.trade_no}`)
  }
  const acts = acknowledged.filter((line) => line.kind === 'act')
  for (const { instance_id: instanceId, version_title: versionTitle } of acts) {
    const told = acts.filter((line) => line.instance_id === instanceId && line.version_title === versionTitle).length
    if (count(instanceId, versionTitle) < told) problems.push(`lost ${versionTitle} of ${instanceId}`)
  }
  return problems
}

/** Engine objects that no living row owns, and running rows that the engine does not run. */
export async function listStrayObjects({ deps }: KillablePlatform): Promise<string[]> {
  const rows = await deps.database.kysely
    .selectFrom('instances')
    .select(['id', 'status'])
    .where('released_at', 'is', null)
    .execute()
  const known = new Map(rows.map((row) => [row.id, row.status]))
  const objects = (await listObjects(deps.compute)).filter((object) => object.phase !== 'absent')
  const orphans = objects.filter((object) => !known.has(object.ref.id)).map((object) => `orphan ${object.ref.id}`)
  const running = new Set(objects.filter((object) => object.phase === 'running').map((object) => object.ref.id))
  const ghosts = rows.filter((row) => row.status === 2 && !running.has(row.id)).map((row) => `not running ${row.id}`)
  const idle = [...running].filter((id) => known.get(id) === 7).map((id) => `still running ${id}`)
  return [...orphans, ...ghosts, ...idle]
}
