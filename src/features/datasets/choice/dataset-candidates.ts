import { data_sets } from '#contract/community.ts'
import { my_data_sets } from '#contract/my-datasets.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

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

const page_size = 10

interface Found {
  items: Candidate[]
  total: number
}

/** One page of a list, by its name. */
export function useCandidates(source: SourceName, { keyword, page }: Asked) {
  const query = { page, page_size, ...(keyword && { keyword }) }
  const optionsOf = (name: SourceName) => ({ enabled: source === name, keep: true })
  const open = useEndpoint(data_sets.list, { query }, optionsOf('public'))
  const collected = useEndpoint(data_sets.collected, { query }, optionsOf('collected'))
  const own = useEndpoint(my_data_sets.list, { query }, optionsOf('own'))
  const items: Record<SourceName, Candidate[] | undefined> = {
    public: open.data?.map((set) => ({ ...set, newest: set })),
    collected: collected.data,
    own: own.data?.map((set) => ({ ...set, newest: set.file_count ? set : null })),
  }
  const { total, error, refetch, isPlaceholderData } = { public: open, collected, own }[source]
  const shown = items[source]
  return { data: shown && ({ items: shown, total } satisfies Found), error, refetch, isPlaceholderData }
}
