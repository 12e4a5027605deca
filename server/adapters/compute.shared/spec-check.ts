import { isAbsolute } from 'node:path'
import type { FolderMount, InstanceRef, InstanceSpec } from '#server/ports/compute.ts'
import { InvalidSpec } from '#server/ports/driver-errors.ts'

const idPattern = /^[a-z0-9][a-z0-9-]{0,63}$/i
const hostLabelPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const gpuUuidPattern = /^[\w.:-]{1,128}$/
const imageReferencePattern =
  /^[a-z0-9][\w.-]*(?::\d+)?(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/i
const keyLinePattern = /^[\x20-\x7e\u0080-\u{10ffff}]{1,16384}$/u

const mountTargetPattern = /^(?:\/storage|\/datasets\/[a-z0-9][a-z0-9-]{0,62}\/[A-Za-z0-9][A-Za-z0-9._-]{0,31})$/

const isValidMount = ({ source, target }: FolderMount) =>
  isAbsolute(source) && !source.includes('\0') && mountTargetPattern.test(target)

const isIntegerFrom = (least: number, value: number) => Number.isSafeInteger(value) && value >= least

/** Allows only plain ids, because object names, labels and folders are built from them. Throws `InvalidSpec`. */
export function assertInstanceRef(ref: InstanceRef): void {
  if (!idPattern.test(ref.installation_id)) throw new InvalidSpec('installation id is not a plain id')
  if (!idPattern.test(ref.id)) throw new InvalidSpec('instance id is not a plain id')
  if (!isIntegerFrom(0, ref.generation)) throw new InvalidSpec('generation is not a whole number')
}

/** Throws `InvalidSpec` unless `port` is a TCP port. */
export function assertTcpPort(port: number): void {
  if (!isIntegerFrom(1, port) || port > 65_535) throw new InvalidSpec('not a TCP port')
}

/** True if `image` is a syntactically valid engine reference. */
export const isImageReference = (image: string): boolean => image.length <= 255 && imageReferencePattern.test(image)

/** Throws `InvalidSpec` if `target` cannot become a second name of `source`. */
export function assertImageCopy(source: string, target: string): void {
  const named = [source, target].every((image) => isImageReference(image) && !image.includes('@'))
  if (!named || source === target) throw new InvalidSpec('an image needs two names of its own to be copied')
}

/** Throws `InvalidSpec`, with the engine-side reason, for a spec that no host could ever run. */
export function assertInstanceSpec(spec: InstanceSpec): void {
  assertInstanceRef(spec)
  const faults = [
    !isImageReference(spec.image) && `image reference is malformed`,
    !(Number.isFinite(spec.cpu) && spec.cpu >= 0.01) && `cpu ${spec.cpu} is not a number of cores`,
    !isIntegerFrom(16, spec.memory_mb) && `memory ${spec.memory_mb} is not a whole number of MiB from 16`,
    !isIntegerFrom(0, spec.sys_disk_gb) && `system disk ${spec.sys_disk_gb} is not a whole number of GB`,
    !isIntegerFrom(0, spec.data_disk_gb) && `data disk ${spec.data_disk_gb} is not a whole number of GB`,
    !hostLabelPattern.test(spec.hostname) && `hostname is not one host label`,
    !spec.gpu_uuids.every((uuid) => gpuUuidPattern.test(uuid)) && `a gpu uuid is malformed`,
    new Set(spec.gpu_uuids).size !== spec.gpu_uuids.length && `a gpu is named twice`,
    !(spec.mounts ?? []).every(isValidMount) && `a mount is malformed`,
    new Set(spec.mounts?.map(({ target }) => target)).size !== (spec.mounts?.length ?? 0) && `two mounts have one target`,
    !spec.authorized_keys.every((key) => keyLinePattern.test(key)) && `an authorized key is not one line of text`,
  ].filter((fault) => fault !== false)
  if (faults.length > 0) throw new InvalidSpec(faults.join('; '))
}
