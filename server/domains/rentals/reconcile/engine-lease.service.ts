import type { Deps } from '#server/deps.ts'
import { engineLeaseRepo } from '#server/domains/rentals/reconcile/engine-lease.repo.ts'
import { newToken } from '#server/lib/ids.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { DiskTransfer, EngineDriver } from '#server/ports/disk-transfer.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import type { EngineNote } from '#server/ports/engine-notes.ts'

const renewMs = 10_000
/** How long a renewal is valid: shorter than the silence after which another server may take over. */
const heldMs = 20_000
const silenceMs = 30_000
const pollMs = 5_000
const shortWaitMs = 1_000

/** The right to work on an engine, and the driver that works only while it is held. */
export interface EngineLease {
  driver: EngineDriver
  /** Throws DriverUnavailable, with the reason, while the right is not held. */
  assertHeld: AssertHeld
  /** Whether waiting gains nothing: it is held, or the engine does not answer. */
  isSettled(): Promise<boolean>
}
type AssertHeld = () => Promise<void>

/**
 * Wraps the driver so that it works only while the newest note on the engine is our database's (docs/decisions/049). If a
 * database was copied, only one copy can keep its note current: the one whose servers came first, unless they are silent for 30
 * seconds.
 */
export function createLeasedDriver(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  driver: EngineDriver,
  name: string,
): EngineLease {
  const { notes } = driver
  if (!notes) return { driver, assertHeld: async () => undefined, isSettled: async () => true }
  const repo = engineLeaseRepo(database.kysely, name)
  const closing = new AbortController()
  let renewedAt: number | undefined
  let watched: { token: string; since: number } | undefined
  let firstSeen: string | undefined
  let told: string | undefined
  /** Why the last look renewed nothing; told when it stays so. */
  let waitsFor: string | undefined
  const now = () => clock.now().getTime()

  /** Returns false if another copy of the database, or another node of ours, was faster. */
  async function renew(newest: EngineNote | undefined, own: string | undefined, free: boolean): Promise<boolean> {
    const began = now()
    const token = newToken()
    const there = await notes!.leave({ sequence: (newest?.sequence ?? 0) + 1, token, free })
    if (there.token !== token || !(await repo.replace(own, token, new Date(began + silenceMs)))) return false
    renewedAt = began
    watched = undefined
    waitsFor = undefined
    if (told) log.warn({ lease: name }, 'this server works on the compute engine again')
    told = undefined
    return true
  }

  /** Returns false if another look shortly after may give a different result: our nodes write the note before the row. */
  async function look(): Promise<boolean> {
    const newest = await notes!.newest()
    const own = await repo.token()
    if (!newest) return renew(newest, own, false)
    firstSeen ??= newest.token
    const isOurs = newest.token === own
    // The note is ours and not also a copy's: we renewed it, its server released it, or another node of ours renewed it while we
    // watched.
    if (isOurs && (renewedAt !== undefined || newest.free || newest.token !== firstSeen)) return renew(newest, own, false)
    const still = watched?.token === newest.token && now() >= watched.since ? watched : undefined
    watched = still ?? { token: newest.token, since: now() }
    if (now() - watched.since >= silenceMs) return renew(newest, own, false)
    waitsFor = newest.token !== firstSeen && !isOurs ? leasedElsewhereMessage : waitingMessage
    return isOurs
  }

  function tell(what: string): void {
    if (told !== what) log.error({ lease: name }, what)
    told = what
  }

  const isHeld = () => renewedAt !== undefined && now() >= renewedAt && now() - renewedAt < heldMs
  const assertHeld = async () => {
    await firstLook
    if (!isHeld()) throw new DriverUnavailable(told ?? waitingMessage)
  }
  let answers = false
  async function tryLook(tries: number): Promise<void> {
    answers = false
    try {
      for (let left = tries; !(await look()) && left > 1; left -= 1) await clock.sleep(shortWaitMs, closing.signal)
      answers = true
      if (waitsFor) tell(waitsFor)
    } catch (error) {
      log.warn({ err: error, lease: name }, 'the note on the engine was not renewed')
    }
  }

  async function keep(): Promise<void> {
    await firstLook
    while (!closing.signal.aborted) {
      await clock.sleep(isHeld() ? renewMs : pollMs, closing.signal)
      if (!closing.signal.aborted) await tryLook(3)
    }
  }

  async function release(): Promise<void> {
    const [own, newest] = [await repo.token(), await notes!.newest()]
    if (newest && newest.token === own) await renew(newest, own, true)
  }

  const firstLook = tryLook(1)
  const kept = keep()
  const close = async () => {
    closing.abort()
    await kept
    if (isHeld()) await release().catch(() => undefined) // the next server waits
    await driver.close()
  }
  return {
    driver: { ...guardDriver(driver, clock, assertHeld), close },
    assertHeld,
    isSettled: async () => {
      await firstLook
      return isHeld() || !answers
    },
  }
}

const guardTransfer = (transfer: DiskTransfer, held: <T>(work: () => Promise<T>) => Promise<T>): DiskTransfer => ({
  find: (ref) => held(() => transfer.find(ref)),
  lend: (ref, take) => held(() => transfer.lend(ref, take)),
  receive: (instance, disks, onProgress) => held(() => transfer.receive(instance, disks, onProgress)),
  leave: (ref, state) => held(() => transfer.leave(ref, state)),
  reveal: (ref) => held(() => transfer.reveal(ref)),
  discard: (ref) => held(() => transfer.discard(ref)),
  receiveDataDisk: (from, to, lend, onProgress) => held(() => transfer.receiveDataDisk(from, to, lend, onProgress)),
})

/** The driver, working only while `assertHeld` does not throw. */
export function guardDriver(driver: EngineDriver, clock: Clock, assertHeld: AssertHeld): EngineDriver {
  const held = async <T>(work: () => Promise<T>): Promise<T> => {
    await assertHeld()
    return work()
  }
  const isHeld = () =>
    assertHeld().then(
      () => true,
      () => false,
    )
  return {
    kind: driver.kind,
    ...(driver.transfer && { transfer: guardTransfer(driver.transfer, held) }),
    health: (signal) => held(() => driver.health(signal)).catch((error: Error) => ({ ok: false, problem: error.message })),
    inventory: (signal) => driver.inventory(signal),
    ensureRunning: (spec) => held(() => driver.ensureRunning(spec)),
    ensureStopped: (ref, options) => held(() => driver.ensureStopped(ref, options)),
    ensureAbsent: (ref, options) => held(() => driver.ensureAbsent(ref, options)),
    findDataDisk: (ref) => held(() => driver.findDataDisk(ref)),
    observe: (ref) => held(() => driver.observe(ref)),
    disks: (ref) => held(() => driver.disks(ref)),
    list: (signal) => held(() => driver.list(signal)),
    watch: async (wake, signal, onSilence) => {
      while (!(await isHeld()) && !signal.aborted) await clock.sleep(pollMs, signal)
      if (!signal.aborted) await driver.watch(wake, signal, onSilence)
    },
    exec: (ref, options) => held(() => driver.exec(ref, options)),
    logs: (ref, options) => held(() => driver.logs(ref, options)),
    followLogs: (ref, signal) => held(() => driver.followLogs(ref, signal)),
    usage: (refs) => held(() => driver.usage(refs)),
    snapshot: (ref, target, onProgress) => held(() => driver.snapshot(ref, target, onProgress)),
    copyImage: (source, target) => held(() => driver.copyImage(source, target)),
    removeImage: (image) => held(() => driver.removeImage(image)),
    shareImage: (host, image) => held(() => driver.shareImage(host, image)),
    relocate: (ref, host, onProgress) => held(() => driver.relocate(ref, host, onProgress)),
    copyDataDisk: (from, to, onProgress) => held(() => driver.copyDataDisk(from, to, onProgress)),
    dial: (ref, port, signal) => held(() => driver.dial(ref, port, signal)),
    ensureImage: (host, image, onProgress, signal) => held(() => driver.ensureImage(host, image, onProgress, signal)),
    close: () => driver.close(),
  }
}

const waitingMessage =
  'this server does not work on the compute engine yet: the newest note there may be of a server that lives, and is watched for half a minute'
const leasedElsewhereMessage =
  'this server does not work on the compute engine: another one does, with a copy of this database. Stop one of the two, or give it an engine of its own'
