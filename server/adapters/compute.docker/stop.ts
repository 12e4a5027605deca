import type { InstanceRef, ObservedInstance } from '#server/ports/compute.ts'
import { DriverConflict } from '#server/ports/driver-errors.ts'
import { discardArrival } from './disk-arrival.ts'
import type { DockerDriverContext } from './driver-context.ts'
import { formatCopyingName } from './names.ts'
import { buildAbsentObserved, observeContainer } from './observe.ts'

/** Marks the instance as stopped by request, asks the engine to stop it, and returns the current state at once. */
export function stopContainer(parts: DockerDriverContext, ref: InstanceRef, graceSeconds: number): Promise<ObservedInstance> {
  const { containers, pulls, stops, turns } = parts
  return turns.run(ref.id, async () => {
    const found = await containers.find(ref.id)
    if (found.some((container) => container.ref.generation > ref.generation)) {
      throw new DriverConflict('a newer generation exists')
    }
    pulls.cancel(ref)
    for (const container of found) {
      await containers.mark(container, true)
      stops.begin(container, graceSeconds)
    }
    const now = found[0] && (await containers.inspect(found[0].info.Id))
    return now ? observeContainer(parts, now) : buildAbsentObserved(parts, ref)
  })
}

/** Removes the instance up to this generation, and its disks unless a newer generation uses them. */
export function removeContainer(parts: DockerDriverContext, ref: InstanceRef, keepDataDisk: boolean): Promise<void> {
  const { containers, pulls, storage, turns } = parts
  return turns.run(ref.id, async () => {
    pulls.cancel(ref)
    const found = await containers.find(ref.id)
    for (const container of found) if (container.ref.generation <= ref.generation) await containers.remove(container)
    const newer = found.some((container) => container.ref.generation > ref.generation) || pulls.has(ref.id)
    if (newer || (await storage.hasNewerDisk(ref))) return
    if (!keepDataDisk) {
      await discardArrival(parts, ref)
      await storage.unmark(formatCopyingName(ref))
      await storage.removeVolume(ref)
    }
    await storage.removeKeptDisks(ref, ref.generation)
    await storage.sweepRetired()
  })
}
