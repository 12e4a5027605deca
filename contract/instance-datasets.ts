import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { DatasetStateName } from './my-datasets.ts'
import { ById, Id } from './scalars.ts'

/** Data set versions selected for an instance. */
export const DatasetVersionIds = z
  .array(Id)
  .max(limits.instanceDataSetsMax, `一台实例最多挂载 ${limits.instanceDataSetsMax} 个数据集`)
  .refine((ids) => new Set(ids).size === ids.length, '同一个版本不用选两次')

/** A version mounted read-only; it stays mounted after its author takes it offline or removes it. */
export const InstanceDataset = z
  .object({
    version_id: Id,
    data_set_id: Id,
    name: z.string(),
    slug: z.string(),
    version: z.string(),
    state: DatasetStateName,
    removed: z.boolean().meta({ description: '作者已删除：已挂载的保留，取消之后不能再选' }),
    own: z.boolean().meta({ description: '自己的数据集' }),
    size_bytes: z.number().int(),
    file_count: z.number().int(),
    mount_path: z.string(),
  })
  .meta({ id: 'InstanceDataSet' })
export type InstanceDataset = z.infer<typeof InstanceDataset>

/** What is mounted in an instance besides its disks. */
export const InstanceMounts = z
  .object({
    storage: z
      .object({ mount_path: z.string(), region_id: Id, region_name: z.string() })
      .nullable()
      .meta({ description: '自己在该地域的文件存储，可读写；null 表示文件不在实例能见到的地方' }),
    mountable: z.boolean().meta({ description: '数据集能否挂载' }),
    data_sets: z.array(InstanceDataset),
    at_next_boot: z.boolean().meta({ description: '选择在本次运行开始之后改过，下次开机时生效' }),
  })
  .meta({ id: 'InstanceMounts' })
export type InstanceMounts = z.infer<typeof InstanceMounts>

export const instanceDatasets = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/instance/:id/data_sets',
    access: 'user',
    owned: 'instance',
    summary: '实例里挂载的数据集与文件存储',
    description: 'Returns the data sets and the file storage that an instance mounts.',
    source: 'decided: product §7',
    params: ById,
    data: InstanceMounts,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/instance/:id/data_sets',
    access: 'user',
    owned: 'instance',
    idempotent: true,
    summary: '选择挂载哪些数据集版本，下次开机时生效',
    description: 'Chooses the data set versions an instance mounts read-only, from its next start.',
    message: '已保存，下次开机时生效',
    source: 'decided: product §7',
    params: ById,
    body: z.object({ version_ids: DatasetVersionIds }),
    data: InstanceMounts,
  }),
}
