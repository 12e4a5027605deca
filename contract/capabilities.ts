import { z } from 'zod'

export const Capabilities = z
  .object({
    keeps_system_disk: z.boolean().meta({ description: '关机后系统盘是否保留' }),
    saves_images: z.boolean().meta({ description: '能否保存镜像和克隆' }),
    moves_disks: z.boolean().meta({ description: '能否迁移到另一台主机' }),
    shares_images: z.boolean().meta({ description: '保存的镜像能否在别的主机上使用' }),
    mounts_files: z.boolean().meta({ description: '能否挂载文件存储和数据集' }),
    measures_disks: z.boolean().meta({ description: '是否测量磁盘用量' }),
    limits_system_disk: z.boolean().meta({ description: '系统盘写满后是否写不进去；否则超出后关机，用量不测量时没有上限' }),
    limits_data_disk: z.boolean().meta({ description: '数据盘写满后是否写不进去；否则超出后关机，用量不测量时没有上限' }),
  })
  .meta({ id: 'Capabilities' })
export type Capabilities = z.infer<typeof Capabilities>

/** How an engine gives cards: each by its UUID, as many of a host as are asked for, or none. */
export const cardGrantNames = { uuid: '指定每一张卡', slot: '只认张数', none: '没有卡' } as const
export type CardGrant = keyof typeof cardGrantNames
export const CardGrant = z.enum(Object.keys(cardGrantNames) as [CardGrant, ...CardGrant[]])
