import { z } from 'zod'
import { Id, Time } from './scalars.ts'

export const EntryTag = z.string().trim().min(1).max(20, '标签最多 20 个字')
export const Count = z.number().int().min(0)
/** Author of an entry: public name and an id used only for this purpose. Nothing else about the author is public. */
export const EntryAuthor = z.object({ id: Id, nickname: z.string(), is_creator: z.boolean() })
export const TagCount = z.object({ name: z.string(), count: Count })
export const StarState = z.object({ starred: z.boolean() })
export const StarResult = z.object({ starred: z.boolean(), stars: Count })

/** Fields common to all community entries (product §7). Only entries with a published version are public. */
export const CommunityEntry = z.object({
  id: Id,
  name: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  author: EntryAuthor,
  original: z.boolean().meta({ description: '原创徽章，经审核' }),
  /** Number of users who starred the entry. */
  stars: Count,
  /** Name of the newest published version. */
  version: z.string(),
  licence: z.string(),
  published_at: Time,
})
