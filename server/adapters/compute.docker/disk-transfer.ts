import { assertInstanceRef } from '#server/adapters/compute.shared/spec-check.ts'
import type { InstanceRef } from '#server/ports/compute.ts'
import type { DiskTransfer } from '#server/ports/disk-transfer.ts'
import { InvalidSpec } from '#server/ports/driver-errors.ts'
import { copyDataDisk } from './data-disk-copy.ts'
import { findDiskStay, receiveDisks, revealDisks } from './disk-arrival.ts'
import { discardMove, leaveDisks, lendDisks } from './disk-loan.ts'
import type { DockerDriverContext } from './driver-context.ts'

/** How disks leave this engine for another with Docker, and arrive from one. */
export function createDiskTransfer(parts: DockerDriverContext): DiskTransfer {
  const check = (ref: InstanceRef) => {
    assertInstanceRef(ref)
    if (ref.installation_id !== parts.settings.installation_id) throw new InvalidSpec('ref of another installation')
  }
  /** Rejects what is not ours, before anything is done. */
  const own =
    <Rest extends unknown[], T>(work: (parts: DockerDriverContext, ref: InstanceRef, ...rest: Rest) => Promise<T>) =>
    async (ref: InstanceRef, ...rest: Rest): Promise<T> => {
      check(ref)
      return work(parts, ref, ...rest)
    }
  return {
    find: own(findDiskStay),
    lend: async (ref, take) => {
      check(ref)
      return lendDisks(parts, ref, take)
    },
    receive: async (instance, disks, onProgress) => {
      check(instance)
      await receiveDisks(parts, instance, disks, onProgress)
    },
    leave: own(leaveDisks),
    reveal: own(revealDisks),
    discard: own(discardMove),
    receiveDataDisk: own(copyDataDisk),
  }
}
