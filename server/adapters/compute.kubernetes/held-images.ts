import type { InstanceRef } from '#server/ports/compute.ts'
import { DriverUnavailable, ImageNotFound, InvalidSpec } from '#server/ports/driver-errors.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import { formatHeldImage } from './names.ts'
import type { DiskRecord, SystemDisk } from './system-disks.ts'

/** Returns the image that pods of an instance run, which outlives the one it was made of. */
export const getRunImage = ({ image, held_image: held }: DiskRecord): string => held ?? image

/**
 * Gives a saved image a name for one instance alone, and returns it: every boot needs the image, and its owner may remove it. An
 * image of the catalogue has none, nor has one that the registry cannot tell of now.
 */
export async function holdImage({ settings: { registry } }: KubernetesContext, ref: InstanceRef, image: string) {
  if (!registry?.keeps(image)) return undefined
  const held = formatHeldImage(ref)
  try {
    await registry.copy(image, held)
    return held
  } catch (error) {
    const isNone = [ImageNotFound, InvalidSpec, DriverUnavailable].some((kind) => error instanceof kind)
    if (isNone) return undefined
    throw error
  }
}

/** Removes a system disk, and before it that name, which only its record knows. */
export async function removeDisk({ settings, disks }: KubernetesContext, disk: SystemDisk): Promise<void> {
  const { held_image: held } = disk.record
  if (held !== undefined) await settings.registry?.remove(held)
  await disks.remove(disk)
}
