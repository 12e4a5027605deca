import { data_sets } from '#contract/community.ts'
import { my_data_sets } from '#contract/my-data-sets.ts'
import { call } from '#src/api/call.ts'

/** A data set to choose from, whichever list it stands in. */
export interface Candidate {
  id: string
  name: string
  summary: string
  /** Null where nothing of it can be mounted. */
  newest: { version: string; size_bytes: number; file_count: number } | null
}

export const source_names = { public: '公开数据集', collected: '我收藏的', own: '我发布的' } as const
export type SourceName = keyof typeof source_names

interface Asked {
  keyword: string
  page: number
}
type Found = Promise<{ items: Candidate[]; total: number }>
const page_size = 10

const queryOf = ({ keyword, page }: Asked) => ({ page, page_size, ...(keyword && { keyword }) })

/** One page of a list, by its name. */
export const ask_source: Record<SourceName, (asked: Asked, signal: AbortSignal) => Found> = {
  public: async (asked, signal) => {
    const { data, total } = await call(data_sets.list, { query: queryOf(asked) }, { signal })
    return { items: data.map((set) => ({ ...set, newest: set })), total }
  },
  collected: async (asked, signal) => {
    const { data, total } = await call(data_sets.collected, { query: queryOf(asked) }, { signal })
    return { items: data, total }
  },
  own: async (asked, signal) => {
    const { data, total } = await call(my_data_sets.list, { query: queryOf(asked) }, { signal })
    return { items: data.map((set) => ({ ...set, newest: set.file_count ? set : null })), total }
  },
}
