import { z } from 'zod'
import { Id, Time } from './scalars.ts'

export const Tag = z.string().trim().min(1).max(20, '标签最多 20 个字')
export const Count = z.number().int().min(0)
/** The person behind it, by the name they show and an id that serves for nothing else; no more of them is public. */
export const Author = z.object({ id: Id, nickname: z.string(), is_creator: z.boolean() })
export const Tagged = z.object({ name: z.string(), count: Count })
export const Star = z.object({ starred: z.boolean() })
export const Starred = z.object({ starred: z.boolean(), stars: Count })
export const ById = z.object({ id: Id })

/** What every entry of the community shows (product §7). Only what has a published version is public. */
export const Entry = z.object({
  id: Id,
  name: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  author: Author,
  original: z.boolean().meta({ description: '原创徽章，经审核' }),
  /** People who keep it. */
  stars: Count,
  /** Newest published version. */
  version: z.string(),
  licence: z.string(),
  published_at: Time,
})
