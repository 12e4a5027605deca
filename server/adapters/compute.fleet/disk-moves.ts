import type { ComputeDriver, InstanceSpec, MovingInstance, PlacedInstanceRef } from '#server/ports/compute.ts'
import type { DiskStay, DiskTransfer } from '#server/ports/disk-transfer.ts'
import { DriverUnavailable, InstanceNotFound, UnsupportedOperation } from '#server/ports/driver-errors.ts'
import type { OpenEngine } from './open-engines.ts'

type ReportProgress = (percent: number) => void
type InTime = <T>(work: Promise<T>) => Promise<T>

/**
 * Moves the disks of a stopped instance from one engine to another. Nothing is removed at the source before all is complete at
 * the target, and nothing can start at the target before it is removed at the source; see docs/decisions/125.
 */
export async function moveDisks(
  source: OpenEngine,
  target: OpenEngine,
  instance: MovingInstance,
  onProgress: ReportProgress,
): Promise<void> {
  await assertSameKind(source, target)
  const there = await ask(target, (transfer) => transfer.find(instance))
  if (there.at !== 'here') {
    onProgress(0)
    const left = await findLeftState(source, instance, there)
    if (left !== undefined) await ask(source, (transfer) => transfer.leave(instance, left))
    else await carryDisks(source, target, instance, onProgress)
    await ask(target, (transfer) => transfer.reveal(instance))
  }
  onProgress(100)
}

/** Returns the state of an arrival that is complete, if the source was being removed when the move was interrupted. */
async function findLeftState(source: OpenEngine, instance: MovingInstance, there: DiskStay): Promise<string | undefined> {
  if (there.at !== 'arriving' || !there.complete) return undefined
  const here = await ask(source, (transfer) => transfer.find(instance))
  return here.at === 'absent' ? there.state : undefined
}

const carryDisks = (source: OpenEngine, target: OpenEngine, instance: MovingInstance, onProgress: ReportProgress) =>
  ask(source, ({ lend, leave }) =>
    lend(instance, async (disks) => {
      await ask(target, (transfer) => transfer.receive(instance, disks, onProgress))
      await leave(instance, disks.state)
    }),
  )

/**
 * Undoes what an interrupted move left, so that the disks are on the engine `home` alone. An engine that is silent is not waited
 * for if they are there already; what lies on it is found when it lists it. If they have left, they are brought back, which only
 * the engine can do that has them.
 */
export async function bringDisksHome(
  home: OpenEngine,
  others: readonly OpenEngine[],
  instance: MovingInstance,
  inTime: InTime,
  onProgress: ReportProgress,
): Promise<void> {
  const [here, candidates] = [await ask(home, (transfer) => transfer.find(instance)), await listSameKind(home, others, inTime)]
  if (here.at === 'here') {
    await ask(home, (transfer) => transfer.discard(instance))
    await Promise.all(
      candidates.found.map((engine) =>
        inTime(ask(engine, (transfer) => transfer.discard(instance))).catch((error: unknown) => {
          if (!(error instanceof DriverUnavailable)) throw error
        }),
      ),
    )
    return onProgress(100)
  }
  let silent = candidates.silent
  for (const engine of candidates.found) {
    const there = await inTime(ask(engine, (transfer) => transfer.find(instance))).catch((error: unknown) => {
      if (!(error instanceof DriverUnavailable)) throw error
      silent = error
      return undefined
    })
    if (!there || there.at === 'absent' || (there.at === 'arriving' && !there.complete)) continue
    if (there.at === 'arriving') {
      await ask(home, (transfer) => transfer.leave(instance, there.state))
      await ask(engine, (transfer) => transfer.reveal(instance))
    }
    return moveDisks(engine, home, instance, onProgress)
  }
  throw silent ?? new InstanceNotFound(`no disks of ${instance.id} on any engine`)
}

/** Copies a data disk to an instance on another engine. */
export async function copyDataDiskAcross(
  source: OpenEngine,
  target: OpenEngine,
  from: PlacedInstanceRef,
  to: InstanceSpec,
  onProgress: ReportProgress,
): Promise<void> {
  await assertSameKind(source, target)
  onProgress(0)
  await ask(target, (transfer) =>
    transfer.receiveDataDisk(from, to, (ref, take) => ask(source, ({ lend }) => lend(ref, take)), onProgress),
  )
  onProgress(100)
}

async function ask<T>({ link }: OpenEngine, call: (transfer: DiskTransfer) => Promise<T>): Promise<T> {
  return link.ask(async ({ transfer }) => {
    if (!transfer) throw new UnsupportedOperation('its disks stay on this engine')
    return call(transfer)
  })
}

const kindOf = ({ link }: OpenEngine): Promise<ComputeDriver['kind']> => link.ask(async ({ kind }) => kind)

async function assertSameKind(source: OpenEngine, target: OpenEngine): Promise<void> {
  const [from, to] = [await kindOf(source), await kindOf(target)]
  if (from !== to) throw new UnsupportedOperation(`disks of ${from} mean nothing to ${to}`)
}

/** Lists the engines among `others` that could have disks of `home`, and why one cannot be asked. */
async function listSameKind(home: OpenEngine, others: readonly OpenEngine[], inTime: InTime) {
  const kind = await kindOf(home)
  let silent: DriverUnavailable | undefined
  const kinds = await Promise.all(
    others.map((engine) =>
      inTime(kindOf(engine)).catch((error: unknown) => {
        if (!(error instanceof DriverUnavailable)) throw error
        silent = error
        return undefined
      }),
    ),
  )
  return { found: others.filter((_, nth) => kinds[nth] === kind), silent }
}
