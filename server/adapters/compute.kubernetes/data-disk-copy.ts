import { assertInstanceSpec } from '#server/adapters/compute.shared/spec-check.ts'
import type { InstanceRef, InstanceSpec } from '#server/ports/compute.ts'
import {
  DriverConflict,
  DriverUnavailable,
  InstanceNotFound,
  InvalidSpec,
  UnsupportedOperation,
} from '#server/ports/driver-errors.ts'
import { isBeingCopied } from './data-disks.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import { annotationKeys, formatCopyName } from './names.ts'
import { livingParts } from './observe.ts'
import { buildCopyPod } from './pod-plan.ts'
import { removeHelper, waitForPodEnd } from './pod-wait.ts'
import type { SystemDisk } from './system-disks.ts'

/** Fills the data disk of `to` from that of `from`, in a pod that has both. */
export async function copyDataClaim(parts: KubernetesContext, from: InstanceRef, to: InstanceSpec): Promise<void> {
  assertInstanceSpec(to)
  if (to.installation_id !== from.installation_id) throw new InvalidSpec('spec of another installation')
  if (from.id === to.id) throw new InvalidSpec('a disk cannot be copied onto itself')
  await parts.nodes.cardsOf(to.host)
  await parts.turns.run(`copy ${from.id}`, async () => {
    if (await isCopied(parts, from, to)) return
    parts.copied_from.add(from.id) // blocks new starts of `from`; a start already running is waited for
    try {
      const source = await parts.turns.run(from.id, () => requireStoppedDisk(parts, from))
      if (source.record.host !== to.host) throw new UnsupportedOperation('a disk cannot be copied to another node')
      await parts.turns.run(to.id, () => copyLocked(parts, source, to))
    } finally {
      parts.copied_from.delete(from.id)
    }
  })
}

async function copyLocked(parts: KubernetesContext, source: SystemDisk, to: InstanceSpec): Promise<void> {
  if (await isCopied(parts, source.ref, to)) return
  await removeHelper(parts, formatCopyName(to)) // two would write into one another's files
  if (!(await parts.data_disks.find(to))) {
    await parts.data_disks.create(to, { [annotationKeys.copied_from]: source.ref.id, [annotationKeys.copying]: 'yes' })
  }
  await parts.pods.create(buildCopyPod(parts.settings, source.ref, to, source.record.image))
  const ended = await waitForPodEnd(parts, formatCopyName(to)).finally(() => removeHelper(parts, formatCopyName(to)))
  if (ended.status.phase !== 'Succeeded') throw new DriverUnavailable('the copy of the data disk ended with an error')
  await parts.data_disks.finishCopy(to)
}

/** Returns whether the copy is complete. Throws `DriverConflict` if the target was, or may have been, started before. */
async function isCopied(
  { disks, data_disks: dataDisks }: KubernetesContext,
  from: InstanceRef,
  to: InstanceRef,
): Promise<boolean> {
  const claim = await dataDisks.find(to)
  const isCopy = claim?.metadata.annotations?.[annotationKeys.copied_from] === from.id
  if (claim && isCopy && !isBeingCopied(claim)) return true
  if ((claim && !isCopy) || (await disks.list(to.id)).length > 0) throw new DriverConflict('the instance was started before')
  return false
}

async function requireStoppedDisk({ disks, pods }: KubernetesContext, from: InstanceRef): Promise<SystemDisk> {
  const source = (await disks.list(from.id)).find(({ ref }) => ref.generation === from.generation)
  if (!source) throw new InstanceNotFound(`no disk of ${from.id} generation ${from.generation}`)
  const living = await pods.list({ id: from.id, parts: livingParts })
  if (source.record.desired === 'running' || living.length > 0) throw new DriverConflict('instance is not stopped')
  return source
}
