import type { Deps } from '#server/deps.ts'
import { engineLeaseRepo } from '#server/domains/rentals/reconcile/engine-lease.repo.ts'
import { newToken } from '#server/lib/ids.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import type { EngineNote } from '#server/ports/engine-notes.ts'

const renew_ms = 10_000
/** How long a renewal lets us work: shorter than the silence after which somebody else may begin. */
const held_ms = 20_000
const silence_ms = 30_000
const look_ms = 5_000
const moment_ms = 1_000

/**
 * The driver, which works only while the newest note on the engine is our database's (docs/decisions/049). Of a database and
 * its copy only one keeps up with the notes: whose servers came first, as long as they are not silent for half a minute.
 */
export async function leaseEngine(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  driver: ComputeDriver,
): Promise<ComputeDriver> {
  const { notes } = driver
  if (!notes) return driver
  const repo = engineLeaseRepo(database.kysely)
  const closing = new AbortController()
  let renewed_at: number | undefined
  let watched: { token: string; since: number } | undefined
  let first_seen: string | undefined
  let told: string | undefined
  const now = () => clock.now().getTime()

  /** False when somebody was quicker: another copy of the database, or another node on ours. */
  async function renew(newest: EngineNote | undefined, own: string | undefined, free: boolean): Promise<boolean> {
    const began = now()
    const token = newToken()
    const there = await notes!.leave({ sequence: (newest?.sequence ?? 0) + 1, token, free })
    if (there.token !== token || !(await repo.replace(own, token, new Date(began + silence_ms)))) return false
    renewed_at = began
    watched = undefined
    if (told) log.warn('this server works on the compute engine again')
    told = undefined
    return true
  }

  /** False where another look a moment later may show more: our nodes write the note first, and then the row. */
  async function look(): Promise<boolean> {
    const newest = await notes!.newest()
    const own = await repo.token()
    if (!newest) return renew(newest, own, false)
    first_seen ??= newest.token
    const is_ours = newest.token === own
    // Ours, and not a copy's as well: we renewed it, its servers have gone, or another node of ours renews it as we look on.
    if (is_ours && (renewed_at !== undefined || newest.free || newest.token !== first_seen)) return renew(newest, own, false)
    const still = watched?.token === newest.token && now() >= watched.since ? watched : undefined
    watched = still ?? { token: newest.token, since: now() }
    if (now() - watched.since >= silence_ms) return renew(newest, own, false)
    tell(newest.token !== first_seen && !is_ours ? elsewhere : waiting)
    return is_ours
  }

  function tell(what: string): void {
    if (told !== what) log.error(what)
    told = what
  }

  const isHeld = () => renewed_at !== undefined && now() >= renewed_at && now() - renewed_at < held_ms
  const held = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isHeld()) throw new DriverUnavailable(told ?? waiting)
    return work()
  }
  async function tryLook(tries: number): Promise<void> {
    try {
      for (let left = tries; !(await look()) && left > 1; left -= 1) await clock.sleep(moment_ms, closing.signal)
    } catch (error) {
      log.warn({ err: error }, 'the note on the engine was not renewed')
    }
  }

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      await clock.sleep(isHeld() ? renew_ms : look_ms, closing.signal)
      if (!closing.signal.aborted) await tryLook(3)
    }
  }

  await tryLook(1)
  const kept = keep()
  return {
    kind: driver.kind,
    capabilities: () => driver.capabilities(),
    health: async (signal) => (isHeld() ? driver.health(signal) : { ok: false, problem: told ?? waiting }),
    inventory: (signal) => driver.inventory(signal),
    ensureRunning: (spec) => held(() => driver.ensureRunning(spec)),
    ensureStopped: (ref, options) => held(() => driver.ensureStopped(ref, options)),
    ensureAbsent: (ref, options) => held(() => driver.ensureAbsent(ref, options)),
    findDataDisk: (id) => held(() => driver.findDataDisk(id)),
    observe: (ref) => held(() => driver.observe(ref)),
    disks: (ref) => held(() => driver.disks(ref)),
    list: (signal) => held(() => driver.list(signal)),
    watch: async (wake, signal) => {
      while (!isHeld() && !signal.aborted) await clock.sleep(look_ms, signal)
      if (!signal.aborted) await driver.watch(wake, signal)
    },
    exec: (ref, options) => held(() => driver.exec(ref, options)),
    logs: (ref, options) => held(() => driver.logs(ref, options)),
    followLogs: (ref, signal) => held(() => driver.followLogs(ref, signal)),
    usage: (refs) => held(() => driver.usage(refs)),
    snapshot: (ref, target, onProgress) => held(() => driver.snapshot(ref, target, onProgress)),
    copyImage: (source, target) => held(() => driver.copyImage(source, target)),
    removeImage: (image) => held(() => driver.removeImage(image)),
    relocate: (ref, host, onProgress) => held(() => driver.relocate(ref, host, onProgress)),
    copyDataDisk: (from, to, onProgress) => held(() => driver.copyDataDisk(from, to, onProgress)),
    dial: (ref, port, signal) => held(() => driver.dial(ref, port, signal)),
    ensureImage: (image, onProgress, signal) => held(() => driver.ensureImage(image, onProgress, signal)),
    close: async () => {
      closing.abort()
      await kept
      const [own, newest] = isHeld() ? [await repo.token(), await notes.newest()] : []
      if (newest && newest.token === own) await renew(newest, own, true).catch(() => undefined) // then the next one waits
      await driver.close()
    },
  }
}

const waiting =
  'this server does not work on the compute engine yet: the newest note there may be of a server that lives, and is watched for half a minute'
const elsewhere =
  'this server does not work on the compute engine: another one does, with a copy of this database. Stop one of the two, or give it an engine of its own'
