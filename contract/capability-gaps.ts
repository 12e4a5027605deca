/**
 * What an engine does for the instances on a host. Who rents learns of each that is missing before paying, and the actions that
 * need it are refused with the sentence below.
 */
export const capabilityGaps = {
  keeps_system_disk: '关机后系统盘不保留，装好的软件和改过的系统文件会丢失；数据盘（/workspace）保留',
  saves_images: '不能保存镜像，也不能克隆',
  moves_disks: '不能迁移到另一台主机',
  shares_images: '保存的镜像只能在这台主机上使用',
  mounts_files: '没有文件存储（/storage），也不能挂载数据集',
  measures_disks: '磁盘用量不测量，监控里看不到，超出上限也不会关机',
  limits_system_disk: '系统盘用量定期测量，超出上限后实例会被关机，数据保留',
  limits_data_disk: '数据盘用量定期测量，超出上限后实例会被关机，数据保留',
} as const
/** Of a disk without a limit: while its use is measured, and while nobody knows it. */
const diskGaps = {
  measured: {
    limits_system_disk: capabilityGaps.limits_system_disk,
    limits_data_disk: capabilityGaps.limits_data_disk,
    both: '磁盘用量定期测量，超出上限后实例会被关机，数据保留',
  },
  unlimited: {
    limits_system_disk: '系统盘的大小不受限制',
    limits_data_disk: '数据盘的大小不受限制',
    both: '磁盘的大小不受限制',
  },
} as const
export type Capability = keyof typeof capabilityGaps
export const capabilityList = Object.keys(capabilityGaps) as Capability[]

/** True if the host is known to lack it; nodes of 0.1.0 say nothing of their hosts. */
export const lacksCapability = (
  capabilities: Readonly<Record<Capability, boolean>> | null | undefined,
  name: Capability,
): boolean => capabilities?.[name] === false

/** The gaps of a host in words, those of both disks together; none while no host is known. */
export function listGaps(
  capabilities: Readonly<Record<Capability, boolean>> | null | undefined,
  of: readonly Capability[] = capabilityList,
): string[] {
  const missing = of.filter((name) => lacksCapability(capabilities, name))
  const both = missing.includes('limits_system_disk') && missing.includes('limits_data_disk')
  const words = diskGaps[capabilities?.measures_disks ? 'measured' : 'unlimited']
  return missing
    .filter((name) => !both || name !== 'limits_data_disk')
    .map((name) => {
      if (name !== 'limits_system_disk' && name !== 'limits_data_disk') return capabilityGaps[name]
      return words[both ? 'both' : name]
    })
}
