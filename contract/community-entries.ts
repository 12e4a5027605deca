import { z } from 'zod'
import { Id, Time } from './scalars.ts'

export const EntryTag = z.string().trim().min(1).max(20, '标签最多 20 个字')
export const Count = z.number().int().min(0)
/** The person behind it, by the name they show and an id that serves for nothing else; no more of them is public. */
export const EntryAuthor = z.object({ id: Id, nickname: z.string(), is_creator: z.boolean() })
export const TagCount = z.object({ name: z.string(), count: Count })
export const StarState = z.object({ starred: z.boolean() })
export const StarResult = z.object({ starred: z.boolean(), stars: Count })
export const IdParams = z.object({ id: Id })

/** What every entry of the community shows (product §7). Only what has a published version is public. */
export const CommunityEntry = z.object({
  id: Id,
  name: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  author: EntryAuthor,
  original: z.boolean().meta({ description: '原创徽章，经审核' }),
  /** People who keep it. */
  stars: Count,
  /** Newest published version. */
  version: z.string(),
  licence: z.string(),
  published_at: Time,
})
